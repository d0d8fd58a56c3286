/**
 * Daily exchange rates of the demonstration. They are invented from the first day to the last: a company with rates of
 * its own uses only these, so that no day mixes an invented rate with a real one. Dirham and riyal are left out: their
 * official pegs to the dollar hold on every day.
 */
import { addDays, daysOf, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import { random } from './random.ts'

export interface RateDay {
  rate_date: IsoDate
  currency: string
  usd_per_unit: string
  source: string
}

const OF_DEMO = 'invented for the demo'
const OF_SANDBOX = 'invented for the pretend Amazon'
/** The sandbox's walks begin here, on whichever days they are asked for. */
const SANDBOX_FROM = '2024-05-01'
const SANDBOX_SEED = 1
/** A rate counts for ten days; the first sale must find one even if the month begins with a long weekend. */
const DAYS_BEFORE = 14

/** US dollars for one unit: a walk that is drawn back to its middle and never leaves its corridor. */
const WALKS = [
  { currency: 'EUR', low: 1.06, middle: 1.115, high: 1.17 },
  { currency: 'GBP', low: 1.25, middle: 1.3, high: 1.35 },
  { currency: 'CAD', low: 0.69, middle: 0.72, high: 0.75 },
  { currency: 'AUD', low: 0.63, middle: 0.67, high: 0.71 },
  { currency: 'BRL', low: 0.175, middle: 0.19, high: 0.205 },
  { currency: 'EGP', low: 0.0195, middle: 0.0205, high: 0.0215 },
  { currency: 'INR', low: 0.0106, middle: 0.0112, high: 0.0118 },
  { currency: 'JPY', low: 0.0062, middle: 0.0066, high: 0.007 },
  { currency: 'MXN', low: 0.052, middle: 0.055, high: 0.058 },
  { currency: 'PLN', low: 0.255, middle: 0.27, high: 0.285 },
  { currency: 'SEK', low: 0.098, middle: 0.104, high: 0.11 },
  { currency: 'SGD', low: 0.74, middle: 0.765, high: 0.79 },
  { currency: 'TRY', low: 0.021, middle: 0.024, high: 0.027 },
  { currency: 'ZAR', low: 0.054, middle: 0.057, high: 0.06 },
  { currency: 'CHF', low: 1.178, middle: 1.24, high: 1.302 },
  { currency: 'CNY', low: 0.133, middle: 0.14, high: 0.147 },
  { currency: 'CZK', low: 0.0437, middle: 0.046, high: 0.0483 },
  { currency: 'DKK', low: 0.1425, middle: 0.15, high: 0.1575 },
  { currency: 'HKD', low: 0.1216, middle: 0.128, high: 0.1344 },
  { currency: 'HUF', low: 0.002755, middle: 0.0029, high: 0.003045 },
  { currency: 'IDR', low: 0.000057475, middle: 0.0000605, high: 0.000063525 },
  { currency: 'ILS', low: 0.285, middle: 0.3, high: 0.315 },
  { currency: 'ISK', low: 0.007505, middle: 0.0079, high: 0.008295 },
  { currency: 'KRW', low: 0.0006555, middle: 0.00069, high: 0.0007245 },
  { currency: 'MYR', low: 0.228, middle: 0.24, high: 0.252 },
  { currency: 'NOK', low: 0.095, middle: 0.1, high: 0.105 },
  { currency: 'NZD', low: 0.551, middle: 0.58, high: 0.609 },
  { currency: 'PHP', low: 0.01634, middle: 0.0172, high: 0.01806 },
  { currency: 'RON', low: 0.209, middle: 0.22, high: 0.231 },
  { currency: 'THB', low: 0.0285, middle: 0.03, high: 0.0315 },
]
/** At least four digits of any rate. */
const decimalsOf = (middle: number): number => (middle < 0.001 ? 9 : middle < 0.5 ? 6 : 4)

export function exchangeRates(
  { firstDay, lastDay }: Pick<DemoWindow, 'firstDay' | 'lastDay'>,
  seed: number,
  source = OF_DEMO,
): RateDay[] {
  return WALKS.flatMap(({ currency, low, middle, high }) => {
    const days: RateDay[] = []
    let rate = middle
    for (const day of daysOf({ start: addDays(firstDay, -DAYS_BEFORE), end: addDays(lastDay, 1) })) {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
      if (weekday === 0 || weekday === 6) continue
      const chance = random(seed, 'rate', currency, day)
      rate += (middle - rate) * 0.012 + middle * 0.009 * (chance.unit() - 0.5)
      rate = Math.min(high, Math.max(low, rate))
      days.push({ rate_date: day, currency, usd_per_unit: rate.toFixed(decimalsOf(middle)), source })
    }
    return days
  })
}

/** Rates of these days for what the sandbox's sellers earn, which is as invented as they are. */
export const inventedRates = ({ start, end }: DateRange): RateDay[] =>
  exchangeRates({ firstDay: SANDBOX_FROM, lastDay: addDays(end, -1) }, SANDBOX_SEED, OF_SANDBOX).filter(
    ({ rate_date }) => rate_date >= start,
  )
