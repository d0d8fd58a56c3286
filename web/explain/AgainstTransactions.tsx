import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { Difference, OrderDifference } from '#contract/explain.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { shortDayText } from '#web/ui/dates.ts'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { countText } from '#web/ui/numbers.ts'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import chosenStyles from './ChosenGroup.module.css'
import { scopeOfCell } from './cell-scope.ts'
import type { ExplainedCell } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { valueFormat } from './group-names.ts'
import styles from './Groups.module.css'
import { Lines } from './Lines.tsx'
import { More } from './More.tsx'
import { restOf } from './order-differences.ts'
import { Section } from './Section.tsx'
import { exportedDifferences, fileNameOf, type Subject } from './told-apart-export.ts'
import { usePages } from './use-pages.ts'

interface AgainstTransactionsProps {
  scope: ExplainScope
  cell: ExplainedCell
}

const PAGE_SIZE = 20
const BY = { TRANSACTION: 'by transaction', ORDER: 'by order' } as const

/** A number by order beside the same by transaction: the orders that make the difference, and the lines of each on both sides. */
export function AgainstTransactions({ scope, cell }: AgainstTransactionsProps) {
  const { metric: metricId, start, end } = cell
  const [pages, setPages] = useState(1)
  const [chosen, setChosen] = useState<string | null>(null)
  const asked = { ...scope, ...scopeOfCell(cell) }
  const question = { ...asked, metricId, startDate: start, endDate: end }
  const { answers, read } = usePages(pages, PAGE_SIZE, (page, options) =>
    trpc.audit.explainDifference.queryOptions({ ...question, ...page }, options),
  )
  const subject: Subject = { scope: asked, metric: metricId, term: metricId, start, end, parts: [] }
  const orders = answers.flatMap(({ data }) => data?.orders ?? [])
  if (chosen !== null)
    return (
      <>
        <section className={chosenStyles.chosen} aria-label={`Order ${chosen}`}>
          <IconButton
            icon={ChevronLeft}
            label="Back to all orders that differ"
            onPress={() => setChosen(null)}
          />
          <div className={chosenStyles.name}>
            <b>{chosen}</b>
            <small>{daysText(orders.find(({ orderId }) => orderId === chosen))}</small>
          </div>
        </section>
        {PNL_BASES.toReversed().map((basis) => (
          <Lines
            key={basis}
            title={`Lines ${BY[basis]}`}
            number={{ ...question, basis, group: { by: 'order', key: chosen } }}
            subject={{ ...subject, scope: { ...asked, basis }, parts: [['Order', chosen]] }}
          />
        ))}
      </>
    )
  return (
    <Section title="Compared with transactions" note={scope.currencyCode}>
      <QueryBody title="The difference to transactions" query={answers[0]!}>
        {(found) =>
          found.whole === null ? (
            <p className={styles.none}>
              Orders or transactions do not fully cover these days, or an exchange rate is missing.
            </p>
          ) : (
            <>
              <div className={styles.tools}>
                <output className={styles.count}>
                  {found.orderCount === 0
                    ? 'No order differs.'
                    : `${countText(found.orderCount, 'order')} differ${found.orderCount === 1 ? 's' : ''}`}
                </output>
                <ExportMenu
                  content={() => exportedDifferences(subject, read)}
                  fileName={fileNameOf(subject, 'against-transactions')}
                />
              </div>
              <Differences
                whole={found.whole}
                orders={orders}
                format={valueFormat(metricOf(metricId).unit, scope.currencyCode)}
                onChoose={setChosen}
              />
              <More
                shown={orders.length}
                total={found.orderCount}
                later={answers.slice(1)}
                onMore={() => setPages(pages + 1)}
              />
            </>
          )
        }
      </QueryBody>
    </Section>
  )
}

/** `29 Jun, posted 2 Jul`; what no report says is not there yet. */
function daysText(order: Pick<OrderDifference, 'ordered' | 'posted'> | undefined): string {
  const [ordered, posted] = [order?.ordered, order?.posted].map(
    (days) => days && [...new Set([days.start, days.end])].map(shortDayText).join(' to '),
  )
  if (ordered) return `${ordered}, ${posted ? `posted ${posted}` : 'not posted'}`
  return posted ? `posted ${posted} only` : ''
}

type Row = Pick<OrderDifference, 'orderId' | 'difference'> & Partial<OrderDifference>

interface DifferencesProps {
  whole: Difference
  orders: readonly OrderDifference[]
  format: (text: string) => string
  onChoose: (orderId: string) => void
}

function Differences({ whole, orders, format, onChoose }: DifferencesProps) {
  const amount = (id: 'byOrder' | 'byTransaction' | 'difference', title: string): SimpleColumn<Row> => ({
    id,
    title,
    kind: 'number',
    isMuted: id !== 'difference',
    cell: ({ difference }) =>
      difference ? (
        <NumberText value={difference[id]} format={format} />
      ) : (
        <NoValue reason="no exchange rate" />
      ),
  })
  const columns: SimpleColumn<Row>[] = [
    {
      id: 'order',
      title: 'Order',
      kind: 'text',
      isName: true,
      cell: ({ orderId, ordered = null, posted = null }) =>
        ordered === null && posted === null ? (
          orderId
        ) : (
          <button type="button" className={cx(styles.name, styles.order)} onClick={() => onChoose(orderId)}>
            <span className={styles.label}>{orderId}</span>
            <small>{daysText({ ordered, posted })}</small>
          </button>
        ),
      cellHint: ({ orderId, ordered = null, posted = null }) =>
        [orderId, daysText({ ordered, posted })].filter(Boolean).join('\n'),
    },
    amount('byOrder', 'By order'),
    amount('byTransaction', 'Posted'),
    amount('difference', 'Difference'),
  ]
  return (
    <SimpleTable
      label="Orders that differ"
      columns={columns}
      rows={[...orders, { orderId: 'Everything else', difference: restOf(whole, orders) }]}
      rowId={({ orderId }) => orderId}
      isDense
      result={{ orderId: 'Total', difference: whole }}
    />
  )
}
