import { z } from 'zod'
import type { FactTable } from '#amazon/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'

/** Of a table, SQL of what its rows are called. */
interface Said {
  table: Sql
  /** Whose rows it makes, quoted. */
  fact: Sql
  orderId: Sql
  what: Sql
  type: Sql
  description: Sql
  /** The description says which one it is, not what kind of row. */
  isName?: true
}

/** What files call their rows, where there is more to say than the number itself. */
const SAID: Partial<Record<FactTable, Said>> = {
  order_items: {
    table: sql`order_items`,
    fact: sql`'orders'`,
    orderId: sql`order_id`,
    what: sql`'Order'`,
    type: sql`order_status`,
    description: sql`item_status`,
  },
  returns: {
    table: sql`returns`,
    fact: sql`'returns'`,
    orderId: sql`order_id`,
    what: sql`'Return'`,
    type: sql`disposition`,
    description: sql`reason`,
  },
  ads_daily: {
    table: sql`ads_daily`,
    fact: sql`'advertising'`,
    orderId: sql`''`,
    what: sql`'Advertising'`,
    type: sql`ad_type`,
    // Of a search term both, since one campaign meets many.
    description: sql`concat(if(campaign_name != '', toString(campaign_name), campaign_id), if(level = 'SEARCH_TERM', concat(' · ', search_term), ''))`,
    isName: true,
  },
  search_query_performance: {
    table: sql`search_query_performance`,
    fact: sql`'search'`,
    orderId: sql`''`,
    what: sql`'Search'`,
    type: sql`asin`,
    description: sql`search_query`,
    isName: true,
  },
}

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
      SELECT import_id AS attempt, line_no AS lineNumber, part, toString(${columns.orderId}) AS orderId, ${columns.what} AS what,
        toString(${columns.type}) AS type, toString(${columns.description}) AS description
      FROM ${table}
      WHERE company_id = {companyId:String} AND import_id IN {attempts:Array(UInt64)} AND line_no IN {lineNumbers:Array(UInt32)}`,
  })

export const wordsOfTable: Partial<Record<string, ReturnType<typeof wordsIn>>> = Object.fromEntries(
  Object.entries(SAID).map(([name, said]) => [name, wordsIn(name, said)]),
)

/** The same of all rows of some imports, by \`fact, import_id, line_no, part\`; of \`{facts}\` alone. */
export const measuredWords = (imports: Sql): Sql =>
  sql.join(
    Object.values(SAID).map(
      ({ table, fact, orderId, what, type, description, isName = false }) => sql`
        SELECT ${fact} AS fact, import_id, line_no, part, toString(${orderId}) AS order_id, ${what} AS what, toString(${type}) AS type,
          toString(${description}) AS description, ${isName ? sql`''` : sql`toString(${description})`} AS kind_description
        FROM ${table}
        WHERE company_id = {companyId:String} AND has({facts:Array(String)}, ${fact}) AND import_id IN (${imports})`,
    ),
    sql` UNION ALL `,
  )
