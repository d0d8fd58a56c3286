import type { DateRange } from '#contract/date-range.ts'
import type { GroupBy } from '#contract/dashboards/grouping.ts'
import { bucketsOf, effectiveInterval } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { besideLedger, MEASURE_KEYS, type Question } from '#server/metrics/answer.ts'
import { valueOf } from '#server/metrics/cells.ts'
import { readMeasured } from '#server/metrics/facts/measured.ts'

const SALES = besideLedger(['orderedProductSales'])

/** How the sales of each row moved over the range, week by week or, over longer ranges, month by month. */
export async function rowCourses(
  services: Services,
  company: Company,
  { scope, period, groupBy }: Pick<Question, 'scope'> & { period: DateRange; groupBy: GroupBy },
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ buckets: DateRange[]; of: (key: string) => (string | null)[] }> {
  const buckets = bucketsOf(period, effectiveInterval('WEEKLY', period)).map(({ start, end }) => ({
    start,
    end,
  }))
  // No products would be all of them.
  if (keys.length === 0) return { buckets, of: () => [] }
  const measured = await readMeasured(
    services,
    company,
    {
      measures: SALES,
      by: groupBy === 'BRAND' ? 'total' : MEASURE_KEYS[groupBy === 'SKU' ? 'product' : 'marketplace'],
      currencyCode: scope.currencyCode,
      marketplaces: scope.marketplaces ?? [],
      skus: groupBy === 'SKU' ? keys : (scope.skus ?? []),
      periods: buckets.map((bucket) => ({ period: bucket, comparison: bucket })),
    },
    signal,
  )
  const keyed = (key: string) => (groupBy === 'BRAND' ? undefined : key)
  return {
    buckets,
    of: (key) => buckets.map((bucket) => valueOf(measured.figure(SALES[0]!, bucket, keyed(key)))),
  }
}
