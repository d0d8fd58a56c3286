import type { IsoDate } from '#contract/date-range.ts'
import { multiply, parseDecimal, type Decimal } from '#contract/decimal.ts'
import type { Company } from '#server/accounts/index.ts'
import { factorsOfDays } from '#server/ledger/currencies/conversion.ts'
import { periodsOf } from '#server/ledger/derivation/cost-periods.ts'
import type { ReadingMoments } from '#server/ledger/derivation/reading-moments.ts'
import type { Services } from '#server/ledger/services.ts'
import { groupedBy } from '#contract/grouped-by.ts'

/** Where a unit of a product was on a day. */
export interface StockPlace {
  sku: string
  marketplace: string
  day: IsoDate
}

const NO_LIMIT = 2 ** 32 - 1

interface LandedCosts {
  currencyCode: string
  /** What is going to be asked for. */
  places: readonly StockPlace[]
  held: { live: number[] } & ReadingMoments
}

/** What a unit cost landed on a day, at the rate of that day; null where its cost or the rate is not known. */
export async function landedCosts(
  services: Services,
  company: Company,
  { currencyCode, places, held }: LandedCosts,
  signal: AbortSignal | undefined,
): Promise<(place: StockPlace) => Decimal | null> {
  const skus = [...new Set(places.map(({ sku }) => sku))]
  const asked = { ...held, skus, limit: NO_LIMIT }
  const costs = await services.analytics.run(periodsOf, company, asked, { signal })
  const currencies = [...new Set(costs.map(({ currency }) => currency))]
  const days = places.map(({ day }) => day).toSorted()
  if (days.length === 0) return () => null
  const range = { start: days[0]!, end: days.at(-1)! }
  const factorOf = await factorsOfDays(services, company, { to: currencyCode, currencies, range }, signal)
  const costsOf = groupedBy(costs, ({ sku }) => sku)
  return ({ sku, day, marketplace }) => {
    const holding = (costsOf.get(sku) ?? []).filter(
      (cost) => cost.validFrom <= day && (cost.validTo === null || cost.validTo >= day),
    )
    // That of the marketplace goes before the general one.
    const cost =
      holding.find((one) => one.marketplace === marketplace) ??
      holding.find((one) => one.marketplace === null)
    const factor = cost && factorOf(cost.currency, day)
    return cost && factor != null ? multiply(parseDecimal(cost.landed), factor) : null
  }
}
