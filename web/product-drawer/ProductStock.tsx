import { Link } from '@tanstack/react-router'
import type { MetricCell } from '#contract/answer.ts'
import { PRODUCT_REORDERING, PRODUCT_STOCK } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { metricText } from '#web/metrics/metric-text.ts'
import { PATHS } from '#web/paths.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { dayText, today } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { NoEnd, NoValue } from '#web/ui/NumberText.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './ProductDrawer.module.css'
import type { AskedProduct, ExplainMetric } from './product-scope.ts'
import { adviceText, dayIn, STATUS_WORDS } from './stock-words.ts'

type StockMetric = (typeof PRODUCT_STOCK)[number] | (typeof PRODUCT_REORDERING)[number]

interface ProductStockProps {
  asked: AskedProduct
  product: ProductFigures | undefined
  onExplain: ExplainMetric
}

/** What a number is called and what it comes to; one that counts days from the snapshot is its day. */
function figureColumns(
  { asked, product, onExplain }: ProductStockProps,
  cellOf: (metric: StockMetric) => MetricCell,
): SimpleColumn<StockMetric>[] {
  const written = (metric: StockMetric, value: string) => {
    const day = metric === 'stockoutDate' && product ? dayIn(product, value) : null
    const { unit, decimals } = metricOf(metric)
    if (day !== null) return dayText(day)
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
        const cell = cellOf(metric)
        if (cell.hasNoEnd) return <NoEnd />
        if (cell.value === null) return <NoValue reason={metricAbsence(cell, metric)} />
        return (
          <button
            type="button"
            className={styles.number}
            title={metricNotes(cell, metric).join('\n') || undefined}
            onClick={() => onExplain(metric)}
          >
            {written(metric, cell.value)}
            <VisuallyHidden>: explain {metricOf(metric).label}</VisuallyHidden>
          </button>
        )
      },
    },
  ]
}

const isReordering = (metric: StockMetric): metric is (typeof PRODUCT_REORDERING)[number] =>
  PRODUCT_REORDERING.some((one) => one === metric)

/** When to order the product again, and how many; then what there is, what is on its way, and how long it lasts. */
export function ProductStock(props: ProductStockProps) {
  const { asked, product } = props
  const cellOf = (metric: StockMetric): MetricCell =>
    isReordering(metric) ? product!.reordering[metric] : product!.stock[metric]
  const columns = figureColumns(props, cellOf)
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
            sheet: sheetFrom(PRODUCT_REORDERING, [
              ['What', 'text', (metric) => metricOf(metric).label],
              ['How much', 'number', (metric) => product.reordering[metric].value],
            ]),
            facts: [
              ['SKU', asked.sku],
              ['Status', label],
              ['Snapshot', product.snapshotDay ?? ''],
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
