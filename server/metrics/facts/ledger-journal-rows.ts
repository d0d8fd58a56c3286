import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExplainRow } from '#contract/explain.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { FLAGGED_LINES, isPnlLine, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { CountsAs, JournalRow } from './explained-rows.ts'
import { isByRow } from './ledger-by-row.ts'
import { tableOfFeed, type LedgerRow } from './ledger-rows.ts'
import type { Words } from './row-words.ts'

/** A row of the ledger as it is shown. */
export function ledgerJournalRow(row: LedgerRow, countsAs: CountsAs): JournalRow {
  const { metricId, isTaken } = countsAs(`ledger.${row.line}`)
  const amount = parseDecimal(row.amount)
  return {
    metricId,
    // What counts by what it is may stand in any of them.
    line: isByRow(row.line) ? null : lineOf(row.line),
    day: row.day,
    rateDay: row.fxDay,
    marketplace: row.marketplace,
    sku: row.sku,
    settlementId: row.settlementId,
    kind: row.kind === 'ESTIMATE' ? 'AMOUNT' : (row.kind as ExplainRow['kind']),
    rate: ['AMOUNT', 'COUNT', 'ESTIMATE'].includes(row.kind) ? null : row.rate,
    amount: isTaken ? -amount : amount,
    currency: row.currency,
    share: row.share === '' ? null : row.share,
    named: (words) => ({ orderId: row.orderId, ...namesOf(row, words) }),
    unmapped: row.unmapped,
    attempt: row.attempt,
    lineNumber: row.lineNumber,
    part: row.part,
    table: tableOfFeed(row.feed),
    // A return takes back the cost of the day on which it was sold, at which it is converted too.
    costed: row.kind === 'COST' ? { sku: row.sku, day: row.fxDay, marketplace: row.marketplace } : null,
  }
}

/** Rows that a warning counts, as the line that they stand in. */
export const countsInLine: CountsAs = (measure) => ({
  metricId: metricOfLine(lineOf(measure.slice('ledger.'.length))),
  isTaken: false,
})

/** What warnings count, and what only orders say, stand in lines of their own, beside those of the statement. */
const BESIDE: Record<string, PnlLine> = {
  ...FLAGGED_LINES,
  productSalesVat: 'salesVat',
  otherSalesVat: 'salesVat',
  referralFeesSettled: 'referralFees',
  fulfilmentFeesSettled: 'fbaFulfilmentFees',
  closingFeesSettled: 'closingFees',
  digitalServicesFeesSettled: 'digitalServicesFees',
  agedInventoryFeesSettled: 'agedInventoryFees',
  inboundFeesSettled: 'inboundFees',
  removalFeesSettled: 'removalFees',
}
const lineOf = (line: string): PnlLine => (isPnlLine(line) ? line : BESIDE[line]!)

/** What the file calls the amount; what was estimated from an order says how. */
function namesOf(
  row: LedgerRow,
  words: Words | undefined,
): Pick<ExplainRow, 'transactionType' | 'amountType' | 'amountDescription'> {
  const { feed, kind, line, rate } = row
  const {
    what: transactionType = '',
    type: amountType = '',
    description: amountDescription = '',
  } = words ?? {}
  if (feed === 'STORAGE')
    return { transactionType, amountType, amountDescription: `${amountDescription}, a day of it` }
  if (feed === 'SHARED') {
    const part = row.sku === '' ? 'shared over products' : 'the part of this product'
    return { transactionType, amountType, amountDescription: `${amountDescription}, ${part}` }
  }
  if (feed !== 'ORDER' && feed !== 'EXPECTED') return { transactionType, amountType, amountDescription }
  const how =
    line === 'productSales'
      ? 'last known price'
      : line.startsWith('referralFees')
        ? `${toText(parseDecimal(rate) * 100n, 2)} % of what is paid`
        : `${rate} a unit`
  return {
    transactionType: 'Order',
    amountType:
      kind !== 'ESTIMATE' ? '' : feed === 'EXPECTED' ? 'Estimate that the settlement replaces' : 'Estimate',
    amountDescription: kind === 'ESTIMATE' ? how : '',
  }
}
