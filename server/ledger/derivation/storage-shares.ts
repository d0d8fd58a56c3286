import type { FactTable } from '#amazon/index.ts'
import { LEDGER_COLUMNS, WITH_OWN } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { claimedRows } from './counting-rows.ts'
import { IS_ROUNDED, onlySku } from './damaged-codes.ts'
import { quoted } from './local-days.ts'
import { POSTED_FEES } from './settled-fees.ts'

/** What Amazon bills for storage in one amount, as its parts by product. They stand with the line of the bill and take it from what belongs to no product. */
export const SHARES_FEED = 'SHARED'

/** Reports that say which product is charged for what settlements bill in one amount. */
export const SHARING = ['storage_fees', 'aged_fees'] as const satisfies FactTable[]
type SharingTable = (typeof SHARING)[number]

/** Lines that are shared, and the month of a bill that a row of the report is of: storage is billed in the month after its own. */
const SHARED: Record<SharingTable, { lines: string[]; month: string }> = {
  storage_fees: { lines: ['monthlyStorageFees'], month: 'addMonths(toStartOfMonth(month), 1)' },
  aged_fees: { lines: ['agedInventoryFees', POSTED_FEES.agedInventoryFees], month: 'toStartOfMonth(date)' },
}
export const SHARED_LINES = Object.values(SHARED).flatMap(({ lines }) => lines)
const SHARED_LINE = `ledger.line IN (${quoted(SHARED_LINES)})`
/** SQL of rows that are shared as they were billed. Storage by order is shared day by day. */
export const IS_SHARED_AS_BILLED = `(basis = 'TRANSACTION' OR line = '${POSTED_FEES.agedInventoryFees}')`

/** Tables whose rows name a SKU with what the report of storage calls a product: the label in the warehouse, or the ASIN. */
const NAMING = {
  inventory_ledger: ['LABEL', 'fnsku'],
  aged_fees: ['LABEL', 'fnsku'],
  returns: ['LABEL', 'fnsku'],
  reimbursements: ['LABEL', 'fnsku'],
  order_items: ['ASIN', 'asin'],
  listings: ['ASIN', 'asin'],
  sales_traffic_asin_day: ['ASIN', 'child_asin'],
} as const satisfies Partial<Record<FactTable, readonly ['LABEL' | 'ASIN', string]>>
type NamingTable = keyof typeof NAMING
const NAMES_STORED_SKUS = Object.keys(NAMING) as NamingTable[]

/** Of a row of the report, as which account, and under which kinds of code, others may name it. */
const CODES = `arrayJoin([('LABEL', fnsku), ('ASIN', toString(asin))])`
const CODES_HELD = `SELECT account_id, named.1, named.2 FROM (SELECT account_id, ${CODES} AS named FROM storage_fees WHERE ${LIVE_FACTS.text})`

/** Each code of an account with the SKUs that rows under a condition name it with, and of which attempt these are. */
const namedCodes = (tables: readonly NamingTable[], where: string, among: string): string =>
  tables
    .map((table) => {
      const [kind, code] = NAMING[table]
      return `SELECT DISTINCT account_id AS its_account, '${kind}' AS kind, toString(${code}) AS code, toString(sku) AS one_sku, import_id AS attempt FROM ${table}
      WHERE ${where} AND sku != '' AND NOT ${IS_ROUNDED.sku.text} AND ${code} != '' AND (account_id, '${kind}', toString(${code})) IN (${among})`
    })
    .join(' UNION ALL ')

const OF_COMPANY = `company_id = {companyId:String} AND problem = ''`
const CHANGED = `${OF_COMPANY} AND import_id IN {changed:Array(UInt64)}`

/**
 * SQL of the months of bills whose parts may be others by this version: bills that came or went, reports that did, and those that
 * name products which are known under another SKU `live` than `before`.
 */
export function monthsSharedAnew(touched: ReadonlySet<FactTable>, held: ReadonlySet<FactTable>): string {
  const ofReport = (table: SharingTable, where: string) =>
    `SELECT DISTINCT ${SHARED[table].month} AS bill_month FROM ${table} WHERE ${where}`
  const parts = [
    `SELECT DISTINCT toStartOfMonth(day) AS bill_month FROM ledger
    WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND sku = '' AND version = {version:UInt64} AND ${SHARED_LINE}`,
    ...SHARING.filter((table) => touched.has(table)).map((table) => ofReport(table, CHANGED)),
  ]
  const naming = NAMES_STORED_SKUS.filter((table) => held.has(table) || touched.has(table))
  if (held.has('storage_fees') && naming.some((table) => touched.has(table))) {
    const skuBy = (attempts: string) =>
      onlySku(`groupUniqArrayIf(one_sku, has({${attempts}:Array(UInt64)}, attempt))`)
    const concerned = `SELECT its_account, kind, code FROM (${namedCodes(naming, CHANGED, CODES_HELD)})`
    const moved = `SELECT its_account, kind, code FROM (${namedCodes(naming, `${OF_COMPANY} AND import_id IN {either:Array(UInt64)}`, concerned)})
      GROUP BY its_account, kind, code HAVING ${skuBy('live')} != ${skuBy('before')}`
    parts.push(
      `SELECT DISTINCT ${SHARED.storage_fees.month} AS bill_month FROM (SELECT month, account_id, ${CODES} AS named FROM storage_fees WHERE ${LIVE_FACTS.text})
      WHERE (account_id, named.1, named.2) IN (${moved})`,
    )
  }
  return `SELECT DISTINCT toString(bill_month) AS month FROM (${parts.join(' UNION ALL ')})`
}

/** What each product weighs in the bills of a month: the charge that the report expects, by account and currency. */
function weights(held: ReadonlySet<FactTable>): string {
  const naming = NAMES_STORED_SKUS.filter((table) => held.has(table))
  const named =
    naming.length === 0
      ? `SELECT '' AS its_account, '' AS kind, '' AS code, '' AS one_sku WHERE 0`
      : namedCodes(naming, LIVE_FACTS.text, CODES_HELD)
  const known = `SELECT its_account, kind, code, ${onlySku('groupUniqArray(one_sku)')} AS its_sku FROM (${named}) GROUP BY its_account, kind, code`
  const counting = (table: SharingTable) =>
    `FROM ${table} WHERE ${LIVE_FACTS.text} AND (import_id, line_no, part) IN (${claimedRows(table, LIVE_FACTS.text)})`
  const of: Record<SharingTable, string> = {
    // The label comes before the ASIN.
    storage_fees: `SELECT ${quoted(SHARED.storage_fees.lines)} AS line, any(s.account_id) AS account_id, any(toString(currency)) AS money, any(toString(marketplace)) AS own_place,
        any(${SHARED.storage_fees.month}) AS bill_month, argMaxIf(its_sku, its_kind, its_sku != '') AS stored_sku, any(toDecimal128(fee, 9)) AS weight
      FROM (SELECT *, ${CODES} AS named, named.1 AS its_kind, named.2 AS its_code ${counting('storage_fees')}) AS s
      ANY LEFT JOIN (${known}) AS k ON s.account_id = k.its_account AND s.its_kind = k.kind AND s.its_code = k.code
      GROUP BY import_id, line_no, part`,
    aged_fees: `SELECT arrayJoin([${quoted(SHARED.aged_fees.lines)}]) AS line, account_id, toString(currency) AS money, toString(marketplace) AS own_place,
        ${SHARED.aged_fees.month} AS bill_month, toString(sku) AS stored_sku, toDecimal128(amount, 9) AS weight
      ${counting('aged_fees')}`,
  }
  return SHARING.filter((table) => held.has(table))
    .map((table) => of[table])
    .join('\nUNION ALL\n')
}

const KEY = 'line, account_id, money, bill_month, place'

/** The same as how far each product reaches in the whole, so that parts add up to it; by marketplace, and over all of them. */
const reaches = (held: ReadonlySet<FactTable>): string => `
  SELECT *, sum(weight) OVER (PARTITION BY ${KEY} ORDER BY stored_sku ROWS UNBOUNDED PRECEDING) AS up_to, sum(weight) OVER (PARTITION BY ${KEY}) AS whole
  FROM (
    SELECT ${KEY}, stored_sku, toInt256(sum(weight) * 1000000000) AS weight
    FROM (SELECT *, arrayJoin(arrayDistinct(['', own_place])) AS place FROM (${weights(held)}))
    GROUP BY ${KEY}, stored_sku
    HAVING weight > 0)`

const NANO = `toDecimal128('0.000000001', 9)`
const portion = (weight: string) => `intDiv(nano * ${weight}, whole)`
/** To the ninth digit, so that all parts are the whole. */
const PART = `toDecimal64(toDecimal128(toInt128(${portion('up_to')} - ${portion('(up_to - weight)')}), 0) * ${NANO}, 9)`

/**
 * SQL of the parts of amounts by product, and of what they take from the amount that belongs to none. A product whose SKU nobody
 * knows leaves its part there. A bill that names its marketplace is shared by what is stored there, if the report says.
 * @param amounts columns of the ledger, with `bill_month` and `time`, which tells equal ones apart
 */
export function storageShares(amounts: string, held: ReadonlySet<FactTable>): string {
  const columns: Partial<Record<(typeof LEDGER_COLUMNS)[number], string>> = {
    feed: `'${SHARES_FEED}'`,
    kind: `'ESTIMATE'`,
    rate: 'toDecimal64(0, 9)',
    sku: 'product.1',
    amount: 'product.2',
  }
  const ofBill = LEDGER_COLUMNS.map((column) => `b.${column} AS ${column}`).join(', ')
  return `SELECT ${LEDGER_COLUMNS.map((column) => `${columns[column] ?? column} AS ${column}_`).join(', ')}
FROM (
  SELECT ${LEDGER_COLUMNS.join(', ')}, time, arrayJoin(arrayPushBack(groupArray((stored_sku, part_of_it)), ('', -toDecimal64(sum(toDecimal128(part_of_it, 9)), 9)))) AS product
  FROM (
    SELECT *, ${PART} AS part_of_it, max(place) OVER (PARTITION BY ${LEDGER_COLUMNS.join(', ')}, time) AS nearest_place
    FROM (
      SELECT ${ofBill}, b.time AS time, b.nano AS nano, r.stored_sku AS stored_sku, r.place AS place, r.weight AS weight, r.up_to AS up_to, r.whole AS whole
      FROM (SELECT *, toString(currency) AS money, toInt256(reinterpretAsInt64(toDecimal64(amount, 9))) AS nano FROM (${amounts})) AS b
      INNER JOIN (${reaches(held)}) AS r ON b.line = r.line AND b.account_id = r.account_id AND b.money = r.money AND b.bill_month = r.bill_month
      WHERE r.place IN ('', toString(b.marketplace))
    )
  )
  WHERE place = nearest_place AND stored_sku != ''
  GROUP BY ${LEDGER_COLUMNS.join(', ')}, time
)
WHERE product.2 != 0`
}

/** What settlements and facts files bill in these months, each as often as it stands. */
export const BILLS_OF_MONTHS = `
  SELECT ${LEDGER_COLUMNS.join(', ')}, toStartOfMonth(day) AS bill_month, arrayJoin(range(toUInt32(sum(n)))) AS time
  FROM ledger
  WHERE company_id = {companyId:String} AND ${IS_SHARED_AS_BILLED} AND sku = '' AND feed != '${SHARES_FEED}' AND ${SHARED_LINE}
    AND ${WITH_OWN} AND toStartOfMonth(day) IN {sharedMonths:Array(Date)}
  GROUP BY ${LEDGER_COLUMNS.join(', ')}
  HAVING sum(n) > 0`
