import { Derivation } from './derive.ts'
import { PUBLISHED } from '#server/ledger/journal.ts'
import { quoted } from './local-days.ts'
import { COST_ENTRIES } from './unit-costs.ts'

/** Feeds in which units are sold, with what they cost beside them. */
export const SOLD_FEEDS = ['SETTLEMENT', 'FACTS', 'ORDER'] as const

/** SQL of rows of units sold, by settlements and by orders. */
export const SOLD = `company_id = {companyId:String} AND ${PUBLISHED.text} AND basis IN ('TRANSACTION', 'ORDER') AND line = 'unitsSold'
  AND feed IN (${quoted(SOLD_FEEDS)}) AND sku IN {costed:Array(String)}`

/** SQL of rows of these feeds that say what units cost, or that nobody knows. People may place amounts in lines of costs. */
export const SOLD_COSTS = `basis IN ('TRANSACTION', 'ORDER')
  AND line IN ('cogsManufacturing', 'cogsFreight', 'cogsDuty', 'cogsOther', 'fbmShippingCosts', 'unitsWithoutCost')
  AND (kind = 'COST' OR line = 'unitsWithoutCost') AND sku IN {costed:Array(String)}`

const PLACE = 'import_id, line_no, part'

/**
 * COGS-1 and COGS-2 of units that stand in the ledger, where nothing but their costs is different: what the derivations of
 * settlements and orders say of the same lines. The scope is of rows of the ledger.
 */
export class CostDerivation extends Derivation {
  /** `hasOwnShipping`: some cost depends on who sends the unit, which only the line of the file says. */
  costsFeed({ hasOwnShipping }: { hasOwnShipping: boolean }): string[] {
    const columns = `account_id, basis, feed, day, marketplace, sku, order_id, settlement_id, ${PLACE}`
    const sold = `
    SELECT ${columns}, toInt64(amount) AS units, arrayJoin(range(toUInt32(sum(n)))) AS nth
    FROM ledger WHERE ${SOLD} AND (${this.scope.where})
    GROUP BY ${columns}, amount
    HAVING sum(n) > 0`
    const sentFrom = (table: string, basis: string) => `
      SELECT '${basis}' AS basis, ${PLACE}, toString(fulfillment_channel) AS fulfillment_channel FROM ${table}
      WHERE company_id = {companyId:String} AND (${PLACE}) IN (SELECT ${PLACE} FROM ledger WHERE ${SOLD} AND (${this.scope.where}))`
    const sent = hasOwnShipping
      ? `SELECT s.*, f.fulfillment_channel AS fulfillment_channel FROM (${sold}) AS s
    ANY LEFT JOIN (${sentFrom('settlement_lines', 'TRANSACTION')} UNION ALL ${sentFrom('order_items', 'ORDER')}) AS f USING (basis, ${PLACE})`
      : `SELECT *, '' AS fulfillment_channel FROM (${sold})`
    return [
      this.select(
        {
          basis: 'basis',
          feed: 'feed',
          line: 'entry.1',
          kind: `if(has_cost, 'COST', 'COUNT')`,
          currency: `if(has_cost, toString(cost.3), '')`,
          amount: 'toDecimal64(toDecimal128(entry.2, 9) * units, 9)',
          // Of what is not known settlements say one, and orders none.
          rate: `if(has_cost OR basis = 'TRANSACTION', toDecimal64(abs(entry.2), 9), toDecimal64(0, 9))`,
        },
        `SELECT *, arrayJoin(${COST_ENTRIES}) AS entry FROM (${this.costed(sent)})`,
      ),
    ]
  }
}
