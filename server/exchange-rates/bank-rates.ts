import type { RateNotice } from '#contract/exchange-rates.ts'
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import type { StoredRate } from '#server/accounts/index.ts'
import { PEGS, scaled, type KnownRates, type Rate } from './known-rates.ts'

/** A rate so many times that of the day before, or so many times smaller, is a mistake until a person says otherwise. */
const JUMP_MAX = 2n

/** Currencies whose rates are those of the bank. */
export const TAKEN: readonly string[] = RATED_CURRENCY_CODES.filter(
  (code) => !PEGS.some(({ currency }) => currency === code),
)

/**
 * Which of the bank's rates, the oldest day first, are news. What is known stays as it was published first, and what
 * jumps is not taken; both are named.
 */
export function newRates(
  published: readonly Rate[],
  { bank }: KnownRates,
  at: string,
): { rates: Omit<StoredRate, 'origin'>[]; notices: RateNotice[] } {
  const rates: Omit<StoredRate, 'origin'>[] = []
  const notices: RateNotice[] = []
  const notice = (kind: RateNotice['kind'], { currency, day, usd }: Rate, kept: Rate) =>
    notices.push({ kind, currency, day, kept: kept.usd, refused: usd, at })
  const series = new Map(
    TAKEN.map((currency) => {
      const known = bank.get(currency)?.rates ?? []
      return [
        currency,
        { byDay: new Map(known.map((rate) => [rate.day, rate])), known, next: 0, last: known[0] },
      ]
    }),
  )
  for (const rate of published) {
    const of = series.get(rate.currency)
    if (!of) continue
    const held = of.byDay.get(rate.day)
    if (held) {
      if (scaled(held.usd) !== scaled(rate.usd)) notice('CHANGED', rate, held)
      continue
    }
    // The last known rate before the day; both lists are in the order of days.
    for (; of.next < of.known.length && of.known[of.next]!.day < rate.day; of.next++) {
      const known = of.known[of.next]!
      if (!of.last || known.day > of.last.day) of.last = known
    }
    if (of.last && isJump(of.last, rate)) {
      notice('JUMP', rate, of.last)
      continue
    }
    of.last = rate
    rates.push({ currency: rate.currency, day: rate.day, usdPerUnit: rate.usd, publisher: rate.publisher })
  }
  return { rates, notices }
}

function isJump(before: Rate, { usd }: Rate): boolean {
  const [was, is] = [scaled(before.usd), scaled(usd)]
  return is > was * JUMP_MAX || is * JUMP_MAX < was
}

const DAILY = /eurofxref-daily\.xml$/
/** The file of the last 90 days reaches back at least so far. */
const RECENT_DAYS = 85

/** Weekdays after `day`, up to and with `until`: the bank publishes on no others. */
function weekdaysAfter(day: IsoDate, until: IsoDate): number {
  let count = 0
  for (let one = addDays(day, 1); one <= until; one = addDays(one, 1)) {
    const weekday = new Date(`${one}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count++
  }
  return count
}

/** Whether the bank may have published a day since the newest one that is known. */
export const isNewsExpected = (newest: IsoDate, today: IsoDate): boolean => weekdaysAfter(newest, today) > 0

/** The smallest of the bank's files that has all days since the newest one; an address of another form has one file. */
export function fileFor(url: string, newest: IsoDate, today: IsoDate): string {
  if (!DAILY.test(url) || weekdaysAfter(newest, today) <= 1) return url
  return url.replace(
    DAILY,
    today <= addDays(newest, RECENT_DAYS) ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml',
  )
}
