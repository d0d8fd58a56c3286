import { PRODUCT_STOCK } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import { absenceText } from '#web/explain/lacks.ts'
import { metricText } from '#web/metrics/metric-text.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { dayText } from '#web/ui/dates.ts'
import { NoEnd, NoValue } from '#web/ui/NumberText.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './ProductDrawer.module.css'
import type { AskedProduct, ExplainMetric } from './product-scope.ts'

type StockMetric = (typeof PRODUCT_STOCK)[number]

interface ProductStockProps {
  asked: AskedProduct
  product: ProductFigures | undefined
  onExplain: ExplainMetric
}

/** What there is, what is on its way, and how long it lasts as the product sells. */
export function ProductStock({ asked, product, onExplain }: ProductStockProps) {
  const columns: SimpleColumn<StockMetric>[] = [
    {
      id: 'name',
      title: 'What',
      kind: 'text',
      isName: true,
      isTitleHidden: true,
      cell: (metric) => metricOf(metric).label,
      cellHint: (metric) => metricOf(metric).definition,
    },
    {
      id: 'value',
      title: 'How much',
      kind: 'number',
      isTitleHidden: true,
      cell: (metric) => {
        const { label, unit } = metricOf(metric)
        const cell = product!.stock[metric]
        if (cell.hasNoEnd) return <NoEnd />
        if (cell.value === null) return <NoValue reason={absenceText(cell)} />
        return (
          <button type="button" className={styles.number} onClick={() => onExplain(metric)}>
            {metricText(unit, asked.currencyCode)(cell.value)}
            <VisuallyHidden>: explain {label}</VisuallyHidden>
          </button>
        )
      },
    },
  ]
  const snapshotDay = product?.snapshotDay ?? null
  return (
    <SectionFrame
      title="Stock at Amazon"
      note={snapshotDay && `as of the snapshot of ${dayText(snapshotDay)}`}
      height={200}
      status={
        !product
          ? { kind: 'loading' }
          : snapshotDay === null
            ? {
                kind: 'empty',
                title: 'No snapshot of these days',
                text: 'Reports of stock at Amazon say what there is. Stock of your own is in none of them.',
              }
            : { kind: 'ready' }
      }
      actions={
        <ExportMenu
          fileName={`stock-${asked.sku}`}
          isDisabled={snapshotDay === null}
          content={() => ({
            sheet: sheetFrom(PRODUCT_STOCK, [
              ['What', 'text', (metric) => metricOf(metric).label],
              ['How much', 'number', (metric) => product!.stock[metric].value],
            ]),
            facts: [
              ['SKU', asked.sku],
              ['Snapshot', snapshotDay ?? ''],
            ],
          })}
        />
      }
    >
      {product && (
        <SimpleTable
          label="Stock at Amazon"
          columns={columns}
          rows={PRODUCT_STOCK}
          rowId={(metric) => metric}
          isDense
        />
      )}
    </SectionFrame>
  )
}
