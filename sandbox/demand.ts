/** How much is wanted when: season, weekday, sales events and growth. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import { establishedShare, type Good, type Season } from './goods.ts'
import type { Market } from './markets.ts'
import type { Random } from './random.ts'
import { remembered } from './remembered.ts'

const GROWTH_PER_YEAR = 1.12

/** January to December, as it stands in the middle of the month. */
const SEASONS: Record<Season, readonly number[]> = {
  kitchen: [0.9, 0.84, 0.86, 0.85, 0.83, 0.8, 0.84, 0.84, 0.94, 1.1, 1.46, 1.78],
  gifts: [0.55, 0.8, 0.75, 0.9, 1.0, 0.75, 0.7, 0.75, 0.85, 1.05, 1.7, 2.4],
  even: [1.04, 0.98, 1.0, 0.97, 0.95, 0.94, 0.97, 0.97, 1.0, 1.02, 1.12, 1.18],
  outdoor: [0.6, 0.64, 0.84, 1.06, 1.22, 1.28, 1.26, 1.14, 0.95, 0.85, 1.0, 1.14],
}

/** Sunday to Saturday. */
const WEEKDAYS = [1.12, 1.1, 1.02, 1.0, 0.97, 0.9, 0.89]

const weekdayOf = (day: IsoDate): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Between the middles of two months the season moves evenly, or every first of a month would be a step. */
function seasonFactor(season: Season, day: IsoDate): number {
  const month = Number(day.slice(5, 7)) - 1
  const awayFromMiddle = (Number(day.slice(8)) - 15) / 30
  const neighbour = (month + (awayFromMiddle < 0 ? 11 : 1)) % 12
  const factors = SEASONS[season]
  return factors[month]! * (1 - Math.abs(awayFromMiddle)) + factors[neighbour]! * Math.abs(awayFromMiddle)
}

function nthWeekday(year: string, month: string, weekday: number, nth: number): IsoDate {
  const first: IsoDate = `${year}-${month}-01`
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
}

export type SalesEvent = 'SUMMER_DEALS' | 'BLACK_WEEK'

/** Two days of deals in July; a week of them until the Monday after the fourth Friday of November. */
export const salesEventOn = (day: IsoDate): SalesEvent | undefined =>
  salesEventsOf(day.slice(0, 4)).find(({ first, last }) => day >= first && day <= last)?.event

const salesEventsOf = remembered(
  100,
  (year: string): readonly { event: SalesEvent; first: IsoDate; last: IsoDate }[] => {
    const julyTuesday = nthWeekday(year, '07', 2, 2)
    const blackFriday = nthWeekday(year, '11', 5, 4)
    return [
      { event: 'SUMMER_DEALS', first: julyTuesday, last: addDays(julyTuesday, 1) },
      { event: 'BLACK_WEEK', first: addDays(blackFriday, -4), last: addDays(blackFriday, 3) },
    ]
  },
)

const EVENT_FACTORS: Record<SalesEvent, number> = { SUMMER_DEALS: 2.7, BLACK_WEEK: 1.45 }

/** What all goods have in common on a day, 1 being an average day of the first year. */
function dayFactor(day: IsoDate, window: DemoWindow): number {
  const years = (Date.parse(day) - Date.parse(window.firstDay)) / (365.25 * 86_400_000)
  const event = salesEventOn(day)
  const holiday = day.slice(5) >= '12-23' && day.slice(5) <= '12-26' ? 0.5 : 1
  const slow = day.slice(0, 7) === window.lossMonth.slice(0, 7) ? 0.8 : 1
  return (
    GROWTH_PER_YEAR ** years * WEEKDAYS[weekdayOf(day)]! * (event ? EVENT_FACTORS[event] : 1) * holiday * slow
  )
}

const averagePopularity = new WeakMap<Market, number>()
/** Popularity of all goods of a market together, without season or newcomers: what `ordersPerDay` is stated for. */
function popularityOfAll(market: Market): number {
  const known = averagePopularity.get(market)
  if (known !== undefined) return known
  const sum = market.goods.filter((good) => !good.startsLate).reduce((all, good) => all + good.popularity, 0)
  averagePopularity.set(market, sum)
  return sum
}

export interface Demand {
  good: Good
  /** Order lines expected on the day. */
  lines: number
}

/** What is expected on a day, and what somebody buys who buys something. */
export interface DayDemand {
  goods: readonly Demand[]
  /** Order lines expected of all goods together. */
  lines: number
  drawn(chance: Random): Good
}

export function dayDemand(day: IsoDate, market: Market, window: DemoWindow): DayDemand {
  const goods = demandOn(day, market, window)
  let lines = 0
  const upTo = goods.map((one) => (lines += one.lines))
  return {
    goods,
    lines,
    drawn(chance) {
      const wanted = chance.unit() * lines
      let [low, high] = [0, upTo.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if (upTo[middle]! > wanted) high = middle
        else low = middle + 1
      }
      return goods[low]!.good
    },
  }
}

/** Orders, advertising and traffic of a day ask for the same, one after the other. */
const DAYS_KEPT = 8
const demands = new WeakMap<DemoWindow, WeakMap<Market, (day: IsoDate) => readonly Demand[]>>()

/** What is expected of each good on a day. */
export function demandOn(day: IsoDate, market: Market, window: DemoWindow): readonly Demand[] {
  const ofMarkets = demands.get(window) ?? new WeakMap<Market, (day: IsoDate) => readonly Demand[]>()
  demands.set(window, ofMarkets)
  const known = ofMarkets.get(market) ?? remembered(DAYS_KEPT, (one) => newDemandOn(one, market, window))
  ofMarkets.set(market, known)
  return known(day)
}

function newDemandOn(day: IsoDate, market: Market, window: DemoWindow): Demand[] {
  const perPopularity = (market.ordersPerDay * dayFactor(day, window)) / popularityOfAll(market)
  const seasons = new Map<Season, number>()
  const seasonOf = (season: Season): number => {
    const known = seasons.get(season) ?? seasonFactor(season, day)
    seasons.set(season, known)
    return known
  }
  return market.goods.map((good) => ({
    good,
    lines: perPopularity * good.popularity * seasonOf(good.season) * establishedShare(good, day, window),
  }))
}
