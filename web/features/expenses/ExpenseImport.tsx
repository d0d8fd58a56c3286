import { Download } from 'lucide-react'
import { csvTable } from '#contract/delimited-text.ts'
import { ListImport } from '#web/dashboard/ListImport.tsx'
import { saveFile } from '#web/table/save-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'
import { EXPENSE_TEXTS } from './expense-edit-texts.ts'

interface ExpenseImportProps {
  companyId: string
  refusal: string | undefined
  reason: string | undefined
}

const HEADINGS = [
  'name',
  'amount',
  'currency',
  'frequency',
  'start',
  'end',
  'category',
  'vendor',
  'marketplace',
  'brand',
  'invoice',
  'note',
]

/** A list of expenses out of a file. Those that stand already are left as they are. */
export const ExpenseImport = (props: ExpenseImportProps) => (
  <ListImport
    {...props}
    area="expenses"
    title="Import expenses"
    noun="expense"
    texts={EXPENSE_TEXTS}
    columns={
      <>
        A row for each expense, at most 500: <code>name</code>, <code>amount</code>, <code>currency</code>,{' '}
        <code>start</code> and <code>category</code>, and where you have them <code>end</code>,{' '}
        <code>frequency</code>, <code>vendor</code>, <code>marketplace</code>, <code>brand</code>,{' '}
        <code>invoice</code> and <code>note</code>. Without a frequency, the amount counts once, spread over
        the days from start to end.
      </>
    }
    template={
      <Button
        kind="secondary"
        size="sm"
        icon={Download}
        onPress={() =>
          saveFile(
            'expenses.csv',
            new Blob([csvTable(HEADINGS, [], [], DELIMITED_NOTATION)], { type: 'text/csv;charset=utf-8' }),
          )
        }
      >
        Download a template
      </Button>
    }
  />
)
