import { and, eq, type SQL } from 'drizzle-orm'
import type { Company } from './companies.ts'
import type { Accounts } from './open.ts'
import { expenseEdits, productEdits } from './schema.ts'

const TABLES = { expenses: expenseEdits, products: productEdits }
type EditTable = (typeof TABLES)[keyof typeof TABLES]

/** The rows that a call wrote. */
export const isOfSave = (table: EditTable, company: Company, saveId: string): SQL | undefined =>
  and(eq(table.companyId, company.id), eq(table.saveId, saveId))

/** Whether a call that changes expenses, or products and their costs, has been carried out. */
export async function isSaved(
  { db }: Accounts,
  company: Company,
  of: keyof typeof TABLES,
  saveId: string,
): Promise<boolean> {
  const table = TABLES[of]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(isOfSave(table, company, saveId))
    .limit(1)
  return rows.length > 0
}
