import { Lock } from 'lucide-react'
import type { CurrencyCode } from '#contract/currencies.ts'
import type { MonthProfit, MonthState } from '#contract/closed-months.ts'
import { withoutText } from '#contract/lack-words.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { absenceText, cellNotes } from '#web/explain/lacks.ts'
import { LackMark } from '#web/metrics/metric-columns.tsx'
import { SaveToPdf } from '#web/print/SaveToPdf.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { momentText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { exactText, NO_VALUE } from '#web/ui/numbers.ts'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { AfterClosingDialog } from './AfterClosingDialog.tsx'
import { monthName } from './month-name.ts'
import { MonthActions } from './MonthActions.tsx'
import { afterClosing, monthsSheet, stateText } from './months-sheet.ts'
import styles from './MonthTable.module.css'
import { useToldChange } from '#web/settings/use-told-change.ts'

interface MonthTableProps {
  months: readonly MonthState[]
  currencyCode: CurrencyCode
  asOf: string | undefined
  refusal: string | undefined
}

export function MonthTable({ months, currencyCode, asOf, refusal }: MonthTableProps) {
  const { company } = useCompany()
  const close = useToldChange(
    trpc.accounting.closeMonths.mutationOptions(),
    ({ months: [month] }) => `${monthName(month!)} is closed.`,
  )
  const reopen = useToldChange(
    trpc.accounting.reopenMonth.mutationOptions(),
    ({ month }) => `${monthName(month)} is open again.`,
  )
  const money = (value: string | null) => (value === null ? NO_VALUE : exactText(value, currencyCode))
  const problem = close.problem ?? reopen.problem
  const columns: readonly SimpleColumn<MonthState>[] = [
    { id: 'month', title: 'Month', kind: 'text', isName: true, cell: ({ month }) => monthName(month) },
    { id: 'state', title: 'State', kind: 'text', cell: (month) => <State month={month} /> },
    {
      id: 'closedBy',
      title: 'Closed',
      kind: 'text',
      cell: ({ closed }) => closed && <span className={styles.muted}>{closedText(closed)}</span>,
      cellHint: ({ closed }) => (closed ? `${closedText(closed)}, at version ${closed.version}` : ''),
    },
    {
      id: 'netProfit',
      title: `Net profit, ${currencyCode}`,
      kind: 'number',
      cell: ({ netProfit }) => <Profit profit={netProfit} currencyCode={currencyCode} />,
      cellHint: ({ netProfit }) => cellNotes(netProfit).join('\n'),
    },
    {
      id: 'after',
      title: 'After closing',
      kind: 'number',
      cell: (month) =>
        month.closed?.hasChanged && (
          <AfterClosingDialog
            month={month.month}
            currencyCode={currencyCode}
            asOf={asOf}
            label={signed(afterClosing(month), money)}
          />
        ),
    },
    {
      id: 'actions',
      title: 'Actions',
      kind: 'number',
      isTitleHidden: true,
      cell: (month) => (
        <MonthActions
          month={month}
          refusal={refusal}
          isPending={close.isPending || reopen.isPending}
          onClose={() =>
            close.run({ companyId: company.id, months: [month.month], seenVersion: month.version })
          }
          onReopen={(reason) => reopen.run({ companyId: company.id, month: month.month, reason })}
        />
      ),
    },
  ]
  return (
    <>
      {problem !== null && (
        <div className={styles.problem}>
          <Alert appearance="negative">{problem}</Alert>
        </div>
      )}
      <div className={styles.tools}>
        <SaveToPdf />
        <ExportMenu
          content={() => ({ sheet: monthsSheet(months, currencyCode), facts: pastFacts(asOf) })}
          fileName="closed-months"
          isDisabled={months.length === 0}
        />
      </div>
      <SimpleTable label="Months" columns={columns} rows={months} rowId={({ month }) => month} />
    </>
  )
}

/** Marked whatever it lacks: it is what goes into the books. */
function Profit({ profit, currencyCode }: { profit: MonthProfit; currencyCode: CurrencyCode }) {
  if (profit.value === null) return <NoValue reason={absenceText(profit)} />
  const without = withoutText(profit.lacks)
  return (
    <>
      {without !== null && <LackMark>{without}: </LackMark>}
      <NumberText value={profit.value} format={(value) => exactText(value, currencyCode)} isResult />
    </>
  )
}

const closedText = ({ at, by }: NonNullable<MonthState['closed']>): string =>
  by === null ? momentText(at) : `${momentText(at)} by ${by}`

function State({ month }: { month: MonthState }) {
  const { closed } = month
  if (closed === null) return <span className={styles.muted}>{stateText(month)}</span>
  return (
    <span className={styles.state}>
      <Icon of={Lock} size={12} />
      Closed
      {closed.hasChanged && <Badge kind="warning">Changed since</Badge>}
    </span>
  )
}

/** A change of nothing is one, too: lines may have changed that cancel each other. */
const signed = (difference: string | null, money: (value: string | null) => string): string =>
  difference !== null && !difference.startsWith('-') ? `+${money(difference)}` : money(difference)
