/** Which units a product would have sold, day by day: the estimates of LOST-1. */
import type { LostCause } from '#contract/lost-contribution.ts'
import { addDays, daysOf, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { divide, multiply, ZERO, type Decimal } from '#contract/decimal.ts'
import { IN_STOCK_DAYS_MIN } from '#contract/metrics/computed.ts'

/** Days before a day that say how it usually is. */
export const USUAL_DAYS = 90
/** What a unit leaves is that of so many days in stock. */
const MARGIN_DAYS = 30

/** A product on a day; null is what no report says. */
export interface ProductDay {
  day: IsoDate
  /** Units to sell, by the snapshot of the day. */
  available: Decimal | null
  /** Units that were ordered; of a day without an order report null. */
  sold: Decimal | null
  stranded: Decimal | null
  sessions: Decimal | null
  /** Ordered, by the report that counts the sessions. */
  unitsOrdered: Decimal | null
  /** Of which it is said who had the offer, and those with the own one. */
  pageViews: Decimal | null
  featuredOfferPageViews: Decimal | null
}

export interface LostDays {
  cause: LostCause
  days: IsoDate[]
  units: Decimal
}

/**
 * The days of a period on which a product sold less than it could have, each for one cause. `days` are in order, and begin
 * `USUAL_DAYS` before the period.
 * @param velocity units a day in stock (INV-1); null where it is not known
 */
export function lostDays(
  days: readonly ProductDay[],
  period: DateRange,
  velocity: Decimal | null,
): LostDays[] {
  const isOfPeriod = ({ day }: ProductDay) => day >= period.start && day <= period.end
  const outOfStock: IsoDate[] = []
  const stranded: ProductDay[] = []
  const featuredOffer: IsoDate[] = []
  let offerUnits = ZERO
  const usual = new UsualDays()
  for (const one of days) {
    if (isOfPeriod(one)) look(one)
    usual.add(one)
  }
  function look(one: ProductDay) {
    if (isOutOfStock(one)) {
      if (sells(velocity)) outOfStock.push(one.day)
    } else if (isStranded(one)) {
      if (sells(velocity)) stranded.push(one)
    } else {
      const units = unitsOfLostOffer(one, usual.before(one.day))
      if (units <= ZERO) return
      offerUnits += units
      featuredOffer.push(one.day)
    }
  }
  const perDay = velocity ?? ZERO
  const most = stranded.reduce((max, one) => (one.stranded! > max ? one.stranded! : max), ZERO)
  const strandedUnits = perDay * BigInt(stranded.length)
  return (
    [
      { cause: 'OUT_OF_STOCK', days: outOfStock, units: perDay * BigInt(outOfStock.length) },
      {
        cause: 'STRANDED',
        days: stranded.map(({ day }) => day),
        units: strandedUnits < most ? strandedUnits : most,
      },
      { cause: 'FEATURED_OFFER', days: featuredOffer, units: offerUnits },
    ] as const satisfies LostDays[]
  ).filter(({ units }) => units > ZERO)
}

const sells = (velocity: Decimal | null): boolean => velocity !== null && velocity > ZERO

/** A snapshot without anything to sell, and no sale. Without an order report nobody knows whether there was one. */
export const isOutOfStock = ({ available, sold }: Pick<ProductDay, 'available' | 'sold'>): boolean =>
  available === ZERO && sold === ZERO

/** Stock without an offer: what was sold had one. */
const isStranded = ({ stranded, sold }: ProductDay): boolean =>
  stranded !== null && stranded > ZERO && sold === ZERO

/** Sessions of a day that would have bought, had the offer been there as often as it usually is. */
function unitsOfLostOffer({ sessions, ...one }: ProductDay, usual: Usual): Decimal {
  const share = shareOf(one)
  if (share === null || sessions === null || sessions <= ZERO) return ZERO
  if (usual.shares.length < IN_STOCK_DAYS_MIN) return ZERO
  const lost = medianOf(usual.shares) - share
  const conversion = divide(usual.unitsOrdered, usual.sessions)
  return lost <= ZERO || conversion === null ? ZERO : multiply(multiply(sessions, lost), conversion)
}

interface Usual {
  /** Of the Featured Offer, in order. */
  readonly shares: readonly Decimal[]
  readonly unitsOrdered: Decimal
  readonly sessions: Decimal
}

/** The days before a day, as the day moves on. */
class UsualDays implements Usual {
  readonly shares: Decimal[] = []
  unitsOrdered = ZERO
  sessions = ZERO
  readonly #days: ProductDay[] = []

  add(one: ProductDay): void {
    this.#days.push(one)
    this.unitsOrdered += one.unitsOrdered ?? ZERO
    this.sessions += one.sessions ?? ZERO
    const share = shareOf(one)
    if (share !== null) this.shares.splice(placeOf(this.shares, share), 0, share)
  }

  before(day: IsoDate): Usual {
    const since = addDays(day, -USUAL_DAYS)
    while (this.#days.length > 0 && this.#days[0]!.day < since) {
      const gone = this.#days.shift()!
      this.unitsOrdered -= gone.unitsOrdered ?? ZERO
      this.sessions -= gone.sessions ?? ZERO
      const share = shareOf(gone)
      if (share !== null) this.shares.splice(placeOf(this.shares, share), 1)
    }
    return this
  }
}

/** Where in a list in order a value stands, or would. */
function placeOf(sorted: readonly Decimal[], value: Decimal): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < value) from = middle + 1
    else to = middle
  }
  return from
}

const shareOf = ({
  pageViews,
  featuredOfferPageViews,
}: Pick<ProductDay, 'pageViews' | 'featuredOfferPageViews'>): Decimal | null =>
  pageViews === null || featuredOfferPageViews === null ? null : divide(featuredOfferPageViews, pageViews)

/** Of one at least. */
function medianOf(sorted: readonly Decimal[]): Decimal {
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n
}

/** INV-1: a snapshot with something to sell, or a sale. */
const isInStock = ({ available, sold }: ProductDay): boolean =>
  (available !== null && available > ZERO) || (sold !== null && sold > ZERO)

/**
 * The stretches of days up to an end that hold the last 30 on which a product was in stock: what a unit leaves is told from
 * them. Days out of stock, and those without an order report, are in none of them.
 */
export function marginDays(days: readonly ProductDay[], end: IsoDate): DateRange[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const first = days[0]?.day
  if (first === undefined || first > end) return []
  const stretches: DateRange[] = []
  let counted = 0
  for (const day of daysOf({ start: first, end }).toReversed()) {
    if (counted === MARGIN_DAYS) break
    const one = byDay.get(day)
    if (!one || one.sold === null || isOutOfStock(one)) continue
    if (isInStock(one)) counted++
    const last = stretches.at(-1)
    if (last && addDays(day, 1) === last.start) last.start = day
    else stretches.push({ start: day, end: day })
  }
  return counted === 0 ? [] : stretches.toReversed()
}

/** What a unit left over several stretches: the sum of what they left, by the units of all of them. */
export function marginOf(
  stretches: readonly { units: Decimal | null; unitMargin: Decimal | null; margin: Decimal | null }[],
): Decimal | null {
  const [only] = stretches
  if (!only) return null
  if (stretches.length === 1) return only.unitMargin
  let [units, margin] = [ZERO, ZERO]
  for (const one of stretches) {
    if (one.units === null || one.margin === null) return null
    // Where units were sold and nobody knows what one cost, nobody knows what it left.
    if (one.units !== ZERO && one.unitMargin === null) return null
    units += one.units
    margin += one.margin
  }
  return divide(margin, units)
}

/** Units times what one leaves; null where that is not known, or nothing. */
export const amountOf = (units: Decimal, unitMargin: Decimal | null): Decimal | null =>
  unitMargin === null || unitMargin <= ZERO ? null : multiply(units, unitMargin)
