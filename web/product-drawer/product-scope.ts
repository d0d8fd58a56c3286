import type { ProductInput } from '#contract/product-drawer.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'

/** What the page has chosen that holds for any product too. */
export type ProductScope = Omit<DashboardScope, 'skus' | 'brandNames'> & { contingency?: number }

/** As the server is asked for a product. */
export type AskedProduct = ProductScope & Pick<ProductInput, 'sku'>

/** Explains a number of the product, of its days where no others are named. */
export type ExplainMetric = (metric: MetricId, days?: { start: string; end: string }) => void
