import type { OpenedFile } from '#server/reading/pieces.ts'
import { withoutZeros } from './damaged-codes.ts'

/** The bits of `settlement_lines.lost`: what a spreadsheet took from a row, or what its file has no column for. */
export const LOST = {
  order_id: 1,
  order_item_id: 2,
  sku: 4,
  posted_at: 8,
  promotion_id: 16,
  shipment_id: 32,
  adjustment_id: 64,
  fulfillment_channel: 128,
  marketplace: 256,
  quantity: 512,
} as const

/** What every row of a file has lost, because the file lacks the column. */
export const lostWith = ({ absent }: Pick<OpenedFile, 'absent'>): number =>
  Object.entries(LOST).reduce((bits, [column, bit]) => (absent.includes(column) ? bits | bit : bits), 0)

/** What a row is compared by where rows like it have lost `mask`. */
const LOOSE = `cityHash64(core, ${(
  [
    ['order_id', 'order_id', `''`],
    ['order_item_id', withoutZeros('order_item_id'), `''`],
    ['sku', withoutZeros('sku'), `''`],
    ['posted_at', 'posted_at', `toDateTime(0, 'UTC')`],
    ['promotion_id', 'promotion_id', `''`],
    ['shipment_id', 'shipment_id', `''`],
    ['adjustment_id', 'adjustment_id', `''`],
    ['fulfillment_channel', 'toString(fulfillment_channel)', `''`],
    ['marketplace', 'concat(toString(marketplace), toString(multichannel))', `''`],
    ['quantity', 'ifNull(quantity, -2147483648)', '0'],
  ] as const
)
  .map(([column, value, none]) => `if(bitAnd(mask, ${LOST[column]}) != 0, ${none}, ${value})`)
  .join(', ')})`

/**
 * Of rows that are the same, the one that says most: undamaged, with its zeros, named by a word that is mapped. Content
 * decides, so that the order of imports does not.
 */
const FULLEST_FIRST = `bitCount(lost), length(order_item_id) + length(sku) DESC,
  triple IN (SELECT triple FROM ledger_mapping FINAL WHERE company_id = {companyId:String} AND unmapped), amount_description, asin DESC, import_id, line_no, part`

const COMPARED = `import_id, line_no, part, account_id, settlement_id, source, identity, core, lost, triple, order_id, order_item_id, sku, asin,
  posted_at, promotion_id, shipment_id, adjustment_id, fulfillment_channel, marketplace, multichannel, quantity, amount_description`

const OF_SETTLEMENT = 'account_id, settlement_id, source'

/**
 * The rows of settlements among `where`, each as often as the file has it that has it most, whichever source counts.
 *
 * A row that has lost something to a spreadsheet is one that a whole file may hold too. So among rows that differ in
 * nothing but what some of them have lost, those without damage all count, and of the others only as many as no whole
 * row stands for.
 */
export function eachRowOnce(columns: string, where: string, { hasLosses }: { hasLosses: boolean }): string {
  const counted = `SELECT ${unique(`${columns}, ${COMPARED}`)}, row_number() OVER (PARTITION BY import_id, ${OF_SETTLEMENT}, identity ORDER BY line_no, part) AS ordinal
    FROM settlement_lines WHERE ${where}`
  if (!hasLosses)
    return `SELECT ${columns} FROM (${counted})
      ORDER BY ${FULLEST_FIRST}
      LIMIT 1 BY ${OF_SETTLEMENT}, identity, ordinal`
  return `SELECT ${columns} FROM (
      SELECT *, row_number() OVER (PARTITION BY import_id, ${OF_SETTLEMENT}, loose, lost != 0
          ORDER BY order_id, sku, order_item_id, posted_at, line_no, part) AS place,
        uniqExactIf((identity, ordinal), lost = 0) OVER alike AS whole, max(held) OVER alike AS most
      FROM (
        SELECT *, count() OVER (PARTITION BY import_id, ${OF_SETTLEMENT}, loose) AS held
        FROM (
          SELECT *, ${LOOSE} AS loose FROM (
            SELECT *, groupBitOr(lost) OVER (PARTITION BY ${OF_SETTLEMENT}, core) AS mask FROM (${counted})))
      )
      WINDOW alike AS (PARTITION BY ${OF_SETTLEMENT}, loose)
    )
    WHERE lost = 0 OR whole + place <= most
    ORDER BY ${FULLEST_FIRST}
    LIMIT 1 BY ${OF_SETTLEMENT}, lost = 0, if(lost = 0, identity, loose), if(lost = 0, ordinal, place)`
}

const unique = (columns: string): string => [...new Set(columns.split(/,\s*/))].join(', ')
