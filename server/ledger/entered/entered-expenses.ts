import { randomUUID } from 'node:crypto'
import { ENTERED_FILE, type ExpenseSubject } from '#contract/dashboards/expenses.ts'
import type { ListChange, ListFile, ListPreview } from '#contract/entered-lists.ts'
import type { ExpenseChanges } from '#contract/expenses.ts'
import {
  expenseBooks,
  expenseEditsOf,
  isSaved,
  lastEditsOf,
  writeExpenses,
  type BookedEdit,
  type Company,
  type ExpenseBooks,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Admit } from '#server/ledger/importing/archive-import.ts'
import { underNewVersion } from '#server/ledger/changing/changes.ts'
import { changedRows } from './changed-rows.ts'
import { enteredChange } from './entered-file.ts'
import { changedBooks, expensesFile, ExpensesChanged } from './expense-changes.ts'
import { plannedExpenses } from './expense-list.ts'
import { digestOf, previewOf, readList } from './list-import.ts'
import type { Services } from '#server/ledger/services.ts'
import { undoneExpenses } from './undone-edits.ts'

interface Save {
  /** The same for a call that is made again: the second does nothing. */
  saveId: string
  actor: string
  /** Whether there is room for their file. */
  admit: Admit
}

/**
 * Saves changes of what was entered, in the books and in all numbers at once. For the ledger the books are a facts file
 * that takes the place of the one before it; rows, file and version are published in one transaction, so that whatever
 * ends this before has changed nothing, and doing it again is all there is to do.
 */
export const saveExpenses = (
  services: Services,
  companyId: string,
  { changes, ...save }: Save & { changes: ExpenseChanges },
): Promise<Company> => underExpenseSave(services, companyId, save, () => changes)

/** What importing a list of expenses would do; nothing is stored. */
export async function previewExpenseList(
  services: Services,
  company: Company,
  file: ListFile,
  signal: AbortSignal | undefined,
): Promise<ListPreview<ExpenseSubject>> {
  const list = await readList(services, company.id, file, 'expenses', signal)
  const { counted: _, ...books } = await expenseBooks(services.accounts, company)
  const plan = plannedExpenses(list, books)
  if (plan.problems.length > 0) return previewOf(plan, list, [])
  const { edits } = await changedExpenses(services, company, books, {
    changes: plan.changes,
    actor: '',
    at: services.now(),
  })
  const lines = plan.lines.values()
  return previewOf(
    plan,
    list,
    edits.map((edit) => ({
      ...shownEdit(edit),
      // Expenses come in the order of their rows.
      lineNumber: edit.subject === 'EXPENSE' ? (lines.next().value ?? null) : null,
    })),
  )
}

/** Imports a list that somebody has looked at: all of it, in the books and all numbers at once, or nothing. */
export async function importExpenseList(
  services: Services,
  companyId: string,
  { file, digest, ...save }: Save & { file: ListFile; digest: string },
  signal: AbortSignal | undefined,
): Promise<Company> {
  const list = await readList(services, companyId, file, 'expenses', signal)
  return underExpenseSave(
    services,
    companyId,
    save,
    (_company, books) => {
      const { changes, problems } = plannedExpenses(list, books)
      if (problems.length > 0) throw new AppError('LIST_HAS_PROBLEMS')
      return changes
    },
    (edits) => {
      if (digestOf(edits.map(shownEdit)) !== digest) throw new AppError('LIST_CHANGED')
    },
  )
}

/** Takes back what a call created, where nobody has changed any of it since. */
export const undoExpenseSave = (
  services: Services,
  companyId: string,
  { undoneSaveId, ...save }: Save & { undoneSaveId: string },
): Promise<Company> =>
  underExpenseSave(services, companyId, save, async (company, books) => {
    const edits = await expenseEditsOf(services.accounts, company, undoneSaveId)
    if (edits.length === 0) throw new AppError('SAVE_UNKNOWN')
    return orConflict(services, company, books, () => undoneExpenses(edits, books))
  })

const shownEdit = ({
  subject,
  before,
  after,
}: BookedEdit): Omit<ListChange<ExpenseSubject>, 'lineNumber'> => ({
  subject,
  name: (after ?? before)?.['name'] ?? '',
  before,
  after,
})

async function underExpenseSave(
  services: Services,
  companyId: string,
  { saveId, actor, admit }: Save,
  changesOf: (company: Company, books: ExpenseBooks) => ExpenseChanges | Promise<ExpenseChanges>,
  check: (edits: readonly BookedEdit[]) => void = () => {},
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const { accounts } = services
    if (await isSaved(accounts, company, 'expenses', saveId)) return { kind: 'EDIT' }
    const { counted: former, ...before } = await expenseBooks(accounts, company)
    const at = services.now()
    const changes = await changesOf(company, before)
    const { after, edits } = await changedExpenses(services, company, before, { changes, actor, at })
    check(edits)
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

/** The books after changes, with what these do. Throws `EXPENSES_CHANGED` where somebody else was faster. */
export const changedExpenses = (
  services: Services,
  company: Company,
  before: ExpenseBooks,
  { changes, ...author }: { changes: ExpenseChanges; actor: string; at: Date },
) =>
  orConflict(services, company, before, () => changedBooks(before, changes, { ...author, newId: randomUUID }))

async function orConflict<T>(
  { accounts }: Services,
  company: Company,
  before: ExpenseBooks,
  change: () => T,
): Promise<T> {
  try {
    return change()
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
