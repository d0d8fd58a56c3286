import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import {
  BANK_FILE_BYTES_MAX,
  DATE_ORDERS,
  type BankPreview,
  type DateOrder,
  type SomeColumns,
} from '#contract/bank-match.ts'
import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { bankChanged } from '#web/bank/bank-changed.ts'
import { usePreviewedFile } from '#web/dashboard/use-previewed-file.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dayText, rangeText } from '#web/ui/dates.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { countText, exactText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import styles from './BankMatchPage.module.css'

interface StatementDialogProps {
  companyId: string
  refusal: string | undefined
}

/** Takes a bank's statement: shows first what would be kept of it. */
export const StatementDialog = ({ companyId, refusal }: StatementDialogProps) => (
  <Modal
    size="lg"
    title="Add a bank statement"
    description="Use a CSV file from your bank. The file itself is not stored: only credits that name Amazon or equal one of your payouts are kept."
    trigger={
      <Button kind="primary" size="sm" icon={FileUp} disabledReason={refusal}>
        Add statement
      </Button>
    }
  >
    {(close) => <Statement companyId={companyId} onDone={close} />}
  </Modal>
)

const ROWS_SHOWN = 6
const NOTHING_SAID: SomeColumns = {}

function Statement({ companyId, onDone }: { companyId: string; onDone: () => void }) {
  const previewing = useMutation(trpc.bankMatch.preview.mutationOptions())
  const adding = useMutation(trpc.bankMatch.importStatement.mutationOptions())
  const chosen = usePreviewedFile<BankPreview, SomeColumns>(NOTHING_SAID, {
    bytesMax: BANK_FILE_BYTES_MAX,
    preview: (file, columns) => previewing.mutateAsync({ companyId, ...file, columns }),
    take: async ({ file }, columns) => {
      const { isNew, rowsAdded } = await adding.mutateAsync({ companyId, ...file, columns })
      await bankChanged()
      return isNew
        ? `${countText(rowsAdded, 'row')} kept.`
        : rowsAdded > 0
          ? `${countText(rowsAdded, 'row')} added to what was kept of this statement.`
          : 'This statement is there already.'
    },
    onTaken: onDone,
  })
  const { said: columns, failure } = chosen
  const found = chosen.looked?.preview
  return (
    <div className={styles.statement}>
      <FileDrop
        label="Bank statement"
        title={chosen.fileName ?? 'Drop a statement here'}
        buttonLabel={chosen.fileName ? 'Choose another' : 'Choose file'}
        acceptedFileTypes={['.csv', '.txt', 'text/csv']}
        allowsMultiple={false}
        onFiles={chosen.choose}
      >
        CSV of up to 1 MB, with semicolons, commas or tabs
      </FileDrop>
      {failure && <Alert appearance="negative">{failure}</Alert>}
      {found && (
        <>
          {found.questions.length > 0 && (
            <Questions
              found={found}
              columns={columns}
              onAnswer={(said) => chosen.lookAgain({ ...columns, ...said })}
            />
          )}
          {found.questions.length === 0 && <Found found={found} />}
          <div className={styles.acts}>
            <Button
              kind="primary"
              isPending={chosen.isTaking || chosen.isLooking}
              disabledReason={
                found.questions.length > 0
                  ? 'Answer the open questions about the file first.'
                  : found.rowsRead === 0
                    ? 'The file has no rows.'
                    : undefined
              }
              onPress={chosen.take}
            >
              Keep {countText(found.rowsKept, 'row')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Found({
  found: { rows, rowsKept, rowsRead, firstDay, lastDay, problems, problemCount },
}: {
  found: BankPreview
}) {
  return (
    <>
      <p className={styles.remark}>
        {countText(rowsRead, 'row')}
        {firstDay && lastDay && `, ${rangeText(firstDay, lastDay)}`}. {countText(rowsKept, 'row')} would be
        kept.
      </p>
      {rows.length > 0 && (
        <SimpleTable
          label="Rows that would be kept"
          columns={ROW_COLUMNS}
          rows={rows.slice(0, ROWS_SHOWN)}
          rowId={({ lineNumber }) => String(lineNumber)}
          isDense
        />
      )}
      {rowsKept > ROWS_SHOWN && <p className={styles.remark}>and {rowsKept - ROWS_SHOWN} more</p>}
      {problemCount > 0 && (
        <Alert appearance="warning">
          {countText(problemCount, 'row')} could not be read.{' '}
          {problems
            .slice(0, 3)
            .map(({ lineNumber, reason }) => `Line ${lineNumber}: ${reason}.`)
            .join(' ')}
        </Alert>
      )}
    </>
  )
}

const ROW_COLUMNS: SimpleColumn<BankPreview['rows'][number]>[] = [
  { id: 'day', title: 'Day', kind: 'text', isName: true, cell: ({ day }) => dayText(day) },
  {
    id: 'text',
    title: 'Words',
    kind: 'text',
    cell: ({ text }) => text || 'not kept',
    cellHint: ({ text }) => text,
  },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    cell: ({ amount, currency }) => `${exactText(amount, currency)} ${currency}`,
  },
]

const ORDER_WORDS: Record<DateOrder, string> = {
  YMD: 'Year, month, day',
  DMY: 'Day, month, year',
  MDY: 'Month, day, year',
}

interface QuestionsProps {
  found: BankPreview
  columns: SomeColumns
  onAnswer: (said: SomeColumns) => void
}

/** What the headings of the file leave open. */
function Questions({ found: { heads, sample, questions }, columns, onAnswer }: QuestionsProps) {
  const places = heads.map((head, index) => ({
    value: String(index),
    label: `${head}${sample[0]?.[index] ? ` (${sample[0][index].slice(0, 30)})` : ''}`,
  }))
  const chosen = (place: number | undefined) => (place === undefined ? null : String(place))
  return (
    <div className={styles.questions}>
      {questions.includes('date') && (
        <SelectField
          label="Which column is the day?"
          choices={places}
          value={chosen(columns.date)}
          onChange={(place) => onAnswer({ date: Number(place) })}
        />
      )}
      {questions.includes('amount') && (
        <SelectField
          label="Which column is the amount, or the credit?"
          choices={places}
          value={chosen(columns.amount)}
          onChange={(place) => onAnswer({ amount: Number(place) })}
        />
      )}
      {questions.includes('amount') && (
        <SelectField
          label="Which column says what was paid?"
          isOptional
          choices={places}
          value={chosen(columns.texts?.[0])}
          onChange={(place) => onAnswer({ texts: [Number(place)] })}
        />
      )}
      {questions.includes('currency') && (
        <SelectField<CurrencyCode>
          label="Currency of the account"
          choices={CURRENCY_CODES.map((code) => ({ value: code, label: code }))}
          value={columns.currencyCode ?? null}
          onChange={(currencyCode) => onAnswer({ currencyCode })}
        />
      )}
      {questions.includes('dateOrder') && (
        <SelectField<DateOrder>
          label="How are days written?"
          helper={`No day of the file tells: ${sample[0]?.[columns.date ?? 0] ?? ''}`}
          choices={DATE_ORDERS.map((order) => ({ value: order, label: ORDER_WORDS[order] }))}
          value={columns.dateOrder ?? null}
          onChange={(dateOrder) => onAnswer({ dateOrder })}
        />
      )}
    </div>
  )
}
