import { useQuery } from '@tanstack/react-query'
import type { HeldBack, RollForward } from '#contract/reconciliation.ts'
import { useIsPrinting } from '#web/print/printing.ts'
import { PartsBar, type WholePart } from '#web/charts/PartsBar.tsx'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { dayText, monthOfYearText } from '#web/ui/dates.ts'
import { countText, exactText, isZero } from '#web/ui/numbers.ts'
import { SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import {
  BROUGHT,
  DEFERRED_WORDS,
  deferredSheet,
  dueSheet,
  negated,
  reasonText,
  RESERVE_WORDS,
  reservesSheet,
  soonest,
  START,
  stillHeld,
  type Due,
  type MovementWords,
} from './held-back-rows.ts'
import styles from './ReconciliationPage.module.css'

const MONTHS_SHOWN = 4
const DAYS_SHOWN = 12

interface HeldBackSectionProps {
  asked: Pick<DashboardScope, 'companyId' | 'asOf'>
  currency: string
}

/** What Amazon holds back of sales and as reserves, each month beginning with what the one before it ended with. */
export function HeldBackSection({ asked, currency }: HeldBackSectionProps) {
  const query = useQuery(trpc.profitAndLoss.getHeldBack.queryOptions(asked))
  const held = query.data?.find((one) => one.currency === currency)
  const reserves = held && held.reserves.months.length > 0 ? held.reserves : undefined
  const statusOf = (isAny: boolean, empty: { title: string; text: string }): SectionStatus =>
    query.data && !isAny ? { kind: 'empty', ...empty } : queryStatus(query)
  return (
    <div className={styles.halves}>
      <SectionFrame
        title="Deferred"
        note={`paid later by Amazon, not yet in the statement, ${currency}`}
        height={120}
        status={statusOf(held?.deferred != null, {
          title: 'No known deferred sales',
          text: 'What Amazon holds back is only known from transactions, which come from a connected seller account.',
        })}
        actions={held?.deferred && <DeferredExport {...held.deferred} currency={currency} />}
      >
        {held?.deferred && <Deferred {...held.deferred} currency={currency} />}
      </SectionFrame>
      <SectionFrame
        title="Reserves"
        note={`kept by one settlement and given back by the next, ${currency}`}
        height={120}
        status={statusOf(reserves !== undefined, {
          title: 'No reserve',
          text: `No settlement in ${currency} has held anything back.`,
        })}
        actions={
          reserves && (
            <ExportMenu
              label="Export reserves"
              content={() => ({
                sheet: reservesSheet(reserves, currency),
                facts: [
                  ...factsOf(currency),
                  ...(isZero(reserves.unexplained)
                    ? []
                    : [['Note', unexplainedText(reserves.unexplained, currency)] as const]),
                ],
              })}
              fileName={`reserves-${currency.toLowerCase()}`}
            />
          )
        }
      >
        {reserves && <Reserves {...reserves} currency={currency} />}
      </SectionFrame>
    </div>
  )
}

type Money = { currency: string }

const factsOf = (currency: string): Facts => [
  ['Currency', currency],
  ['Months', 'all that are known, whichever dates the page shows'],
]

const sinceText = (since: string): string => `Sales from ${dayText(since)} on, by the day of the sale.`

function DeferredExport({ currency, ...deferred }: NonNullable<HeldBack['deferred']> & Money) {
  const facts: Facts = [...factsOf(currency), ['Note', sinceText(deferred.since)]]
  return (
    <ExportMenu
      label="Export deferred"
      content={() => ({ sheet: deferredSheet(deferred, currency), facts })}
      fileName={`deferred-${currency.toLowerCase()}`}
      more={{
        label: 'Still held, by day (CSV)',
        content: () => ({ sheet: dueSheet(deferred, currency), facts }),
        fileName: `deferred-by-day-${currency.toLowerCase()}`,
      }}
    />
  )
}

function Deferred({ since, months, reasons, due, currency }: NonNullable<HeldBack['deferred']> & Money) {
  const total = stillHeld({ months })
  return (
    <>
      <RollForwardTable
        label="Deferred by month"
        words={DEFERRED_WORDS}
        months={months}
        currency={currency}
      />
      {due.length > 0 && (
        <>
          <PartsBar
            summary={`${exactText(total, currency)} ${currency} by why Amazon holds it back`}
            parts={reasons
              .map(({ reason, months: own }) => ({ reason, amount: own.at(-1)!.end }))
              .filter(({ amount }) => !isZero(amount))
              .map(({ reason, amount }, index): WholePart => ({
                id: reason ?? '',
                label: namedReason(reason),
                // Refunds that are held back take from the bar, which has no room below nothing.
                value: amount.startsWith('-') ? null : amount,
                colour: STEPS[index % STEPS.length]!,
              }))}
            format={{
              short: (value) => exactText(String(value), currency),
              full: (value) => exactText(String(value), currency),
            }}
          />
          <DueTable due={due} total={total} currency={currency} />
        </>
      )}
      <p className={styles.remark}>{sinceText(since)}</p>
    </>
  )
}

/** With Amazon's word beside it. */
const namedReason = (reason: string | null): string => {
  const words = reasonText(reason)
  return reason === null || words === reason ? words : `${words} (${reason})`
}

/** What is held back still, why, and until when. */
function DueTable({ due, total, currency }: { due: readonly Due[]; total: string } & Money) {
  // Paper has room for all of it.
  const { shown, later } = soonest(due, useIsPrinting() ? due.length : DAYS_SHOWN)
  const rest = countText(due.length - shown.length, 'later row')
  const columns: SimpleColumn<Line>[] = [
    { id: 'day', title: 'Released on', kind: 'text', isName: true, cell: ({ name }) => name },
    { id: 'why', title: 'Why', kind: 'text', cell: ({ why }) => why, cellHint: ({ why }) => why },
    { id: 'amount', title: currency, kind: 'number', cell: ({ amount }) => exactText(amount, currency) },
  ]
  return (
    <SimpleTable
      label="Still held, by day"
      columns={columns}
      rows={[
        ...shown.map(({ day, reason, amount }) => ({
          id: JSON.stringify([day, reason]),
          name: day ? dayText(day) : 'No day given',
          why: namedReason(reason),
          amount,
        })),
        ...(later === null ? [] : [{ id: 'later', name: rest, why: '', amount: later }]),
      ]}
      rowId={({ id }) => id}
      result={{ id: 'all', name: 'Still held', why: '', amount: total }}
      isDense
    />
  )
}

interface Line {
  id: string
  name: string
  why: string
  amount: string
}

const STEPS = [6, 5, 4, 3, 2, 1] as const

const Reserves = ({ months, unexplained, currency }: HeldBack['reserves'] & Money) => (
  <>
    <RollForwardTable label="Reserves by month" words={RESERVE_WORDS} months={months} currency={currency} />
    {!isZero(unexplained) && <p className={styles.remark}>{unexplainedText(unexplained, currency)}</p>}
  </>
)

const unexplainedText = (amount: string, currency: string): string =>
  `The last settlement keeps ${exactText(amount, currency)} ${currency} that these months do not add up to: a settlement between them is missing.`

interface RollForwardTableProps {
  label: string
  words: MovementWords
  months: readonly RollForward[]
  currency: string
}

interface Movement {
  label: string
  of: (month: RollForward) => string
}

function RollForwardTable({ label, words: [held, released, end], months, currency }: RollForwardTableProps) {
  const shown = months.slice(-MONTHS_SHOWN)
  const columns: SimpleColumn<Movement>[] = [
    { id: 'movement', title: 'Month', kind: 'text', isName: true, cell: (row) => row.label },
    ...shown.map((month): SimpleColumn<Movement> => ({
      id: month.month,
      title: monthOfYearText(`${month.month}-01`),
      kind: 'number',
      cell: ({ of }) => exactText(of(month), currency),
    })),
  ]
  const rows: Movement[] = [
    { label: START, of: (month) => month.start },
    ...(shown.every(({ brought }) => isZero(brought))
      ? []
      : [
          {
            label: BROUGHT,
            of: ({ brought }: RollForward) => brought,
          },
        ]),
    { label: held, of: (month) => month.held },
    { label: released, of: (month) => negated(month.released) },
  ]
  return (
    <SimpleTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={(row) => row.label}
      result={{ label: end, of: (month) => month.end }}
      isDense
    />
  )
}
