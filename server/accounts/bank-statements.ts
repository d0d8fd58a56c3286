import { and, asc, count, eq, notInArray, or, sql, TransactionRollbackError } from 'drizzle-orm'
import { BANK_TEXT_LENGTH_MAX } from '#contract/bank-match.ts'
import { AccountsError } from './accounts-error.ts'
import { inParts } from './in-parts.ts'
import type { Accounts } from './open.ts'
import { bankConfirmations, bankImports, bankRows, companies } from './schema.ts'

export interface StoredBankRow {
  id: string
  day: string
  amount: string
  currency: string
  text: string
}

export interface BankImport {
  id: string
  fileName: string
  importedAt: Date
  importedBy: string
  firstDay: string
  lastDay: string
  currencies: string[]
  rowsRead: number
  rowsKept: number
}

interface Company {
  id: string
}

/** Statements of the company in the order in which they were handed in. */
export function listBankImports({ db }: Accounts, { id }: Company): Promise<BankImport[]> {
  return db
    .select({
      id: bankImports.id,
      fileName: bankImports.fileName,
      importedAt: bankImports.importedAt,
      importedBy: bankImports.importedBy,
      firstDay: bankImports.firstDay,
      lastDay: bankImports.lastDay,
      currencies: bankImports.currencies,
      rowsRead: bankImports.rowsRead,
      rowsKept: count(bankRows.id),
    })
    .from(bankImports)
    .leftJoin(bankRows, eq(bankRows.importId, bankImports.id))
    .where(eq(bankImports.companyId, id))
    .groupBy(bankImports.id)
    .orderBy(asc(bankImports.importedAt), asc(bankImports.id))
}

/** Rows that statements of the company hold, each once, without their words: only those that name Amazon have any. */
export function listBankRows(
  { db }: Accounts,
  { id }: Company,
): Promise<(Omit<StoredBankRow, 'text'> & { isNamed: boolean })[]> {
  const { id: rowId, day, amount, currency, text } = bankRows
  return db
    .selectDistinct({
      id: rowId,
      day,
      amount: sql<string>`trim_scale(${amount})::text`,
      currency,
      isNamed: sql<boolean>`${text} <> ''`,
    })
    .from(bankRows)
    .innerJoin(bankImports, eq(bankRows.importId, bankImports.id))
    .where(eq(bankImports.companyId, id))
    .orderBy(asc(day), asc(rowId))
}

/** The words of some rows, by their ids. */
export async function bankWords(
  { db }: Accounts,
  { id }: Company,
  rowIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinct({ id: bankRows.id, text: sql<string>`left(${bankRows.text}, ${BANK_TEXT_LENGTH_MAX})` })
    .from(bankRows)
    .innerJoin(bankImports, eq(bankRows.importId, bankImports.id))
    .where(
      and(
        eq(bankImports.companyId, id),
        sql`${bankRows.id} in (select jsonb_array_elements_text(${JSON.stringify(rowIds)}::jsonb))`,
      ),
    )
  return new Map(rows.map((row) => [row.id, row.text]))
}

/**
 * Keeps a statement, or of one whose file the company has already the rows that were not kept then. Throws `AccountsError`
 * beyond the limits.
 */
export function addBankImport(
  { db }: Accounts,
  { id: companyId }: Company,
  statement: Omit<BankImport, 'id' | 'rowsKept'> & { sha256: string; rows: readonly StoredBankRow[] },
  { importsMax, rowsMax }: { importsMax: number; rowsMax: number },
): Promise<{ isNew: boolean; rowsAdded: number }> {
  const { rows, ...said } = statement
  return db.transaction(async (tx) => {
    // One after the other, so that what is held and its number are what they are.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
    const held = await tx
      .select({ id: bankImports.id, sha256: bankImports.sha256 })
      .from(bankImports)
      .where(eq(bankImports.companyId, companyId))
    const same = held.find(({ sha256 }) => sha256 === said.sha256)
    if (!same && held.length >= importsMax)
      throw new AccountsError(
        'BANK_IMPORTS_FULL',
        `There are ${importsMax} statements already. Undo some first.`,
      )
    const [kept] = await tx
      .select({ kept: count() })
      .from(bankRows)
      .innerJoin(bankImports, eq(bankRows.importId, bankImports.id))
      .where(eq(bankImports.companyId, companyId))
    const its = same
      ? await tx.select({ id: bankRows.id }).from(bankRows).where(eq(bankRows.importId, same.id))
      : []
    const known = new Set(its.map(({ id }) => id))
    const added = rows.filter(({ id }) => !known.has(id))
    if (kept!.kept + added.length > rowsMax)
      throw new AccountsError(
        'BANK_ROWS_FULL',
        `At most ${rowsMax} rows of statements are kept, and there are ${kept!.kept}. Undo some first.`,
      )
    const [made] = same
      ? [same]
      : await tx
          .insert(bankImports)
          .values({ companyId, ...said })
          .returning({ id: bankImports.id })
    for (const part of inParts(added))
      await tx.insert(bankRows).values(part.map((row) => ({ importId: made!.id, ...row })))
    return { isNew: !same, rowsAdded: added.length }
  })
}

/** Forgets a statement with its rows; undefined where the company has none of this id. */
export async function removeBankImport(
  { db }: Accounts,
  { id: companyId }: Company,
  importId: string,
): Promise<{ fileName: string } | undefined> {
  const [gone] = await db
    .delete(bankImports)
    .where(and(eq(bankImports.companyId, companyId), eq(bankImports.id, importId)))
    .returning({ fileName: bankImports.fileName })
  return gone
}

export interface BankConfirmation {
  payoutKey: string
  rowId: string
  confirmedAt: Date
  confirmedBy: string
}

export function listBankConfirmations({ db }: Accounts, { id }: Company): Promise<BankConfirmation[]> {
  const { companyId: _, ...said } = {
    companyId: bankConfirmations.companyId,
    payoutKey: bankConfirmations.payoutKey,
    rowId: bankConfirmations.rowId,
    confirmedAt: bankConfirmations.confirmedAt,
    confirmedBy: bankConfirmations.confirmedBy,
  }
  return db
    .select(said)
    .from(bankConfirmations)
    .where(eq(bankConfirmations.companyId, id))
    .orderBy(asc(bankConfirmations.payoutKey))
}

/** The row that was confirmed where somebody chose; null for none, undefined where nobody says what they saw. */
type SeenRow = string | null | undefined

/**
 * Of one row for two settlements the first one stands, and of two choices for one settlement the first: the second has not seen it.
 * @param payoutKeys settlements that there are; of one whose import was undone nobody could take a row back
 */
export async function confirmBankRow(
  { db }: Accounts,
  { id: companyId }: Company,
  { payoutKey, rowId, confirmedAt, confirmedBy, seenRowId }: BankConfirmation & { seenRowId?: SeenRow },
  payoutKeys: readonly string[],
): Promise<'CONFIRMED' | 'ROW_TAKEN' | 'CHANGED'> {
  const ofPayout = and(eq(bankConfirmations.companyId, companyId), eq(bankConfirmations.payoutKey, payoutKey))
  const standing = async (of: Pick<Accounts['db'], 'select'>) =>
    (await of.select({ rowId: bankConfirmations.rowId }).from(bankConfirmations).where(ofPayout))[0]?.rowId ??
    null
  let before: string | null = null
  return db
    .transaction(async (tx) => {
      before = await standing(tx)
      if (seenRowId !== undefined && seenRowId !== before) return 'CHANGED'
      const isGone = and(
        eq(bankConfirmations.rowId, rowId),
        notInArray(bankConfirmations.payoutKey, [...payoutKeys]),
      )
      await tx
        .delete(bankConfirmations)
        .where(
          and(
            eq(bankConfirmations.companyId, companyId),
            or(and(ofPayout, eq(bankConfirmations.rowId, before ?? '')), isGone),
          ),
        )
      const made = await tx
        .insert(bankConfirmations)
        .values({ companyId, payoutKey, rowId, confirmedAt, confirmedBy })
        .onConflictDoNothing()
        .returning({ rowId: bankConfirmations.rowId })
      if (made.length === 0) tx.rollback()
      return 'CONFIRMED'
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
      return (await standing(db)) === before ? 'ROW_TAKEN' : 'CHANGED'
    })
}

/** False where another row is confirmed by now than was seen. */
export async function undoBankConfirmation(
  { db }: Accounts,
  { id: companyId }: Company,
  payoutKey: string,
  seenRowId?: SeenRow,
): Promise<boolean> {
  const gone = await db
    .delete(bankConfirmations)
    .where(
      and(
        eq(bankConfirmations.companyId, companyId),
        eq(bankConfirmations.payoutKey, payoutKey),
        seenRowId === undefined ? undefined : eq(bankConfirmations.rowId, seenRowId ?? ''),
      ),
    )
    .returning({ rowId: bankConfirmations.rowId })
  return gone.length > 0 || seenRowId === undefined
}
