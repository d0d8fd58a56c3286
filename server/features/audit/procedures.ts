import type { FactTable } from '#amazon/index.ts'
import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import { ExplainInput, type Explanation, type ExplainRow } from '#contract/profit-and-loss.ts'
import { childrenOf, isPnlLine, lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { liveImports, type Company, type Import } from '#server/accounts/index.ts'
import { ratesInForce } from '#server/ledger/conversion.ts'
import { expensesIn } from '#server/ledger/expense-days.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { exchangeRatesUsed, ledgerRowCounts, ledgerRows, ratesUsed } from '#server/ledger/ledger-rows.ts'
import { expenseSums, lineSums } from '#server/ledger/line-sums.ts'
import { rawLines } from '#server/ledger/raw-lines.ts'
import type { Services } from '#server/ledger/services.ts'
import { productsOf, statementRows } from '#server/ledger/statement-rows.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'

export const auditRouter = router({
  /** Every number down to the lines of the files that make it. */
  explainValue: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainInput)
    .query(({ ctx, input, signal }) => explain(ctx.services, ctx.company, input, signal)),
})

/** Lines of the ledger that a line of the statement is made of. */
function leavesOf(line: PnlLine): string[] {
  const definition = lineDefinition(line)
  const parts = partsOf(line)
  if (parts.length > 0) return [...new Set(parts.flatMap(leavesOf))]
  // Billed advertising is stored once; which of the two lines shows it is decided when reading.
  if (line === 'advertisingBilled' || line === 'memoAdvertisingBilled') return ['memoAdvertisingBilled']
  return definition.unit === 'price' ? [] : [line]
}

/** The lines whose sum (or ratio) a line is. */
function partsOf(line: PnlLine): readonly PnlLine[] {
  if (line === 'netUnits') return ['unitsSold', 'unitsRefunded']
  if (line === 'averageSellingPrice') return ['productSales', 'unitsSold']
  return lineDefinition(line).sumOf?.filter(isPnlLine) ?? childrenOf(line)
}

function formulaOf(line: PnlLine): string {
  const parts = partsOf(line).map((part) => lineDefinition(part).label)
  if (line === 'netUnits') return parts.join(' − ')
  if (line === 'averageSellingPrice') return parts.join(' ÷ ')
  return parts.length > 0 ? parts.join(' + ') : 'Sum of its rows'
}

async function explain(
  services: Services,
  company: Company,
  input: ExplainInput,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const { analytics } = services
  const options = signal ? { signal } : {}
  const period = { start: input.startDate, end: input.endDate }
  const products = productsOf(input)
  const lines = leavesOf(input.lineId)
  const isOfProducts = products !== undefined
  const expenses = await expensesIn(
    services,
    company,
    { marketplaces: input.marketplaces, isOfProducts },
    period,
  )
  const scope = {
    ...visibilityOf(company),
    ...expenses.params,
    basis: input.basis,
    from: period.start,
    to: period.end,
    lines,
    marketplaces: input.marketplaces ?? [],
    skus: products ?? [],
    anyProduct: !isOfProducts,
  }
  const plan = {
    columns: [{ column: 'bucket' as const, period, comparison: null, partial: false, provisional: false }],
    segmentStarts: [period.start],
    span: period,
  }
  const [[statement], counts, rates, exchange, found] = await Promise.all([
    statementRows(services, company, input, plan, signal),
    analytics.run(ledgerRowCounts, company, scope, options),
    analytics.run(ratesUsed, company, scope, options),
    analytics.run(exchangeRatesUsed, company, { ...scope, currency: input.currencyCode }, options),
    analytics.run(ledgerRows, company, { ...scope, limit: input.limit, offset: input.offset }, options),
  ])
  const rowCountOf = (line: PnlLine) =>
    leavesOf(line).reduce((total, leaf) => total + (counts.find((c) => c.line === leaf)?.rowCount ?? 0), 0)
  const definition = lineDefinition(input.lineId)
  return {
    lineId: input.lineId,
    label: definition.label,
    definition: (input.basis === 'ORDER' && definition.orderDefinition) || definition.definition,
    formula: formulaOf(input.lineId),
    value: statement!.lines[input.lineId].value,
    lacks: statement!.lines[input.lineId].lacks,
    unconverted: statement!.lines[input.lineId].unconverted,
    coverage: statement!.coverage,
    currencyCode: input.currencyCode,
    terms: partsOf(input.lineId).map((part) => ({
      lineId: part,
      label: lineDefinition(part).label,
      value: statement!.lines[part].value,
      lacks: statement!.lines[part].lacks,
      rowCount: rowCountOf(part),
    })),
    rowCount: rowCountOf(input.lineId),
    rows: await explained(services, company, input.currencyCode, found),
    exchangeRates: exchange,
    rates,
    flags: statement!.flags,
    sql: (lines.every((line) => line === 'operatingExpenses') ? expenseSums : lineSums).text,
  }
}

type LedgerRow = (typeof ledgerRows)['row']['_output']

async function explained(
  services: Services,
  company: Company,
  currency: string,
  rows: LedgerRow[],
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
  const texts = await rawLines(
    services,
    company,
    rows.flatMap((row) => {
      const record = importOf.get(row.attempt)
      return record ? [{ record, lineNumber: row.lineNumber, table: tableOf(row) }] : []
    }),
  )
  return rows.map((row) => {
    const record = importOf.get(row.attempt)
    const isCount = row.currency === ''
    const from = usd.get(`${row.currency} ${row.fxDay}`)
    const to = usd.get(`${currency} ${row.fxDay}`)
    const factor =
      row.currency === currency || isCount ? 10n ** 12n : from && to ? (from * 10n ** 12n) / to : null
    return {
      line: isPnlLine(row.line) ? row.line : 'adjustments',
      day: row.day,
      marketplace: row.marketplace,
      sku: row.sku,
      orderId: row.orderId,
      settlementId: row.settlementId,
      kind: row.kind === 'ESTIMATE' ? 'AMOUNT' : (row.kind as ExplainRow['kind']),
      rate: ['AMOUNT', 'COUNT', 'ESTIMATE'].includes(row.kind) ? null : row.rate,
      amount: row.amount,
      currency: row.currency,
      converted: factor === null ? null : toText(multiply(parseDecimal(row.amount), factor)),
      exchangeRate: row.currency === currency || isCount || factor === null ? null : toText(factor, 10),
      ...namesOf(row),
      unmapped: row.unmapped,
      importId: record?.id ?? 0,
      fileName: record?.fileName ?? '',
      lineNumber: row.lineNumber,
      rawLine: (record && texts.get(`${record.id}:${tableOf(row)}:${row.lineNumber}`)) ?? null,
    }
  })
}

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
}

/** The table of a facts file that a ledger row was made from. */
const tableOf = (row: LedgerRow): FactTable => TABLES[row.feed] ?? 'settlement_lines'
