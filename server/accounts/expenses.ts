import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { ExpenseFrequency, ExpenseSubject } from '#contract/dashboards/expenses.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { companyUnknown, selectCompanies, type Company } from './companies.ts'
import { isOfSave } from './entered-edits.ts'
import { enteredImportIn } from './entered-imports.ts'
import type { Import } from './imports.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, expenseCategories, expenseEdits, expenses, expenseVendors } from './schema.ts'

export interface NamedGroup {
  id: string
  name: string
}

/** An expense as somebody entered it. */
export interface EnteredExpense {
  id: string
  /** Their order is that of the lines of the file. */
  position: number
  name: string
  /** Decimal text without trailing zeros. */
  amount: string
  currency: string
  frequency: ExpenseFrequency
  startDate: string
  endDate: string | null
  marketplace: string | null
  categoryId: string | null
  vendorId: string | null
  invoiceId: string
  brandName: string
  note: string
  revision: number
  changedAt: Date
  changedBy: string
}

/** All that was entered of the expenses of a company. */
export interface ExpenseBooks {
  categories: NamedGroup[]
  vendors: NamedGroup[]
  /** In the order of the lines of their file. */
  expenses: EnteredExpense[]
}

/** One thing that a call created, changed or deleted. */
export interface BookedEdit {
  subject: ExpenseSubject
  subjectId: string
  before: Record<string, string> | null
  after: Record<string, string> | null
}

const booksIn = async (tx: Tx, companyId: string): Promise<ExpenseBooks> => ({
  categories: await groupsIn(tx, expenseCategories, companyId),
  vendors: await groupsIn(tx, expenseVendors, companyId),
  expenses: (
    await tx.select().from(expenses).where(eq(expenses.companyId, companyId)).orderBy(asc(expenses.position))
  ).map(({ amount, ...rest }) => ({ ...rest, amount: toText(parseDecimal(amount), 9) })),
})

const groupsIn = (
  tx: Tx,
  table: typeof expenseCategories | typeof expenseVendors,
  companyId: string,
): Promise<NamedGroup[]> =>
  tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(eq(table.companyId, companyId))
    .orderBy(asc(sql`lower(${table.name})`))

/** What was entered, and the import through which it counts, for the holder of the company's lock. */
export const expenseBooks = async (
  { db }: Accounts,
  company: Company,
): Promise<ExpenseBooks & { counted: Import | undefined }> => ({
  ...(await booksIn(db, company.id)),
  counted: await enteredImportIn(db, company.id, true),
})

/** What was entered, together with the version of the company whose numbers it has become. */
export const countedExpenses = (
  { db }: Accounts,
  companyId: string,
): Promise<ExpenseBooks & { company: Company; counted: Import | undefined }> =>
  db.transaction(
    async (tx) => {
      const [company] = await selectCompanies(tx, eq(companies.id, companyId))
      if (!company) throw companyUnknown(companyId)
      return {
        company,
        ...(await booksIn(tx, companyId)),
        counted: await enteredImportIn(tx, companyId, true),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** What a call did, in the order in which it is in the history. */
export const expenseEditsOf = ({ db }: Accounts, company: Company, saveId: string): Promise<BookedEdit[]> =>
  db
    .select()
    .from(expenseEdits)
    .where(isOfSave(expenseEdits, company, saveId))
    .orderBy(asc(expenseEdits.id))

/** Who last changed or deleted things, by their ids. */
export async function lastEditsOf(
  { db }: Accounts,
  company: Company,
  subjectIds: readonly string[],
): Promise<Map<string, { at: Date; actor: string; name: string }>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([expenseEdits.subjectId])
    .from(expenseEdits)
    .where(and(eq(expenseEdits.companyId, company.id), inArray(expenseEdits.subjectId, [...subjectIds])))
    .orderBy(expenseEdits.subjectId, desc(expenseEdits.id))
  return new Map(
    rows.map(({ subjectId, at, actor, before, after }) => [
      subjectId,
      { at, actor, name: (after ?? before)?.['name'] ?? '' },
    ]),
  )
}

/** Newest first, those before a known one where it is named. */
export async function expenseHistory(
  { db }: Accounts,
  company: Company,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  return db
    .select()
    .from(expenseEdits)
    .where(
      and(
        eq(expenseEdits.companyId, company.id),
        cursor === undefined ? undefined : lt(expenseEdits.id, cursor),
      ),
    )
    .orderBy(desc(expenseEdits.id))
    .limit(limit)
}

const ROWS_PER_STATEMENT = 500

/**
 * Writes what differs between two states of the books, with what was done and the import through which they count from
 * now on; within the transaction that publishes the version of that import.
 */
export async function writeExpenses(
  tx: Tx,
  company: Company,
  {
    before,
    after,
    edits,
    saveId,
    actor,
    at,
  }: {
    before: ExpenseBooks
    after: ExpenseBooks
    edits: readonly BookedEdit[]
    saveId: string
    actor: string
    at: Date
  },
): Promise<void> {
  const companyId = company.id
  // Names that go make room for those that come; expenses let go of groups before these are deleted.
  const gone = (was: readonly { id: string }[], is: readonly { id: string }[]) => {
    const left = new Set(is.map(({ id }) => id))
    return was.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  }
  const goneExpenses = gone(before.expenses, after.expenses)
  if (goneExpenses.length > 0)
    await tx
      .delete(expenses)
      .where(and(eq(expenses.companyId, companyId), inArray(expenses.id, goneExpenses)))
  const groups = [
    { table: expenseCategories, was: before.categories, is: after.categories },
    { table: expenseVendors, was: before.vendors, is: after.vendors },
  ]
  for (const { table, was, is } of groups) {
    const goes = gone(was, is)
    const names = new Map(was.map(({ id, name }) => [id, name]))
    const differ = is.filter(({ id, name }) => names.get(id) !== name)
    // Out of the way of each other: two may swap their names.
    const moved = [...goes, ...differ.filter(({ id }) => names.has(id)).map(({ id }) => id)]
    if (moved.length > 0)
      await tx
        .update(table)
        .set({ name: sql`${table.id}` })
        .where(and(eq(table.companyId, companyId), inArray(table.id, moved)))
    if (differ.length > 0)
      await tx
        .insert(table)
        .values(differ.map((group) => ({ ...group, companyId })))
        .onConflictDoUpdate({ target: table.id, set: { name: sql`excluded.name` } })
  }
  const were = new Map(before.expenses.map((expense) => [expense.id, expense]))
  const written = after.expenses.filter((expense) => were.get(expense.id) !== expense)
  for (let from = 0; from < written.length; from += ROWS_PER_STATEMENT)
    await tx
      .insert(expenses)
      .values(written.slice(from, from + ROWS_PER_STATEMENT).map((expense) => ({ ...expense, companyId })))
      .onConflictDoUpdate({
        target: expenses.id,
        set: Object.fromEntries(
          [
            'name',
            'category_id',
            'vendor_id',
            'marketplace',
            'currency',
            'amount',
            'frequency',
            'start_date',
            'end_date',
            'invoice_id',
            'brand_name',
            'note',
            'revision',
            'changed_at',
            'changed_by',
          ].map((column) => [camel(column), sql.raw(`excluded.${column}`)]),
        ),
      })
  for (const { table, was, is } of groups) {
    const goes = gone(was, is)
    if (goes.length > 0)
      await tx.delete(table).where(and(eq(table.companyId, companyId), inArray(table.id, goes)))
  }
  for (let from = 0; from < edits.length; from += ROWS_PER_STATEMENT)
    await tx
      .insert(expenseEdits)
      .values(
        edits
          .slice(from, from + ROWS_PER_STATEMENT)
          .map((edit) => ({ ...edit, companyId, saveId, actor, at })),
      )
}

const camel = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
