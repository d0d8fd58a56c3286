import { z } from 'zod'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { FEES_OF_ORDERS } from '#server/ledger/derivation/settled-fees.ts'
import { VISIBLE } from '#server/ledger/journal.ts'
import { ALLOCATION, ALLOCATION_OF_SKUS, MARKETPLACE_IN_SCOPE, ownPart } from './allocation.ts'
import {
  GROUP_PARAMS,
  groupOf,
  KEY_PARAMS,
  keyedRow,
  LEDGER_PARAMS,
  ofKeys,
  row,
  sumsOver,
  type KeyedBy,
} from './ledger-sums.ts'

/*
 * What rows of the ledger come to by what they are, whichever line they stand in. Roll-ups hold lines alone, so these are read
 * from the ledger itself, and only where somebody asks for them.
 */

interface ByRow {
  basis: PnlBasis
  name: Sql
  /** On a row of the ledger. */
  counts: Sql
  amount: Sql
}

const BY_ROW = {
  /** What Amazon has released, as its files state it: VAT in it and billed advertising off it. */
  netProceeds: {
    basis: 'TRANSACTION',
    name: sql`'netProceeds'`,
    counts: sql`feed IN ('SETTLEMENT', 'FACTS') AND kind = 'AMOUNT' AND ledger.line NOT IN ('memoTransfers', 'deferredNetProceeds')`,
    amount: sql`ledger.amount`,
  },
  unmappedAmount: {
    basis: 'TRANSACTION',
    name: sql`'unmappedAmount'`,
    counts: sql`unmapped`,
    amount: sql`abs(ledger.amount)`,
  },
  /** ORD-3: until an order is settled; then what was expected of it is taken back, in lines of their own. */
  estimatedFees: {
    basis: 'ORDER',
    name: sql`'estimatedFees'`,
    counts: sql`kind = 'ESTIMATE' AND ledger.line IN (${FEES_OF_ORDERS})`,
    amount: sql`-ledger.amount`,
  },
} as const satisfies Record<string, ByRow>
type ByRowName = keyof typeof BY_ROW
export const BY_ROW_NAMES = Object.keys(BY_ROW) as ByRowName[]
const ALL: readonly ByRow[] = Object.values(BY_ROW)

export const isByRow = (name: string): name is ByRowName => Object.hasOwn(BY_ROW, name)
export const isToldOn = (name: ByRowName, basis: PnlBasis): boolean => BY_ROW[name].basis === basis

/** SQL of the names that a row of the ledger counts under, beside the line in which it is shown. */
export const NAMES_BY_ROW = sql.join(ALL.map(({ counts, name }) => sql`if(${counts}, ${name}, '')`))

/** SQL of what a row of the ledger comes to under a name. */
export const amountByRow = (named: Sql): Sql =>
  sql`multiIf(${sql.join(ALL.map(({ name, amount }) => sql`${named} = ${name}, ${amount}`))}, ledger.amount)`

/** Rows that count under any name that is asked for: by its lines the engine finds them without reading the others. */
const IS_ASKED = sql.join(
  ALL.map(({ counts, name }) => sql`(has({byRow:Array(String)}, ${name}) AND ${counts})`),
  sql` OR `,
)

const ROWS = sql`(
  SELECT company_id, basis, arrayJoin(arrayFilter(one -> has({byRow:Array(String)}, one), [${NAMES_BY_ROW}])) AS line, marketplace, sku, currency, day, fx_day,
    ${amountByRow(sql`line`)} * n AS amount, toInt64(n) AS row_count, 0 AS unmapped_count, version
  FROM ledger
  WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date} AND ${VISIBLE}
    AND (${IS_ASKED}))`

const OF_SELECTION = sql`({anyProduct:Bool} OR sku IN {skus:Array(String)} OR sku = '') AND ${MARKETPLACE_IN_SCOPE}`
const ITS_ALLOCATION = sql`if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS})`
const PARAMS = { ...LEDGER_PARAMS, byRow: z.array(z.string()) }

export const sumsByRow = defineQuery({
  name: 'ledger_sums_by_row',
  params: z.object(PARAMS),
  row,
  sql: sumsOver(ROWS, OF_SELECTION, ITS_ALLOCATION, ownPart),
})

const byKey = (
  name: KeyedBy,
  column: Sql,
  key = sql`toString(${column})`,
  ofGroups: Partial<typeof GROUP_PARAMS> = {},
) =>
  defineQuery({
    name: `ledger_sums_by_row_and_${name}`,
    params: z.object({ ...PARAMS, ...KEY_PARAMS, ...ofGroups }),
    row: keyedRow,
    sql: sumsOver(ROWS, sql`${OF_SELECTION} AND ${ofKeys(column)}`, ITS_ALLOCATION, ownPart, key),
  })

/** The same, each product, brand or marketplace alone. */
export const sumsByRowAndKey = {
  product: byKey('product', sql`sku`),
  marketplace: byKey('marketplace', sql`marketplace`),
  brand: byKey('brand', sql`sku`, groupOf(sql`toString(sku)`), GROUP_PARAMS),
} as const satisfies Record<KeyedBy, unknown>
