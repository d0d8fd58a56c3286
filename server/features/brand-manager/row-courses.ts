import { addDays, daysIn, type DateRange } from '#contract/date-range.ts'
import type { RowsBy } from '#contract/dashboards/grouping.ts'
import type { Company } from '#server/accounts/index.ts'
import { brandsOf, UNBRANDED } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { besideLedger, type Question } from '#server/metrics/answer.ts'
import { valueOf } from '#server/metrics/cells.ts'
import { readMeasured } from '#server/metrics/facts/measured.ts'

const KEYS = { SKU: 'sku', PARENT: 'parent', MARKETPLACE: 'marketplace', BRAND: 'parent' } as const

const SALES = besideLedger(['orderedProductSales'])

/** How the sales of each row moved over the range, in as many days each, so that none looks low for being short. */
export async function rowCourses(
  services: Services,
  company: Company,
  { scope, period, groupBy }: Pick<Question, 'scope'> & { period: DateRange; groupBy: RowsBy },
  rows: readonly { key: string; products?: readonly string[] }[],
  signal: AbortSignal | undefined,
): Promise<{ buckets: DateRange[]; of: (key: string) => (string | null)[] }> {
  const buckets = bucketsOf(period)
  // No products would be all of them.
  if (rows.length === 0) return { buckets, of: () => [] }
  const isByParent = groupBy === 'PARENT'
  const parents = rows.flatMap(({ key, products = [] }) =>
    products.map((sku): [string, string] => [sku, key]),
  )
  const brands = groupBy === 'BRAND' ? await brandsOf(services, company) : undefined
  const hasBrands = brands !== undefined && brands.size > 0
  const parentOf = hasBrands ? brands : isByParent ? new Map(parents) : undefined
  const skus = isByParent ? parents.map(([sku]) => sku) : rows.map(({ key }) => key)
  const measured = await readMeasured(
    services,
    company,
    {
      measures: SALES,
      by: brands && !hasBrands ? 'total' : KEYS[groupBy],
      currencyCode: scope.currencyCode,
      marketplaces: scope.marketplaces ?? [],
      skus: isByParent || groupBy === 'SKU' ? skus : (scope.skus ?? []),
      parentOf,
      periods: buckets.map((bucket) => ({ period: bucket, comparison: bucket })),
    },
    signal,
  )
  return {
    buckets,
    of: (row) => {
      const key = !brands ? row : hasBrands ? row || UNBRANDED : undefined
      return buckets.map((bucket) => {
        const { isWhole, coveredDays } = measured.coverage(SALES, bucket, key)
        // What is told of some of the days alone would look like a fall.
        if (!isWhole || coveredDays < daysIn(bucket)) return null
        return valueOf(measured.figure(SALES[0]!, bucket, key))
      })
    },
  }
}

/** Days, of longer ranges seven or 28 of them together; counted from the last, what is left over at the start is in none. */
function bucketsOf(period: DateRange): DateRange[] {
  const days = daysIn(period)
  const length = days <= 31 ? 1 : days <= 185 ? 7 : 28
  return Array.from({ length: Math.floor(days / length) }, (_, index) => {
    const end = addDays(period.end, -index * length)
    return { start: addDays(end, 1 - length), end }
  }).toReversed()
}
