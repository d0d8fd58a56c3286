import { useMutation } from '@tanstack/react-query'
import type { BankMatch } from '#contract/bank-match.ts'
import { bankChanged } from '#web/bank/bank-changed.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsFact } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dayText, rangeText } from '#web/ui/dates.ts'
import { countText, exactText } from '#web/ui/numbers.ts'
import { SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import { toast } from '#web/ui/toast.ts'
import { bankRowsSheet, statementsSheet } from './bank-sheets.ts'

interface BankStatementsProps {
  companyId: string
  imports: BankMatch['imports'] | undefined
  refusal: string | undefined
}

/** The statements that were handed in, each of which can be taken back. */
export function BankStatements({ companyId, imports, refusal }: BankStatementsProps) {
  const undo = useMutation(trpc.bankMatch.undoImport.mutationOptions())
  const takeBack = async (importId: string) => {
    try {
      await undo.mutateAsync({ companyId, importId })
    } catch (error) {
      toast(errorText(error), 'negative')
    }
    await bankChanged()
  }
  const columns: SimpleColumn<BankMatch['imports'][number]>[] = [
    {
      id: 'file',
      title: 'File',
      kind: 'text',
      isName: true,
      cell: ({ fileName }) => fileName,
      cellHint: ({ fileName, importedBy }) => `${fileName}, added by ${importedBy}`,
    },
    {
      id: 'days',
      title: 'Days',
      kind: 'text',
      cell: ({ firstDay, lastDay }) => rangeText(firstDay, lastDay),
    },
    { id: 'currencies', title: 'Currency', kind: 'text', cell: ({ currencies }) => currencies.join(', ') },
    {
      id: 'kept',
      title: 'Kept',
      kind: 'number',
      cell: ({ rowsKept, rowsRead }) => `${rowsKept} of ${rowsRead}`,
    },
    {
      id: 'undo',
      title: 'Undo',
      kind: 'number',
      isTitleHidden: true,
      cell: ({ id, fileName }) => (
        <ConfirmDialog
          trigger={
            <Button kind="tertiary" size="sm" disabledReason={refusal}>
              Undo
            </Button>
          }
          title={`Undo ${fileName}?`}
          confirmLabel="Undo statement"
          onConfirm={() => takeBack(id)}
        >
          Its transactions are removed unless another statement contains them too. Their confirmations are
          kept and apply again if they come back.
        </ConfirmDialog>
      ),
    },
  ]
  return (
    <SectionFrame
      title="Statements"
      note={imports && countText(imports.length, 'file')}
      actions={
        imports &&
        imports.length > 0 && (
          <ExportMenu content={() => ({ sheet: statementsSheet(imports) })} fileName="bank-statements" />
        )
      }
      status={statusOf(imports, 'No statement yet', 'Add a bank statement to look for your payouts in it.')}
    >
      {imports && (
        <SimpleTable label="Statements" columns={columns} rows={imports} rowId={({ id }) => id} isDense />
      )}
    </SectionFrame>
  )
}

type BankRowShown = BankMatch['withoutSettlement'][number]

/** What names Amazon at the bank and belongs to no settlement that is imported. */
export const WithoutSettlement = ({
  rows,
  count,
}: {
  rows: readonly BankRowShown[] | undefined
  count: number
}) => (
  <SectionFrame
    title="At the bank, without a settlement"
    note={
      rows &&
      (rows.length < count
        ? `the newest ${rows.length} of ${countText(count, 'row')}`
        : countText(count, 'row'))
    }
    actions={
      rows &&
      rows.length > 0 && (
        <ExportMenu
          content={() => ({
            sheet: bankRowsSheet(rows),
            facts: [rowsFact(rows.length, count, 'the newest')],
          })}
          fileName="bank-rows-without-settlement"
        />
      )
    }
    status={statusOf(
      rows,
      'Nothing is left over',
      'Every bank transaction that names Amazon belongs to a settlement.',
    )}
  >
    {rows && (
      <SimpleTable
        label="Rows without a settlement"
        columns={ROW_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        isDense
      />
    )}
  </SectionFrame>
)

const ROW_COLUMNS: SimpleColumn<BankRowShown>[] = [
  { id: 'day', title: 'Day', kind: 'text', isName: true, cell: ({ day }) => dayText(day) },
  {
    id: 'text',
    title: 'Bank description',
    kind: 'text',
    cell: ({ text }) => text,
    cellHint: ({ text }) => text,
  },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    cell: ({ amount, currency }) => `${exactText(amount, currency)} ${currency}`,
  },
]

const statusOf = (rows: readonly unknown[] | undefined, title: string, text: string): SectionStatus =>
  rows === undefined
    ? { kind: 'loading' }
    : rows.length === 0
      ? { kind: 'empty', title, text }
      : { kind: 'ready' }
