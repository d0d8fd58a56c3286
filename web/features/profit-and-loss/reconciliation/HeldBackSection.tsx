import { useQuery } from '@tanstack/react-query'
import type { HeldBack, RollForward } from '#contract/reconciliation.ts'
import { PartsBar, type WholePart } from '#web/charts/PartsBar.tsx'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { dayText, monthOfYearText } from '#web/ui/dates.ts'
import { exactText, isZero } from '#web/ui/numbers.ts'
import { SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import styles from './ReconciliationPage.module.css'

const MONTHS_SHOWN = 4

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
    query.isError
      ? { kind: 'error', message: errorText(query.error), onRetry: () => void query.refetch() }
      : query.data === undefined
        ? { kind: 'loading' }
        : isAny
          ? { kind: 'ready' }
          : { kind: 'empty', ...empty }
  return (
    <div className={styles.halves}>
      <SectionFrame
        title="Deferred"
        note={`paid later by Amazon, not yet in the statement, ${currency}`}
        height={120}
        status={statusOf(held?.deferred != null, {
          title: 'No deferred sale is known',
          text: 'Transactions, which come from a connected seller account, tell what Amazon holds back.',
        })}
      >
        {held?.deferred && <Deferred {...held.deferred} currency={currency} />}
      </SectionFrame>
      <SectionFrame
        title="Reserves"
        note={`kept by one settlement and given back by the next, ${currency}`}
        height={120}
        status={statusOf(reserves !== undefined, {
          title: 'No reserve',
          text: `No settlement in ${currency} has kept anything back.`,
        })}
      >
        {reserves && <Reserves {...reserves} currency={currency} />}
      </SectionFrame>
    </div>
  )
}

type Money = { currency: string }

function Deferred({ since, months, due, currency }: NonNullable<HeldBack['deferred']> & Money) {
  const total = months.at(-1)?.end ?? '0'
  return (
    <>
      <RollForwardTable
        label="Deferred by month"
        words={['Newly deferred', 'Released into the statement', 'Deferred at the end']}
        months={months}
        currency={currency}
      />
      {due.length > 0 && (
        <PartsBar
          summary={`${exactText(total, currency)} ${currency} by the day on which Amazon says it is released`}
          parts={due.map(({ day, amount }, index): WholePart => ({
            id: day ?? 'unknown',
            label: day ? dayText(day) : 'No day given',
            // Refunds that are held back take from the bar, which has no room below nothing.
            value: amount.startsWith('-') ? null : amount,
            colour: STEPS[index % STEPS.length]!,
          }))}
          format={{
            short: (value) => exactText(String(value), currency),
            full: (value) => exactText(String(value), currency),
          }}
        />
      )}
      <p className={styles.remark}>Sales from {dayText(since)} on, by the day of the sale.</p>
    </>
  )
}

/** Sooner is darker. */
const STEPS = [6, 5, 4, 3, 2, 1] as const

const Reserves = ({ months, unexplained, currency }: HeldBack['reserves'] & Money) => (
  <>
    <RollForwardTable
      label="Reserves by month"
      words={['Newly kept', 'Given back', 'Reserve at the end']}
      months={months}
      currency={currency}
    />
    {!isZero(unexplained) && (
      <p className={styles.remark}>
        The last settlement keeps {exactText(unexplained, currency)} {currency} that these months do not come
        to: a settlement between them is missing.
      </p>
    )}
  </>
)

interface RollForwardTableProps {
  label: string
  /** What is added, what is taken away, and what is left. */
  words: readonly [held: string, released: string, end: string]
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
    { label: 'At the start', of: (month) => month.start },
    ...(shown.every(({ brought }) => isZero(brought))
      ? []
      : [
          {
            label: 'From before the first settlement of an account',
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

const negated = (amount: string): string =>
  isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`
