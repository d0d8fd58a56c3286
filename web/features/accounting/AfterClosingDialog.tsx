import { useQuery } from '@tanstack/react-query'
import type { AfterClosing, AfterClosingCause, AfterClosingLine } from '#contract/closed-months.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import { lineDefinition } from '#contract/profit-and-loss-lines.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { momentText } from '#web/ui/dates.ts'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { exactText, NO_VALUE, unitText } from '#web/ui/numbers.ts'
import { monthName } from './month-name.ts'
import styles from './AfterClosing.module.css'

interface AfterClosingDialogProps {
  month: string
  currencyCode: CurrencyCode
  /** By how much net profit would be another one. */
  label: string
}

/** What came to a closed month since, by line and by cause. */
export const AfterClosingDialog = ({ month, currencyCode, label }: AfterClosingDialogProps) => (
  <ModalFrame
    size="lg"
    trigger={
      <Button kind="ghost" size="sm">
        {label}
      </Button>
    }
  >
    <ModalContent
      title={`${monthName(month)}, after closing`}
      description="What the statement would say were the month open, against what it says. Each cause is what it changed when it came."
    >
      <Changes month={month} currencyCode={currencyCode} />
    </ModalContent>
  </ModalFrame>
)

function Changes({ month, currencyCode }: Omit<AfterClosingDialogProps, 'label'>) {
  const { company } = useCompany()
  const query = useQuery(
    trpc.accounting.getAfterClosing.queryOptions({ companyId: company.id, month, currencyCode }),
  )
  return (
    <QueryBody title="What came after closing" query={query}>
      {(after: AfterClosing) => <Tables after={after} currencyCode={currencyCode} />}
    </QueryBody>
  )
}

function Tables({ after, currencyCode }: { after: AfterClosing; currencyCode: CurrencyCode }) {
  const told = (line: AfterClosingLine['line'], value: string | null) => {
    if (value === null) return NO_VALUE
    const { unit } = lineDefinition(line)
    return unit === undefined || unit === 'price' ? exactText(value, currencyCode) : unitText(unit, value)
  }
  const columns: readonly SimpleColumn<AfterClosingLine>[] = [
    { id: 'line', title: 'Line', kind: 'text', isName: true, cell: ({ line }) => lineDefinition(line).label },
    { id: 'closed', title: 'Closed', kind: 'number', cell: ({ line, closed }) => told(line, closed) },
    {
      id: 'after',
      title: 'After closing',
      kind: 'number',
      cell: ({ line, difference }) => told(line, difference),
    },
    { id: 'newest', title: 'Were it open', kind: 'number', cell: ({ line, newest }) => told(line, newest) },
  ]
  const causes: readonly SimpleColumn<AfterClosing['causes'][number]>[] = [
    {
      id: 'cause',
      title: 'Cause',
      kind: 'text',
      isName: true,
      cell: (cause) => causeText(cause),
      cellHint: (cause) => causeText(cause),
    },
    { id: 'at', title: 'When', kind: 'text', isMuted: true, cell: ({ at }) => at && momentText(at) },
    {
      id: 'lines',
      title: 'Lines',
      kind: 'number',
      cell: ({ parts }) => parts.length,
    },
    {
      id: 'netProfit',
      title: 'Net profit',
      kind: 'number',
      cell: ({ parts }) => told('netProfit', parts.find(({ line }) => line === 'netProfit')?.amount ?? '0'),
    },
  ]
  return (
    <div className={styles.tables}>
      <SimpleTable isDense label="By line" columns={columns} rows={after.lines} rowId={({ line }) => line} />
      <SimpleTable
        isDense
        label="By cause"
        columns={causes}
        rows={after.causes}
        rowId={({ kind, version, at }) => `${kind} ${version} ${at}`}
      />
    </div>
  )
}

function causeText({ kind, fileName }: AfterClosingCause): string {
  switch (kind) {
    case 'IMPORT':
      return fileName === null ? 'An import' : `Import of ${fileName}`
    case 'UNDO':
      return fileName === null ? 'An import was undone' : `${fileName} was undone`
    case 'EDIT':
      return 'Settings, costs or expenses were edited'
    case 'RATES':
      return 'Exchange rates'
    case 'REBUILD':
      return 'A rebuild'
    case 'OTHER':
      return 'Earlier changes, and others'
  }
}
