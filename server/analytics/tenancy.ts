/**
 * The engine's own wall between companies: each table that has a `company_id` and appears in the statement gives rows of
 * this company only, wherever in the statement it is read. A condition that was forgotten then shows nothing strange.
 */
export function companyFilter(
  statement: string,
  companyId: string,
  { database, tables }: { database: string; tables: readonly string[] },
): { additional_table_filters: string } {
  const condition = literal(`company_id = ${literal(companyId)}`)
  const filters = tables
    .filter((table) => new RegExp(`\\b${table.replace(/_local$/, '')}(?:_local)?\\b`).test(statement))
    .map((table) => `${literal(`${database}.${table}`)}: ${condition}`)
  return { additional_table_filters: `{${filters.join(', ')}}` }
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
}
