import { z } from 'zod'
import type { FactTable } from '#amazon/index.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics, type Sql } from '#server/analytics/index.ts'

/*
 * What files call their rows, where there is more to say than the number itself.
 */

/** Of a table, SQL of what its rows are called. */
interface Said {
  table: Sql
  orderId: Sql
  what: Sql
  type: Sql
  description: Sql
}

/** Of what rows of the ledger are made from. */
const OF_LEDGER = {
  settlement_lines: {
    table: sql`settlement_lines`,
    orderId: sql`''`,
    what: sql`transaction_type`,
    type: sql`amount_type`,
    description: sql`amount_description`,
  },
  inventory_ledger: {
    table: sql`inventory_ledger`,
    orderId: sql`''`,
    what: sql`'Inventory ledger'`,
    type: sql`toString(disposition)`,
    description: sql`arrayStringConcat(arrayFilter(words -> words != '', arrayMap((name, units) -> if(ifNull(units, 0) = 0, '', concat(name, ' ', toString(abs(units)))),
      ['lost', 'damaged', 'disposed of', 'found'], [lost, damaged, disposed, found])), ', ')`,
  },
  expenses: {
    table: sql`expenses`,
    orderId: sql`''`,
    what: sql`'Expense'`,
    type: sql`category`,
    description: sql`name`,
  },
} as const satisfies Partial<Record<FactTable, Said>>

interface SaidOfMeasures extends Said {
  /** Whose rows it makes. */
  fact: FactName
  /** The same, quoted. */
  factText: Sql
  /** The description says which one it is, not what kind of row. */
  isName?: true
}

/** Of what is counted beside it. */
const OF_MEASURES = {
  order_items: {
    table: sql`order_items`,
    fact: 'orders',
    factText: sql`'orders'`,
    orderId: sql`order_id`,
    what: sql`'Order'`,
    type: sql`order_status`,
    description: sql`item_status`,
  },
  returns: {
    table: sql`returns`,
    fact: 'returns',
    factText: sql`'returns'`,
    orderId: sql`order_id`,
    what: sql`'Return'`,
    type: sql`disposition`,
    description: sql`reason`,
  },
  ads_daily: {
    table: sql`ads_daily`,
    fact: 'advertising',
    factText: sql`'advertising'`,
    orderId: sql`''`,
    what: sql`'Advertising'`,
    type: sql`ad_type`,
    // Of a search term both, since one campaign meets many.
    description: sql`concat(if(campaign_name != '', toString(campaign_name), campaign_id), if(level = 'SEARCH_TERM', concat(' · ', search_term), ''))`,
    isName: true,
  },
  search_query_performance: {
    table: sql`search_query_performance`,
    fact: 'search',
    factText: sql`'search'`,
    orderId: sql`''`,
    what: sql`'Search'`,
    type: sql`asin`,
    description: sql`search_query`,
    isName: true,
  },
} as const satisfies Partial<Record<FactTable, SaidOfMeasures>>

const wordsIn = (name: string, { table, ...columns }: Said) =>
  defineQuery({
    name: `words_of_${name}`,
    params: z.object({ attempts: z.array(z.number()), lineNumbers: z.array(z.number()) }),
    row: z.object({
      attempt: z.coerce.number(),
      lineNumber: z.number(),
      part: z.number(),
      orderId: z.string(),
      what: z.string(),
      type: z.string(),
      description: z.string(),
    }),
    sql: sql`
      SELECT import_id AS attempt, line_no AS lineNumber, part, toString(${columns.orderId}) AS orderId, toString(${columns.what}) AS what,
        toString(${columns.type}) AS type, toString(${columns.description}) AS description
      FROM ${table}
      WHERE company_id = {companyId:String} AND (import_id, line_no) IN arrayZip({attempts:Array(UInt64)}, {lineNumbers:Array(UInt32)})`,
  })
const queries: Partial<Record<string, ReturnType<typeof wordsIn>>> = Object.fromEntries(
  Object.entries<Said>({ ...OF_LEDGER, ...OF_MEASURES }).map(([name, said]) => [name, wordsIn(name, said)]),
)

/** Where the words of a row are. */
export interface Worded {
  table: FactTable
  attempt: number
  lineNumber: number
  part: number
}
export type Words = Record<'orderId' | 'what' | 'type' | 'description', string>

/** What the files of some rows call them. They are looked up by their places: joined to rows they were as long to plan as the rows. */
export async function wordsOfRows(
  analytics: Analytics,
  company: Company,
  rows: readonly Worded[],
  options: { signal?: AbortSignal | undefined },
): Promise<(row: Worded) => Words | undefined> {
  const placeOf = ({ table, attempt, lineNumber, part }: Worded) =>
    [table, attempt, lineNumber, part].join(' ')
  const found = new Map<string, Words>()
  await Promise.all(
    [...groupedBy(rows, ({ table }) => table)].map(async ([, of]) => {
      const { table } = of[0]!
      const query = queries[table]
      if (!query) return
      const places = {
        attempts: of.map(({ attempt }) => attempt),
        lineNumbers: of.map(({ lineNumber }) => lineNumber),
      }
      for (const one of await analytics.run(query, company, places, options))
        found.set(placeOf({ ...one, table }), one)
    }),
  )
  return (row) => found.get(placeOf(row))
}

/** Words of rows of the ledger `l`, by `fact, import_id, line_no, part`, of those lines of settlements that a condition names. */
export const ledgerWords = (ofSettlements: Sql): Sql => {
  const wordsOf = (fact: Sql, { table, what, type, description }: Said, where: Sql) => sql`
    SELECT ${fact} AS fact, import_id, line_no, part, ${what} AS transaction_type, ${type} AS amount_type, ${description} AS amount_description
    FROM ${table} WHERE company_id = {companyId:String} AND ${where}`
  return sql.join(
    [
      wordsOf(sql`'settlement_lines'`, OF_LEDGER.settlement_lines, ofSettlements),
      wordsOf(
        sql`'inventory_ledger'`,
        OF_LEDGER.inventory_ledger,
        sql`date BETWEEN {from:Date} AND {to:Date}`,
      ),
      wordsOf(sql`'expenses'`, OF_LEDGER.expenses, sql`1`),
    ],
    sql` UNION ALL `,
  )
}

/** Whether the words `f` are those of the row `l`. A facts file numbers the rows of each of its tables. */
export const ARE_ITS_WORDS = sql`
  multiIf(l.feed IN ('SETTLEMENT', 'FACTS', 'CHARGED', 'STORAGE', 'SHARED'), 'settlement_lines', l.feed = 'EXPENSE', 'expenses', l.feed = 'STOCK', 'inventory_ledger', '') = f.fact
    AND l.import_id = f.import_id AND l.line_no = f.line_no AND l.part = f.part`

/** Facts of which files have words for a row. */
export const WORDED_FACTS: readonly FactName[] = Object.values<SaidOfMeasures>(OF_MEASURES).map(
  ({ fact }) => fact,
)

/** The same of rows of some facts beside it, of all of some imports; of `{facts}` alone. */
export const measuredWords = (facts: readonly FactName[], imports: Sql): Sql =>
  sql.join(
    Object.values<SaidOfMeasures>(OF_MEASURES)
      .filter(({ fact }) => facts.includes(fact))
      .map(
        ({ table, factText, orderId, what, type, description, isName = false }) => sql`
        SELECT ${factText} AS fact, import_id, line_no, part, toString(${orderId}) AS order_id, ${what} AS what, toString(${type}) AS type,
          toString(${description}) AS description, ${isName ? sql`''` : sql`toString(${description})`} AS kind_description
        FROM ${table}
        WHERE company_id = {companyId:String} AND has({facts:Array(String)}, ${factText}) AND import_id IN (${imports})`,
      ),
    sql` UNION ALL `,
  )
