import { randomUUID } from 'node:crypto'
import { ENTERED_FILE } from '#contract/dashboards/expenses.ts'
import type { ExpenseChanges } from '#contract/expenses.ts'
import {
  expenseBooks,
  isSaved,
  lastEditsOf,
  writeExpenses,
  type Company,
  type ExpenseBooks,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Admit } from './archive-import.ts'
import { underNewVersion } from './changes.ts'
import { changedRows } from './changed-rows.ts'
import { enteredChange } from './entered-file.ts'
import { changedBooks, expensesFile, ExpensesChanged } from './expense-changes.ts'
import type { Services } from './services.ts'

export interface ExpensesToSave {
  /** The same for a call that is made again: the second does nothing. */
  saveId: string
  changes: ExpenseChanges
  actor: string
  /** Whether there is room for their file. */
  admit: Admit
}

/**
 * Saves changes of what was entered, in the books and in all numbers at once. For the ledger the books are a facts file
 * that takes the place of the one before it; rows, file and version are published in one transaction, so that whatever
 * ends this before has changed nothing, and doing it again is all there is to do.
 */
export async function saveExpenses(
  services: Services,
  companyId: string,
  { saveId, changes, actor, admit }: ExpensesToSave,
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const { accounts } = services
    if (await isSaved(accounts, company, saveId)) return { kind: 'EDIT' }
    const { counted: former, ...before } = await expenseBooks(accounts, company)
    const at = services.now()
    const { after, edits } = await changed(services, company, before, { changes, actor, at })
    const change = await enteredChange(services, writer, {
      entered: true,
      fileName: ENTERED_FILE,
      table: 'expenses',
      text: after.expenses.length === 0 ? null : expensesFile(after),
      former,
      admit,
      isTwin: (fileName) => new AppError('EXPENSES_IN_FILE', { fileName }),
    })
    return {
      kind: 'EDIT',
      note: { expenses: edits.length, by: actor },
      recounted: change.recounted,
      within: async (tx) => {
        await writeExpenses(tx, company, { before, after, edits, saveId, actor, at })
        await change.within(tx)
      },
    }
  })
}

async function changed(
  { accounts }: Services,
  company: Company,
  before: ExpenseBooks,
  { changes, actor, at }: { changes: ExpenseChanges; actor: string; at: Date },
) {
  try {
    return changedBooks(before, changes, { actor, at, newId: randomUUID })
  } catch (error) {
    if (!(error instanceof ExpensesChanged)) throw error
    const edits = await lastEditsOf(accounts, company, error.ids)
    const standing = new Map(before.expenses.map((expense) => [expense.id, expense]))
    const found = error.ids.map((id) => {
      const now = standing.get(id)
      if (now) return { name: now.name, actor: now.changedBy, what: 'changed' }
      return { name: edits.get(id)?.name ?? 'an expense', actor: edits.get(id)?.actor ?? '', what: 'deleted' }
    })
    throw new AppError('EXPENSES_CHANGED', { rows: await changedRows(accounts, found) })
  }
}
