import {
  RATE_AGE_DAYS_MAX,
  type CurrencyRates,
  type InstallationRates,
  type RatesRenewal,
} from '#contract/exchange-rates.ts'
import { addDays, daysIn } from '#contract/date-range.ts'
import { RATED_CURRENCY_CODES, type RatedCurrencyCode } from '#contract/currencies.ts'
import { latestUpdate, type Accounts } from '#server/accounts/index.ts'
import { knownRates, PEGS, type KnownRates, type Rate } from './known-rates.ts'

/** The newest rate of each currency that has any, by currency; pegs are of every day. */
export const latestRates = async (accounts: Accounts): Promise<Rate[]> =>
  [...(await knownRates(accounts)).series.values()]
    .map(({ rates }) => rates.at(-1)!)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))

/** Of each currency of the product: where its rates come from, and how old the newest is. */
export const ratesOf = (known: KnownRates, today: string): CurrencyRates[] =>
  RATED_CURRENCY_CODES.filter((currency) => currency !== 'USD').map((currency) => {
    const series = known.series.get(currency)
    const newest = series?.rates.at(-1)
    if (series && newest)
      return { currency, origin: series.origin, source: newest.publisher, ...ageOf(newest.day, today) }
    return withoutSeries(currency)
  })

function withoutSeries(currency: RatedCurrencyCode): CurrencyRates {
  const peg = PEGS.find((one) => one.currency === currency)
  const nothing = { currency, newestDay: null, ageDays: null }
  return peg
    ? { ...nothing, origin: 'PEG', source: peg.publisher, state: 'FRESH' }
    : { ...nothing, origin: 'NONE', source: '', state: 'NONE' }
}

export function ageOf(
  newestDay: string,
  today: string,
): Pick<CurrencyRates, 'newestDay' | 'ageDays' | 'state'> {
  const ageDays = newestDay >= today ? 0 : daysIn({ start: addDays(newestDay, 1), end: today })
  return { newestDay, ageDays, state: ageDays > RATE_AGE_DAYS_MAX ? 'OLD' : 'FRESH' }
}

/** How the daily look at the bank's file goes. */
export async function renewalOf(accounts: Accounts, url: string | undefined): Promise<RatesRenewal> {
  const update = await latestUpdate(accounts)
  return {
    host: url === undefined ? null : new URL(url).host,
    triedAt: update?.triedAt.toISOString() ?? null,
    succeededAt: update?.succeededAt?.toISOString() ?? null,
    problem: update?.problem ?? null,
  }
}

/** What an operator wants to know of the rates. */
export async function ratesStatus(
  accounts: Accounts,
  { today, url }: { today: string; url: string | undefined },
): Promise<InstallationRates> {
  const [known, update] = await Promise.all([knownRates(accounts), latestUpdate(accounts)])
  return {
    currencies: ratesOf(known, today),
    renewal: await renewalOf(accounts, url),
    notices: update?.notices ?? [],
  }
}
