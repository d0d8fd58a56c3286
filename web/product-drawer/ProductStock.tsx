import { Link } from '@tanstack/react-router'
import { PRODUCT_REORDERING, PRODUCT_STOCK } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { metricText } from '#web/metrics/metric-text.ts'
import { PATHS } from '#web/paths.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { CellType } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { dayText, today } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { NoEnd, NoValue } from '#web/ui/NumberText.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './ProductDrawer.module.css'
import type { AskedProduct, ExplainMetric } from './product-scope.ts'
import { stockFigure, stockSheet, type StockMetric } from './stock-figures.ts'
import { adviceText, STATUS_WORDS } from './stock-words.ts'

interface ProductStockProps {
  asked: AskedProduct
  product: ProductFigures | undefined
  onExplain: ExplainMetric
}

/** What a number is called and what it comes to. */
function figureColumns({ asked, product, onExplain }: ProductStockProps): SimpleColumn<StockMetric>[] {
  const written = (metric: StockMetric, value: string, type: CellType) => {
    const { unit, decimals } = metricOf(metric)
    if (type === 'day') return dayText(value)
    if (metric === 'reorderInDays') return countText(Number(value), 'day')
    return metricText(unit, asked.currencyCode, decimals)(value)
  }
  return [
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
        const { cell, value, type } = stockFigure(product!, metric)
        if (cell.hasNoEnd) return <NoEnd />
        if (value === null) return <NoValue reason={metricAbsence(cell, metric)} />
        return (
          <button
            type="button"
            className={styles.number}
            title={metricNotes(cell, metric).join('\n') || undefined}
            onClick={() => onExplain(metric)}
          >
            {written(metric, value, type)}
            <VisuallyHidden>: explain {metricOf(metric).label}</VisuallyHidden>
          </button>
        )
      },
    },
  ]
}

/** When to order the product again, and how many; then what there is, what is on its way, and how long it lasts. */
export function ProductStock(props: ProductStockProps) {
  const { asked, product } = props
  const columns = figureColumns(props)
  const snapshotDay = product?.snapshotDay ?? null
  return (
    <>
      {product?.stockStatus && <Reordering asked={asked} product={product} columns={columns} />}
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
                  text: 'Import reports of stock at Amazon to see it. They do not include stock you keep elsewhere.',
                }
              : { kind: 'ready' }
        }
        actions={
          <ExportMenu
            fileName={`stock-${asked.sku}`}
            isDisabled={snapshotDay === null}
            content={() => ({
              sheet: stockSheet(product!, PRODUCT_STOCK),
              facts: [
                ['SKU', asked.sku],
                ['Snapshot', snapshotDay ?? '', 'day'],
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
    </>
  )
}

interface ReorderingProps extends Pick<ProductStockProps, 'asked'> {
  product: ProductFigures
  columns: readonly SimpleColumn<StockMetric>[]
}

function Reordering({ asked, product, columns }: ReorderingProps) {
  const { stockStatus, days } = product
  if (stockStatus === null) return null
  const { label, kind } = STATUS_WORDS[stockStatus]
  const advice = adviceText(product, today())
  return (
    <SectionFrame
      title="Reorder"
      note={`lead time ${countText(days.leadTime, 'day')}, safety ${days.safety}, cover ${days.targetCover}`}
      height={200}
      status={{ kind: 'ready' }}
      actions={
        <ExportMenu
          fileName={`reorder-${asked.sku}`}
          content={() => ({
            sheet: stockSheet(product, PRODUCT_REORDERING),
            facts: [
              ['SKU', asked.sku],
              ['Status', label],
              ['Snapshot', product.snapshotDay ?? '', 'day'],
              ['Lead time, days', String(days.leadTime)],
              ['Safety, days', String(days.safety)],
              ['Target cover, days', String(days.targetCover)],
            ],
          })}
        />
      }
    >
      <p className={styles.advice}>
        <Badge kind={kind}>{label}</Badge> {advice}{' '}
        <Link to={PATHS.companyGeneral} params={{ companyId: asked.companyId }}>
          Change lead times
        </Link>
      </p>
      <SimpleTable
        label="Reorder"
        columns={columns}
        rows={PRODUCT_REORDERING}
        rowId={(metric) => metric}
        isDense
      />
    </SectionFrame>
  )
}
