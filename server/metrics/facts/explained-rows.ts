import type { FactTable } from '#amazon/index.ts'
import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import type { ExplainRow } from '#contract/explain.ts'
import { FLAGGED_LINES, isPnlLine, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { liveImports, type Company, type Import } from '#server/accounts/index.ts'
import { ratesInForce } from '#server/ledger/conversion.ts'
import { costKey, costPlaces, type Costed } from '#server/ledger/cost-places.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { rawLines } from '#server/ledger/raw-lines.ts'
import type { Services } from '#server/ledger/services.ts'
import type { ledgerRows } from './ledger-rows.ts'

export type LedgerRow = (typeof ledgerRows)['row']['_output']

/**
 * Rows of the ledger with the lines of the files that they were made from. `takesAway` says of which lines the amounts are
 * taken away from the number that is explained.
 */
export async function explainedRows(
  services: Services,
  company: Company,
  currency: string,
  rows: LedgerRow[],
  { takesAway, signal }: { takesAway?: (line: string) => boolean; signal: AbortSignal | undefined },
): Promise<ExplainRow[]> {
  if (rows.length === 0) return []
  const days = rows.map((row) => row.fxDay).toSorted()
  const [live, rates] = await Promise.all([
    liveImports(services.accounts, company),
    services.analytics.run(ratesInForce, company, {
      ...visibilityOf(company),
      currencies: [...new Set([currency, ...rows.map((row) => row.currency)])],
      from: days[0]!,
      to: days.at(-1)!,
    }),
  ])
  const importOf = new Map<number, Import>(live.map((record) => [record.attemptVersion!, record]))
  const usd = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, parseDecimal(rate.usd)]))
  const costs = await costPlaces(
    services.analytics,
    company.id,
    live.map((record) => record.attemptVersion!),
    rows.filter(hasCost).map(costedBy),
    signal,
  )
  const entryOf = (row: LedgerRow) => (hasCost(row) ? costs.get(costKey(costedBy(row))) : undefined)
  const wanted = (attempt: number | undefined, lineNumber: number | undefined, table: FactTable) => {
    const record = attempt === undefined ? undefined : importOf.get(attempt)
    return record && lineNumber !== undefined ? [{ record, lineNumber, table }] : []
  }
  const texts = await rawLines(
    services,
    company,
    rows.flatMap((row) => [
      ...wanted(row.attempt, row.lineNumber, tableOf(row)),
      ...wanted(entryOf(row)?.attempt, entryOf(row)?.lineNumber, 'product_costs'),
    ]),
  )
  const placeOf = (record: Import | undefined, lineNumber: number, table: FactTable) => ({
    importId: record?.id ?? 0,
    fileName: record?.fileName ?? '',
    lineNumber,
    rawLine: (record && texts.get(`${record.id}:${table}:${lineNumber}`)) ?? null,
  })
  return rows.map((row) => {
    const record = importOf.get(row.attempt)
    const entry = entryOf(row)
    const isCount = row.currency === ''
    const from = usd.get(`${row.currency} ${row.fxDay}`)
    const to = usd.get(`${currency} ${row.fxDay}`)
    const factor =
      row.currency === currency || isCount ? 10n ** 12n : from && to ? (from * 10n ** 12n) / to : null
    const amount = takesAway?.(row.line) ? -parseDecimal(row.amount) : parseDecimal(row.amount)
    const share = row.share === '' ? null : row.share
    const part = share === null ? amount : multiply(amount, parseDecimal(share))
    return {
      line: lineOf(row.line),
      day: row.day,
      marketplace: row.marketplace,
      sku: row.sku,
      orderId: row.orderId,
      settlementId: row.settlementId,
      kind: row.kind === 'ESTIMATE' ? 'AMOUNT' : (row.kind as ExplainRow['kind']),
      rate: ['AMOUNT', 'COUNT', 'ESTIMATE'].includes(row.kind) ? null : row.rate,
      amount: toText(amount, 9),
      currency: row.currency,
      converted: factor === null ? null : toText(multiply(part, factor)),
      exchangeRate: row.currency === currency || isCount || factor === null ? null : toText(factor, 10),
      share,
      ...namesOf(row),
      unmapped: row.unmapped,
      ...placeOf(record, row.lineNumber, tableOf(row)),
      costEntry: entry ? placeOf(importOf.get(entry.attempt), entry.lineNumber, 'product_costs') : null,
    }
  })
}

/** What warnings count, and the VAT in the prices of orders, stand in lines of their own, beside those of the statement. */
const BESIDE: Record<string, PnlLine> = {
  ...FLAGGED_LINES,
  productSalesVat: 'salesVat',
  otherSalesVat: 'salesVat',
}
const lineOf = (line: string): PnlLine => (isPnlLine(line) ? line : BESIDE[line]!)

const hasCost = ({ kind }: LedgerRow): boolean => kind === 'COST'

/** A return takes back the cost of the day on which it was sold, at which it is converted too. */
const costedBy = ({ sku, fxDay, marketplace }: LedgerRow): Costed => ({ sku, day: fxDay, marketplace })

/** What the file calls the amount; what was estimated from an order says how. */
function namesOf(row: LedgerRow): Pick<ExplainRow, 'transactionType' | 'amountType' | 'amountDescription'> {
  const { feed, kind, line, rate, transactionType, amountType, amountDescription } = row
  if (feed !== 'ORDER') return { transactionType, amountType, amountDescription }
  const how =
    line === 'productSales'
      ? 'last known price'
      : line === 'referralFees'
        ? `${toText(parseDecimal(rate) * 100n, 2)} % of what is paid`
        : `${rate} a unit`
  return {
    transactionType: 'Order',
    amountType: kind === 'ESTIMATE' ? 'Estimate' : '',
    amountDescription: kind === 'ESTIMATE' ? how : '',
  }
}

const TABLES: Record<string, FactTable> = {
  ORDER: 'order_items',
  RETURN: 'returns',
  ADS: 'ads_daily',
  EXPENSE: 'expenses',
  STOCK: 'inventory_ledger',
}

/** The table of a facts file that a ledger row was made from. */
const tableOf = (row: LedgerRow): FactTable => TABLES[row.feed] ?? 'settlement_lines'
