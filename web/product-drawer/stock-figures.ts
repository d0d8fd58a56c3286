/** Stock of a product and its reordering, number by number, as the drawer shows it and as its files have it. */
import type { MetricCell } from '#contract/answer.ts'
import { PRODUCT_REORDERING, type PRODUCT_STOCK } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import { metricNumber } from '#web/metrics/metric-text.ts'
import { sheetOf, typeOfUnit, type CellType, type Sheet } from '#web/table/sheet.ts'
import { dayIn } from './stock-words.ts'

export type StockMetric = (typeof PRODUCT_STOCK)[number] | (typeof PRODUCT_REORDERING)[number]
type Product = Pick<ProductFigures, 'stock' | 'reordering' | 'stockStatus' | 'snapshotDay'>

interface StockFigure {
  cell: MetricCell
  value: string | null
  type: CellType
}

const isReordering = (metric: StockMetric): metric is (typeof PRODUCT_REORDERING)[number] =>
  PRODUCT_REORDERING.some((one) => one === metric)

/** A number; one that says how many days after the snapshot something comes is that day. */
export function stockFigure(product: Product, metric: StockMetric): StockFigure {
  const cell = isReordering(metric) ? product.reordering[metric] : product.stock[metric]
  return metric === 'stockoutDate'
    ? { cell, value: dayIn(product, cell.value), type: 'day' }
    : { cell, value: metricNumber(cell), type: typeOfUnit(metricOf(metric).unit) }
}

/** A row for each number. */
export const stockSheet = (product: Product, metrics: readonly StockMetric[]): Sheet =>
  sheetOf<StockMetric>(
    [
      { title: 'What', kind: 'text', value: (metric) => metricOf(metric).label },
      {
        title: 'How much',
        kind: 'number',
        type: (metric) => stockFigure(product, metric).type,
        value: (metric) => stockFigure(product, metric).value,
        answered: (metric) => stockFigure(product, metric).cell,
      },
    ],
    metrics,
  )
