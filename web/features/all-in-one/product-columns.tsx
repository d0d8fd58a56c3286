import type { AllInOneRow } from '#contract/all-in-one.ts'
import { ALL_IN_ONE_PRODUCTS } from '#contract/dashboards/all-in-one.ts'
import { keyColumn } from '#web/metrics/key-column.tsx'
import type { TableRow } from '#web/metrics/keyed-rows.ts'
import { comparedColumns } from '#web/metrics/metric-columns.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { shortName } from './all-in-one-view.ts'

type Line = TableRow<AllInOneRow>

/** Whose growth has a column of its own. */
const GROWING: readonly (typeof ALL_IN_ONE_PRODUCTS)[number][] = ['orderedProductSales', 'netProfit']

export const productColumns = (currencyCode: string): TableColumn<Line>[] => {
  const compared = comparedColumns({ currencyCode, hasGrowth: true }, ({ row }: Line) => row?.metrics)
  return [
    keyColumn<AllInOneRow>('SKU'),
    ...ALL_IN_ONE_PRODUCTS.flatMap((metric) =>
      compared({ metric, title: shortName(metric), ...(GROWING.includes(metric) && { growth: true }) }),
    ),
  ]
}
