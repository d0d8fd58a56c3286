/** What a seller of the sandbox is made of, and the days in which their story plays. */
import { addDays, addMonths, type IsoDate } from '#contract/date-range.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { DemoWindow } from '../demo-window.ts'
import type { Market } from '../markets.ts'
import type { Behaviour } from '../seller.ts'

/** A seller account: one region, one consent. */
interface StoryAccount {
  region: Region
  storeName: string
  /** The first is where the account was opened. */
  markets: readonly Market[]
}

export interface Story {
  id: string
  name: string
  about: string
  establishmentCountry: string
  brand: string
  accounts: readonly StoryAccount[]
  behaviour: Behaviour
  /** Whether Amazon tells them what is searched for, which it does for owners of brands. */
  ownsBrand: boolean
  /** Money is kept back until a week after delivery. */
  isDeferred: boolean
  /** Of the headings of listings, where no other language is asked for; English where nothing is said. */
  locale?: 'zh_CN'
  /** Some settlements end below zero, and Amazon charges the seller's card. */
  owesAtTimes: boolean
}

/** Nothing ends before this day: what has happened by a moment is looked at when somebody asks. */
const NO_END = '2100-12-31'

/** The same story whenever it is looked at, unlike the demo, whose days move with today. */
export function storyWindow(firstDay: IsoDate): DemoWindow {
  const halfYear = addMonths(firstDay, 6)
  const february = `${halfYear.slice(0, 4)}-02-01`
  return {
    firstDay,
    lastDay: NO_END,
    secondYearFrom: addMonths(firstDay, 12),
    lossMonth: february >= halfYear ? february : addMonths(february, 12),
    newFeeOn: {},
  }
}

const HOUR_MS = 3_600_000

/** Amazon's reports are up to an hour late, so that all that is asked within an hour agrees. */
export const lastFullHour = (now: Date): number => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS

/** The days from `start` to `end`, or none. */
export function* eachDay(start: IsoDate, end: IsoDate): Generator<IsoDate> {
  for (let day = start; day <= end; day = addDays(day, 1)) yield day
}
