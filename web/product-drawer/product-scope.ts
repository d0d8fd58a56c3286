import type { ProductInput } from '#contract/product-drawer.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import type { DescribeExport } from '#web/table/export-description.ts'
import type { Facts } from '#web/table/sheet.ts'

/** What the page has chosen that holds for any product too. */
export type ProductScope = Omit<DashboardScope, 'skus' | 'brandNames'> & { contingency?: number }

/** As the server is asked for a product. */
export type AskedProduct = ProductScope & Pick<ProductInput, 'sku'>

/** What all files of a product say. */
const factsOf = ({ sku, currencyCode, marketplaces, asOf }: AskedProduct): Facts => [
  ['SKU', sku],
  ['Currency', currencyCode],
  ['Marketplaces', marketplaces.join(' ') || 'all'],
  ...pastFacts(asOf),
]

/** What is exported of a product, described as the page does, and by the product; a file's own facts go before. */
export const describedBy =
  (describe: DescribeExport, asked: AskedProduct): DescribeExport =>
  (content, rows) =>
    describe(async (of) => {
      const exported = await content(of)
      const own = exported.facts ?? []
      const names = new Set(own.map(([name]) => name))
      return { ...exported, facts: [...factsOf(asked).filter(([name]) => !names.has(name)), ...own] }
    }, rows)

/** Explains a number of the product, of its days where no others are named. */
export type ExplainMetric = (metric: MetricId, days?: { start: string; end: string }) => void
