import { isDeepStrictEqual } from 'node:util'
import { EXPENSE_GROUPS_MAX, EXPENSES_MAX } from '#contract/dashboards/expenses.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExpenseChanges } from '#contract/expenses.ts'
import type { BookedEdit, EnteredExpense, ExpenseBooks, NamedGroup } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'

/** Expenses that somebody has changed or deleted since they were read. */
export class ExpensesChanged extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super(`${ids.length} expenses were changed by somebody else.`)
    this.ids = ids
  }
}

interface Author {
  actor: string
  at: Date
  newId: () => string
}

/**
 * The books after a call, with what it did, one edit for each thing. Throws `ExpensesChanged`, or `AppError` where names
 * meet, something is named that is not there, or there would be too much.
 */
export function changedBooks(
  before: ExpenseBooks,
  changes: ExpenseChanges,
  author: Author,
): { after: ExpenseBooks; edits: BookedEdit[] } {
  mustBeAsRead(before, changes)
  const categories = changedGroups(
    before.categories,
    {
      subject: 'CATEGORY',
      created: changes.createdCategories,
      renamed: changes.renamedCategories,
      deleted: changes.deletedCategories,
    },
    author,
  )
  const vendors = changedGroups(
    before.vendors,
    {
      subject: 'VENDOR',
      created: changes.createdVendors,
      renamed: changes.renamedVendors,
      deleted: changes.deletedVendors,
    },
    author,
  )
  const { actor: changedBy, at: changedAt, newId } = author
  const valuesOf = (values: ExpenseChanges['created' | 'updated'][number]) => ({
    ...values,
    amount: toText(parseDecimal(values.amount), 9),
    categoryId: categories.idOf(values.categoryId),
    vendorId: vendors.idOf(values.vendorId),
  })
  const moved = (expense: EnteredExpense): EnteredExpense => ({
    ...expense,
    categoryId: categories.movedTo(expense.categoryId),
    vendorId: vendors.movedTo(expense.vendorId),
  })
  const updated = new Map(changes.updated.map((values) => [values.id, values]))
  const deleted = new Set(changes.deleted.map(({ id }) => id))
  const kept = before.expenses
    .filter(({ id }) => !deleted.has(id))
    .map((expense): EnteredExpense => {
      const values = updated.get(expense.id)
      const next = moved({ ...expense, ...(values && valuesOf(values)), revision: expense.revision })
      if (isDeepStrictEqual(next, expense)) return expense
      return { ...next, revision: expense.revision + 1, changedAt, changedBy }
    })
  const last = before.expenses.at(-1)?.position ?? 0
  const created = changes.created.map((values, index) =>
    moved({
      ...valuesOf(values),
      id: newId(),
      position: last + 1 + index,
      revision: 1,
      changedAt,
      changedBy,
    }),
  )
  const after = {
    categories: categories.after,
    vendors: vendors.after,
    expenses: [...kept, ...created],
  }
  if (after.expenses.length > EXPENSES_MAX)
    throw new AppError('EXPENSES_FULL', { max: EXPENSES_MAX, what: 'expenses' })
  return {
    after,
    edits: [...categories.edits, ...vendors.edits, ...expenseEdits(before, after, moved)],
  }
}

function mustBeAsRead({ expenses }: ExpenseBooks, { updated, deleted }: ExpenseChanges): void {
  const revisions = new Map(expenses.map(({ id, revision }) => [id, revision]))
  const changed = [...updated, ...deleted].filter(({ id, revision }) => revisions.get(id) !== revision)
  if (changed.length > 0) throw new ExpensesChanged(changed.map(({ id }) => id))
}

interface GroupChanges {
  subject: 'CATEGORY' | 'VENDOR'
  created: readonly NamedGroup[]
  renamed: readonly NamedGroup[]
  deleted: readonly { id: string; moveTo: string | null }[]
}

function changedGroups(
  before: readonly NamedGroup[],
  { subject, created, renamed, deleted }: GroupChanges,
  { newId }: Author,
) {
  const ids = new Map(created.map(({ id }) => [id, newId()]))
  const known = new Map(before.map(({ id, name }) => [id, name]))
  /** The id of what is named, by a temporary id or its own. */
  const idOf = (id: string | null): string | null => {
    if (id === null) return null
    const found = ids.get(id) ?? (known.has(id) ? id : undefined)
    if (found === undefined) throw new AppError('EXPENSE_GROUP_UNKNOWN')
    return found
  }
  const names = new Map(renamed.map(({ id, name }) => [idOf(id), name]))
  const moves = new Map(deleted.map(({ id, moveTo }) => [idOf(id), idOf(moveTo)]))
  const gone = (id: string | null) => id !== null && moves.has(id)
  if ([...moves.values()].some(gone)) throw new AppError('EXPENSE_GROUP_UNKNOWN')

  const after = [...before, ...created.map(({ id, name }) => ({ id: ids.get(id)!, name }))]
    .map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
    .filter(({ id }) => !moves.has(id))
  const taken = new Set<string>()
  for (const { name } of after) {
    if (taken.has(name.toLowerCase())) throw new AppError('EXPENSE_GROUP_NAME_TAKEN', { name })
    taken.add(name.toLowerCase())
  }
  if (after.length > EXPENSE_GROUPS_MAX)
    throw new AppError('EXPENSES_FULL', {
      max: EXPENSE_GROUPS_MAX,
      what: subject === 'CATEGORY' ? 'categories' : 'vendors',
    })
  const nameAfter = new Map(after.map(({ id, name }) => [id, name]))
  const edits: BookedEdit[] = [
    ...after
      .filter(({ id, name }) => known.get(id) !== name)
      .map(({ id, name }) => ({
        subject,
        subjectId: id,
        before: known.has(id) ? { name: known.get(id)! } : null,
        after: { name },
      })),
    ...[...moves].flatMap(([id, to]): BookedEdit[] =>
      id !== null && known.has(id)
        ? [
            {
              subject,
              subjectId: id,
              before: { name: known.get(id)!, movedTo: to === null ? '' : (nameAfter.get(to) ?? '') },
              after: null,
            },
          ]
        : [],
    ),
  ]
  return {
    after,
    edits,
    idOf,
    movedTo: (id: string | null): string | null => (gone(id) ? moves.get(id)! : id),
  }
}

type Texts = Record<string, string>

/** The columns of an expense as texts, its groups as `named` says them. */
export const textsOf = (expense: EnteredExpense, named: (id: string) => string): Texts => ({
  name: expense.name,
  amount: expense.amount,
  currency: expense.currency,
  category: expense.categoryId === null ? '' : named(expense.categoryId),
  vendor: expense.vendorId === null ? '' : named(expense.vendorId),
  marketplace: expense.marketplace ?? '',
  frequency: expense.frequency,
  startDate: expense.startDate,
  endDate: expense.endDate ?? '',
  invoiceId: expense.invoiceId,
  brandName: expense.brandName,
  note: expense.note,
})

/** The names of categories and vendors by their ids. */
export function namesIn({ categories, vendors }: ExpenseBooks): (id: string) => string {
  const names = new Map([...categories, ...vendors].map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? ''
}

/** What each expense says differently, with its name. That its group has another name, or is gone, is the group's edit. */
function expenseEdits(
  before: ExpenseBooks,
  after: ExpenseBooks,
  moved: (expense: EnteredExpense) => EnteredExpense,
): BookedEdit[] {
  const was = new Map(before.expenses.map((expense) => [expense.id, expense]))
  const left = new Set(after.expenses.map(({ id }) => id))
  const [namedBefore, namedAfter] = [namesIn(before), namesIn(after)]
  const edit = (subjectId: string, from: Texts | null, to: Texts | null): BookedEdit => ({
    subject: 'EXPENSE',
    subjectId,
    before: from,
    after: to,
  })
  return [
    ...after.expenses.flatMap((expense) => {
      const former = was.get(expense.id)
      const to = textsOf(expense, namedAfter)
      if (!former) return [edit(expense.id, null, to)]
      const [fromIds, toIds] = [textsOf(moved(former), String), textsOf(expense, String)]
      const columns = Object.keys(to).filter((column) => fromIds[column] !== toIds[column])
      if (columns.length === 0) return []
      const only = (texts: Texts) =>
        Object.fromEntries(['name', ...columns].map((column) => [column, texts[column]!]))
      return [edit(expense.id, only(textsOf(former, namedBefore)), only(to))]
    }),
    ...before.expenses
      .filter(({ id }) => !left.has(id))
      .map((expense) => edit(expense.id, textsOf(expense, namedBefore), null)),
  ]
}

/** The books as the facts file that the ledger reads: line by line in their order, the same bytes for the same books. */
export function expensesFile(books: ExpenseBooks): string {
  const named = namesIn(books)
  const rows = books.expenses.map((expense) => {
    const { startDate, endDate, invoiceId, brandName, ...texts } = textsOf(expense, named)
    const said = Object.entries({
      ...texts,
      start_date: startDate!,
      end_date: endDate!,
      invoice_id: invoiceId!,
      brand_name: brandName!,
    })
    return JSON.stringify(Object.fromEntries(said.filter(([, text]) => text !== '')))
  })
  return `{"expenses": [\n${rows.join(',\n')}\n]}\n`
}
