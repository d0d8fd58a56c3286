import { LRUCache } from 'lru-cache'
import { FACT_TABLES, type FactTable } from '#amazon/index.ts'
import type { Analytics, StatementOptions } from '#server/analytics/index.ts'

const IMPORTS_REMEMBERED_MAX = 500_000

/** By company: tables of the imports that were asked for last. Rows of an import never change. */
const remembered = new LRUCache<string, { imports: ReadonlySet<number>; tables: ReadonlySet<FactTable> }>({
  maxSize: IMPORTS_REMEMBERED_MAX,
  sizeCalculation: ({ imports }) => 1 + imports.size,
})

/**
 * Tables in which these imports of a company have readable rows. An import more than those of the question before is
 * looked up alone.
 */
export async function heldTables(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
): Promise<ReadonlySet<FactTable>> {
  const before = remembered.get(companyId)
  const asked = new Set(imports)
  const isMore = before && [...before.imports].every((id) => asked.has(id))
  const known = isMore ? before : { imports: new Set<number>(), tables: new Set<FactTable>() }
  const others = imports.filter((id) => !known.imports.has(id))
  if (others.length === 0) return known.tables
  const lacking = FACT_TABLES.filter((table) => !known.tables.has(table))
  const found = await tablesAmong(analytics, companyId, others, lacking)
  const tables = new Set([...known.tables, ...found])
  rememberTables(companyId, imports, tables)
  return tables
}

/** Where nothing was found rows may lie on another shard than the one that was asked: that is not remembered. */
export function rememberTables(
  companyId: string,
  imports: readonly number[],
  tables: ReadonlySet<FactTable>,
): void {
  if (tables.size > 0) remembered.set(companyId, { imports: new Set(imports), tables })
}

/** Of a place whose rows are gone. */
export function forgetTables(companyId: string): void {
  remembered.delete(companyId)
}

/** Those of these tables in which the imports have readable rows. */
export async function tablesAmong(
  analytics: Analytics,
  companyId: string,
  imports: readonly number[],
  tables: readonly FactTable[],
  settings: StatementOptions['settings'] = {},
): Promise<Set<FactTable>> {
  if (imports.length === 0 || tables.length === 0) return new Set()
  const found = await analytics.rows<{ t: FactTable }>(
    tables
      .map(
        (table) =>
          `SELECT '${table}' AS t FROM (SELECT 1 FROM ${table} WHERE company_id = {companyId:String} AND import_id IN {imports:Array(UInt64)} AND problem = '' LIMIT 1)`,
      )
      .join('\nUNION ALL\n'),
    { params: { companyId, imports: [...imports] }, settings },
  )
  return new Set(found.map((row) => row.t))
}
