import type { FactName } from '#contract/metrics/metric.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { ofStanding, type MeasuredScope, type StandingScope } from './measured-rows.ts'
import { ARE_ITS_WORDS, ledgerWords, measuredWords, WORDED_FACTS } from './row-words.ts'

/*
 * Rows with what their files call them: to add them up by that, and to find them by it. Their kind is in
 * `measure`, `kind_what`, `kind_type` and `kind_description`.
 */

/** An amount that is derived from another is not what the file calls that. */
const IS_DERIVED = sql`l.kind IN ('SALES_VAT', 'FEE_VAT', 'COST')`
const IS_OF_ORDER = sql`l.feed IN ('ORDER', 'EXPECTED')`

/** Rows of the ledger under a condition on them. */
export const ledgerSaid = (rows: Sql, where: Sql): Sql => sql`
  SELECT l.feed AS feed, l.day AS day, l.fx_day AS fx_day, l.marketplace AS marketplace, l.sku AS sku, l.line AS line, l.currency AS currency,
    l.amount AS amount, l.kind AS kind, l.rate AS rate, l.unmapped AS unmapped, l.order_id AS order_id, l.settlement_id AS settlement_id,
    l.import_id AS import_id, l.line_no AS line_no, l.part AS part, l.allocation AS allocation, l.times AS times,
    f.transaction_type AS transaction_type, f.amount_type AS amount_type, f.amount_description AS amount_description,
    concat('ledger.', l.line) AS measure,
    multiIf(l.kind = 'FEE_VAT', 'VAT in the fee', ${IS_DERIVED}, '', ${IS_OF_ORDER}, 'Order', toString(f.transaction_type)) AS kind_what,
    multiIf(${IS_DERIVED}, '', ${IS_OF_ORDER}, multiIf(l.kind != 'ESTIMATE', '', l.feed = 'EXPECTED', 'Estimate that the settlement replaces', 'Estimate'), toString(f.amount_type)) AS kind_type,
    multiIf(${IS_DERIVED} OR l.feed IN ('ORDER', 'EXPECTED', 'STOCK'), '', toString(f.amount_description)) AS kind_description
  FROM (SELECT * FROM (${rows}) WHERE ${where}) AS l
  LEFT JOIN (${ledgerWords(sql`import_id IN (
    SELECT import_id FROM ledger
    WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date})`)}) AS f
    ON ${ARE_ITS_WORDS}`

/** The same of what is counted beside it, of rows that stand, which are of these facts. */
export const measuresSaid = (standing: Sql, facts: readonly FactName[], where: Sql): Sql => sql`
  SELECT l.fact AS fact, l.level AS level, l.day AS day, l.marketplace AS marketplace, l.sku AS sku, l.asin AS asin,
    l.currency AS currency, l.amount AS amount, l.import_id AS import_id, l.line_no AS line_no, l.part AS part, l.times AS times,
    f.order_id AS order_id, f.type AS type, f.description AS description, l.counts_as AS measure,
    f.what AS kind_what, f.type AS kind_type, f.kind_description AS kind_description
  FROM (SELECT * EXCEPT (measure) FROM (${standing}) WHERE ${where}) AS l
  LEFT JOIN (${measuredWords(facts, sql`SELECT import_id FROM (${standing})`)}) AS f
    ON toString(l.fact) = f.fact AND l.import_id = f.import_id AND l.line_no = f.line_no AND l.part = f.part`

/**
 * `ofStanding` for rows with their words: a statement of its own for the facts that are asked, since it reads and plans the rows
 * once more for the words of each.
 */
export function ofStandingSaid<Query>(
  define: (facts: readonly FactName[], ...of: Parameters<Parameters<typeof ofStanding<Query>>[0]>) => Query,
): (scope: StandingScope & Pick<MeasuredScope, 'facts'>) => Query {
  const known = new Map<string, (scope: StandingScope) => Query>()
  return (scope) => {
    const asked = WORDED_FACTS.filter((fact) => scope.facts.includes(fact))
    // Of rows without words there is still something to join.
    const facts = asked.length > 0 ? asked : WORDED_FACTS.slice(0, 1)
    const names = facts.join('_and_')
    let of = known.get(names)
    if (!of) {
      of = ofStanding((standing, shape, suffix) => define(facts, standing, shape, `_of_${names}${suffix}`))
      known.set(names, of)
    }
    return of(scope)
  }
}

/** What tells kinds apart, of rows that know theirs. */
export const KIND_KEY = sql`toJSONString([toString(measure), kind_what, kind_type, kind_description])`

/** `WAREHOUSE_LOST` as "WAREHOUSE LOST", so that it is found by its words. */
export const spaced = (code: Sql): Sql =>
  sql`replaceRegexpAll(replaceAll(${code}, '_', ' '), '([a-z0-9])([A-Z])', '\\\\1 \\\\2')`

/** Whether a text holds what is searched for. */
export const holdsSearched = (text: Sql): Sql =>
  sql`(positionCaseInsensitiveUTF8(${text}, {searchText:String}) > 0 OR positionCaseInsensitiveUTF8(${spaced(text)}, {searchText:String}) > 0)`
