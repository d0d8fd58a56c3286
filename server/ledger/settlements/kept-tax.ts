import { z } from 'zod'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { childrenOf, TAXED_LINES, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { sql } from '#server/analytics/index.ts'
import { PUBLISHED } from '#server/ledger/journal.ts'

/** What decides whether Amazon collected the tax of an amount. */
export const KEPT_TAX_PARAMS = {
  /** Whose amounts are asked about; without any nothing is looked up, and no tax was kept. */
  taxedLines: z.array(z.string()),
  refundLines: z.array(z.string()),
  /** Where prices stand without tax. */
  withoutTax: z.array(z.string()),
}

export const keptTaxOf = (lines: readonly PnlLine[]): z.infer<z.ZodObject<typeof KEPT_TAX_PARAMS>> => ({
  taxedLines: lines.filter((line) => TAXED_LINES.includes(line)),
  refundLines: [...childrenOf('refunds')],
  withoutTax: MARKETPLACES.filter(({ priceIncludesTax }) => !priceIncludesTax).map(({ code }) => code),
})

/** A product of an order, and what happened to it on a day: short, because sets of all of them are held in memory. */
const ITEM = sql`cityHash64(account_id, order_id, sku)`
const ITEM_OF_DAY = sql`cityHash64(account_id, order_id, sku, day)`

const OF_ORDERS = sql`
  notEmpty({taxedLines:Array(String)}) AND company_id = {companyId:String} AND basis = 'TRANSACTION' AND ${PUBLISHED} AND order_id != '' AND marketplace NOT IN {withoutTax:Array(String)}`
const KEPT = sql`${OF_ORDERS} AND ledger.line = 'memoFacilitatorTax'`
const KEPT_EVER = sql`SELECT ${ITEM} AS item FROM ledger WHERE ${KEPT} GROUP BY item HAVING sum(n) != 0`
const KEPT_ON_DAY = sql`SELECT ${ITEM_OF_DAY} AS item FROM ledger WHERE ${KEPT} GROUP BY item HAVING sum(n) != 0`
/** Of products of which Amazon kept some tax, those with tax that the seller owes. */
const OWED_ON_DAY = sql`
  SELECT ${ITEM_OF_DAY} AS item FROM ledger
  WHERE ${OF_ORDERS} AND ledger.line = 'salesVat' AND kind = 'SALES_VAT' AND ${ITEM} IN (${KEPT_EVER})
  GROUP BY item HAVING sum(n) != 0`

/**
 * Whether Amazon collected the tax of an amount of the ledger, which knows its `ledger_line`: tax of the same product and order was kept on
 * the same day, or, for refunds, on any day; and the statement has no sales VAT for that product and order on that day. The derivation of VAT
 * goes by the same.
 */
export const IS_TAX_KEPT = sql`
  toBool(kind = 'AMOUNT' AND ledger_line IN {taxedLines:Array(String)} AND order_id != '' AND marketplace NOT IN {withoutTax:Array(String)}
    AND (${ITEM_OF_DAY} IN (${KEPT_ON_DAY}) OR ledger_line IN {refundLines:Array(String)} AND ${ITEM} IN (${KEPT_EVER}))
    AND ${ITEM_OF_DAY} NOT IN (${OWED_ON_DAY}))`
