import { NO_CATEGORY, type ExpenseFrequency } from '#contract/dashboards/expenses.ts'
import { changedColumns, type EditSaid, type EditTexts } from '#web/dashboard/EditHistory.tsx'
import { dayText } from '#web/ui/dates.ts'
import { moneyText } from '#web/ui/numbers.ts'
import { FREQUENCY_LABELS } from './expense-lines.ts'

const SUBJECTS: Record<string, string> = { EXPENSE: 'Expense', CATEGORY: 'Category', VENDOR: 'Vendor' }
const LABELS: Record<string, string> = {
  startDate: 'start',
  endDate: 'end',
  invoiceId: 'invoice',
  brandName: 'brand',
}

const NOTHING: Record<string, string> = { marketplace: 'all', category: NO_CATEGORY, brandName: 'all' }

const said = (column: string, text: string): string => {
  if (text === '') return NOTHING[column] ?? 'none'
  if (column === 'frequency') return FREQUENCY_LABELS[text as ExpenseFrequency] ?? text
  return column === 'startDate' || column === 'endDate' ? dayText(text) : text
}

/** "Created, €310.00 monthly from 1 Mar 2026"; of what has no amount, that it was created. */
function what({ before, after }: EditSaid): string {
  if (!before) {
    const { amount, currency, frequency, startDate } = after ?? {}
    if (!amount || !currency || !frequency || !startDate) return 'Created'
    return `Created, ${moneyText(amount, currency)} ${said('frequency', frequency).toLowerCase()} from ${dayText(startDate)}`
  }
  if (!after) return before['movedTo'] ? `Deleted, its expenses went to ${before['movedTo']}` : 'Deleted'
  return changedColumns(before, after, LABELS, said)
}

/** How histories and previews of expenses say what was done to what. */
export const EXPENSE_TEXTS: EditTexts = {
  named: ({ subject, name }) => `${SUBJECTS[subject] ?? ''} ${name}`,
  change: what,
}
