/**
 * Daily exchange rates of the demonstration. They are invented from the first day to the last: a company with rates of
 * its own uses only these, so that no day mixes an invented rate with a real one.
 */
import { addDays, daysOf, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import { random } from './random.ts'

export interface RateDay {
  rate_date: IsoDate
  currency: string
  usd_per_unit: string
  source: string
}

const SOURCE = 'invented for the demo'
/** A rate counts for ten days; the first sale must find one even if the month begins with a long weekend. */
const DAYS_BEFORE = 14

/** US dollars for one unit: a walk that is drawn back to its middle and never leaves its corridor. */
const WALKS = [
  { currency: 'EUR', low: 1.06, middle: 1.115, high: 1.17 },
  { currency: 'GBP', low: 1.25, middle: 1.3, high: 1.35 },
  { currency: 'CAD', low: 0.69, middle: 0.72, high: 0.75 },
]

export function exchangeRates({ firstDay, lastDay }: DemoWindow, seed: number): RateDay[] {
  return WALKS.flatMap(({ currency, low, middle, high }) => {
    const days: RateDay[] = []
    let rate = middle
    for (const day of daysOf({ start: addDays(firstDay, -DAYS_BEFORE), end: addDays(lastDay, 1) })) {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
      if (weekday === 0 || weekday === 6) continue
      const chance = random(seed, 'rate', currency, day)
      rate += (middle - rate) * 0.012 + middle * 0.009 * (chance.unit() - 0.5)
      rate = Math.min(high, Math.max(low, rate))
      days.push({ rate_date: day, currency, usd_per_unit: rate.toFixed(4), source: SOURCE })
    }
    return days
  })
}
