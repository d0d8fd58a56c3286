import { expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { divide, multiply, parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { amountOf, lostDays, marginDays, marginOf, USUAL_DAYS, type ProductDay } from './lost-days.ts'

const PERIOD = { start: '2026-06-01', end: '2026-06-30' }
const BEFORE = { start: addDays(PERIOD.start, -USUAL_DAYS), end: addDays(PERIOD.start, -1) }
const of = (value: number | null) => (value === null ? null : parseDecimal(String(value)))

type Said = Partial<Record<Exclude<keyof ProductDay, 'day'>, number | null>>
/** In stock, sold ten times to a hundred visitors, nine of ten of whom saw the own offer. */
const USUAL: Required<Said> = {
  available: 50,
  sold: 10,
  stranded: null,
  sessions: 100,
  unitsOrdered: 10,
  pageViews: 200,
  featuredOfferPageViews: 180,
}
const dayOf = (day: string, said: Said = {}): ProductDay => ({
  day,
  ...(Object.fromEntries(
    Object.entries({ ...USUAL, ...said }).map(([name, value]) => [name, of(value)]),
  ) as Omit<ProductDay, 'day'>),
})
/** A year-quarter as usual, then June, of which some days are otherwise. */
const course = (otherwise: Record<string, Said> = {}): ProductDay[] =>
  [...daysOf(BEFORE), ...daysOf(PERIOD)].map((day) => dayOf(day, otherwise[day]))
const said = (days: readonly ProductDay[], velocity: number | null = 6) =>
  lostDays(days, PERIOD, of(velocity)).map(({ cause, days: its, units }) => [
    cause,
    its.length,
    toText(units),
  ])

const SOLD_OUT: Said = { available: 0, sold: 0, sessions: 10, unitsOrdered: 0 }

test('as usual nothing is lost', () => {
  expect(said(course())).toEqual([])
})

test('out of stock: so many units as it sells on each of the days', () => {
  const days = course({ '2026-06-03': SOLD_OUT, '2026-06-04': SOLD_OUT })
  // Two days of six.
  expect(said(days)).toEqual([['OUT_OF_STOCK', 2, '12']])
  expect(amountOf(parseDecimal('12'), parseDecimal('4.28'))).toBe(parseDecimal('51.36'))
  // Nobody knows how fast it sells, or it does not sell.
  expect([said(days, null), said(days, 0)]).toEqual([[], []])
})

test('a day without a snapshot, with a sale or without an order report is none out of stock', () => {
  const days = course({
    '2026-06-03': { ...SOLD_OUT, available: null },
    '2026-06-04': { ...SOLD_OUT, sold: 1 },
    '2026-06-05': { ...SOLD_OUT, sold: null },
  })
  expect(said(days)).toEqual([])
})

test('stranded: as it sells, and no more than lay without an offer', () => {
  const stranded: Said = { sold: 0, sessions: 0, pageViews: null, featuredOfferPageViews: null }
  const days = course({
    '2026-06-10': { ...stranded, stranded: 40 },
    '2026-06-11': { ...stranded, stranded: 40 },
  })
  expect(said(days)).toEqual([['STRANDED', 2, '12']])
  expect(said(days, 30)).toEqual([['STRANDED', 2, '40']])
  // What was sold had an offer.
  expect(said(course({ '2026-06-10': { stranded: 40 } }))).toEqual([])
})

test('the Featured Offer lost: visitors that would have bought', () => {
  const days = course({ '2026-06-20': { featuredOfferPageViews: 100 } })
  // 100 visitors, 40 points of the offer, 10 percent of whom buy.
  expect(said(days)).toEqual([['FEATURED_OFFER', 1, '4']])
  expect(said(course({ '2026-06-20': { featuredOfferPageViews: 190 } }))).toEqual([])
  // Six days say too little of how it usually is.
  expect(
    lostDays(
      daysOf({ start: '2026-06-14', end: '2026-06-20' }).map((day) =>
        dayOf(day, day === '2026-06-20' ? { featuredOfferPageViews: 100 } : {}),
      ),
      PERIOD,
      of(6),
    ),
  ).toEqual([])
})

test('what is usual is the middle of the 90 days before, whatever single days were', () => {
  const days = course({
    '2026-05-01': { featuredOfferPageViews: 0 },
    '2026-05-02': { featuredOfferPageViews: 0 },
    '2026-06-20': { featuredOfferPageViews: 160 },
  })
  expect(said(days)).toEqual([['FEATURED_OFFER', 1, '1']])
})

test('what is older than 90 days says nothing of how it usually is', () => {
  const later = addDays(PERIOD.end, -1)
  const first = addDays(later, -USUAL_DAYS)
  // Nine of ten and many visitors until 91 days before; eight of ten since.
  const days = [...daysOf(BEFORE), ...daysOf(PERIOD)].map((day) =>
    dayOf(day, {
      featuredOfferPageViews: day === later ? 100 : day < first ? 180 : 160,
      sessions: day < first ? 1000 : 100,
    }),
  )
  const found = lostDays(days, { start: later, end: later }, of(6))
  // 100 visitors, 30 points of the offer, 10 percent of whom buy.
  expect(found.map(({ days: its, units }) => [its, toText(units)])).toEqual([[[later], '3']])
})

test('a day counts for the first cause alone', () => {
  const days = course({ '2026-06-05': { ...SOLD_OUT, stranded: 9, featuredOfferPageViews: 0 } })
  expect(said(days)).toEqual([['OUT_OF_STOCK', 1, '6']])
})

/** The same by filters: days with an order report on which something was there or sold, from the thirtieth last one on. */
function marginDaysOf(days: readonly ProductDay[]): string[] {
  const told = days.filter(({ day, sold }) => sold !== null && day <= PERIOD.end)
  const isThere = ({ available, sold }: ProductDay) => (available ?? ZERO) > ZERO || sold! > ZERO
  const there = told.filter(isThere).slice(-30)
  if (there.length === 0) return []
  const from = there.length === 30 ? there[0]!.day : ''
  return told
    .filter((one) => (isThere(one) || one.available === null) && one.day >= from)
    .map(({ day }) => day)
}

test('whatever days are drawn, no day counts twice, and each lies in the period', () => {
  const seed = printedSeed()
  let state = seed
  const drawn = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  for (let number = 0; number < casesOf(200, 20_000); number++) {
    const days = [...daysOf(BEFORE), ...daysOf(PERIOD)]
      .filter(() => drawn(10) > 0)
      .map((day) =>
        dayOf(day, {
          available: [0, 0, 5, null][drawn(4)]!,
          sold: [0, 0, 3, null][drawn(4)]!,
          stranded: [0, 4, null, null][drawn(4)]!,
          sessions: [0, 80, null][drawn(3)]!,
          featuredOfferPageViews: drawn(201),
        }),
      )
    const found = lostDays(days, PERIOD, of([null, 0, 2, 6][drawn(4)]!))
    const counted = found.flatMap((one) => one.days)
    expect(new Set(counted).size, `case ${number} of ${seed}`).toBe(counted.length)
    expect(counted.every((day) => day >= PERIOD.start && day <= PERIOD.end)).toBe(true)
    expect(found.every(({ units }) => units > ZERO)).toBe(true)
    const ofOffer = found.find(({ cause }) => cause === 'FEATURED_OFFER')
    const units = (ofOffer?.days ?? []).reduce((sum, day) => sum + unitsOnOneDay(days, day), ZERO)
    expect(ofOffer?.units ?? ZERO, `case ${number} of ${seed}`).toBe(units)
    expect(marginDays(days, PERIOD.end).flatMap((stretch) => daysOf(stretch))).toEqual(marginDaysOf(days))
  }
})

/** LOST-1 as it is written, for one day alone. */
function unitsOnOneDay(days: readonly ProductDay[], day: string): bigint {
  const usual = days.filter((one) => one.day < day && one.day >= addDays(day, -USUAL_DAYS))
  const share = (one: ProductDay) => divide(one.featuredOfferPageViews!, one.pageViews!)!
  const shares = usual.map(share).toSorted((a, b) => (a < b ? -1 : 1))
  const median = (shares[(shares.length - 1) >> 1]! + shares[shares.length >> 1]!) / 2n
  const sum = (of: 'unitsOrdered' | 'sessions') => usual.reduce((all, one) => all + (one[of] ?? ZERO), ZERO)
  const today = days.find((one) => one.day === day)!
  return multiply(
    multiply(today.sessions!, median - share(today)),
    divide(sum('unitsOrdered'), sum('sessions'))!,
  )
}

test('what a unit leaves is told from the last 30 days in stock, whatever lies between', () => {
  expect(marginDays(course(), PERIOD.end)).toEqual([PERIOD])
  const days = course({ '2026-06-10': SOLD_OUT, '2026-06-11': SOLD_OUT, '2026-06-30': { sold: null } })
  // 12 to 29 June are 18 days; 12 more stand before the 10th.
  expect(marginDays(days, PERIOD.end)).toEqual([
    { start: '2026-05-29', end: '2026-06-09' },
    { start: '2026-06-12', end: '2026-06-29' },
  ])
  expect(marginDays([], PERIOD.end)).toEqual([])
  const none = course().map((one) => ({ ...one, available: ZERO, sold: ZERO }))
  expect(marginDays(none, PERIOD.end)).toEqual([])
})

test('of several stretches it is what they left together, by all their units', () => {
  const stretch = (units: number, margin: number | null, unitMargin: number | null = 1) => ({
    units: of(units),
    margin: of(margin),
    unitMargin: of(unitMargin),
  })
  expect(marginOf([])).toBeNull()
  expect(marginOf([stretch(10, 50, 4)])).toBe(of(4))
  // (30 + 60) ÷ (10 + 5)
  expect(marginOf([stretch(10, 30), stretch(5, 60)])).toBe(of(6))
  // Advertising of days without a sale counts too.
  expect(marginOf([stretch(10, 30), stretch(0, -5, null)])).toBe(of(2.5))
  expect(marginOf([stretch(10, 30), stretch(5, 60, null)])).toBeNull()
  expect(marginOf([stretch(10, 30), stretch(5, null)])).toBeNull()
})

test('a unit that leaves nothing loses nothing', () => {
  expect([amountOf(of(3)!, of(-1)), amountOf(of(3)!, ZERO), amountOf(of(3)!, null)]).toEqual([
    null,
    null,
    null,
  ])
})
