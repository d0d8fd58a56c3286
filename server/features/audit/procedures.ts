import type { FactTable } from '#amazon/index.ts'
import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import {
  ExplainFlagInput,
  ExplainInput,
  FLAGGED_GROUPS_MAX,
  type Explanation,
  type ExplainRow,
  type FlagExplanation,
} from '#contract/profit-and-loss.ts'
import {
  FLAGGED_LINES,
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import { liveImports, type Company, type Import } from '#server/accounts/index.ts'
import { ratesInForce } from '#server/ledger/conversion.ts'
import { expenseSpan } from '#server/ledger/expense-days.ts'
import { flaggedProducts, unmappedWords } from '#server/ledger/flagged-rows.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { exchangeRatesUsed, ledgerRowCounts, ledgerRows, ratesUsed } from '#server/ledger/ledger-rows.ts'
import { allocationIn } from '#server/ledger/allocation.ts'
import { costKey, costPlaces, type Costed } from '#server/ledger/cost-places.ts'
import { moneyOf } from '#server/ledger/company-money.ts'
import { leavesOf, partsOf } from '#server/ledger/line-parts.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { expenseSums, lineSumsOf } from '#server/ledger/line-sums.ts'
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

  /** Exactly the rows that a warning counts, and the products or words that they share. */
  explainFlag: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainFlagInput)
    .query(({ ctx, input, signal }) => explainFlag(ctx.services, ctx.company, input, signal)),
})

/** What a row adds to the line that is explained. */
const signedFor = (line: PnlLine, row: LedgerRow): bigint =>
  line === 'netUnits' && row.line === 'unitsRefunded' ? -parseDecimal(row.amount) : parseDecimal(row.amount)

function formulaOf(line: PnlLine): string {
  const parts = partsOf(line).map((part) => lineDefinition(part).label)
  if (line === 'netUnits') return parts.join(' − ')
  if (line === 'averageSellingPrice') return parts.join(' ÷ ')
  return parts.length > 0 ? parts.join(' + ') : 'Sum of its rows'
}

/** The rows of these lines that a question is about. */
async function ledgerScope(
  services: Services,
  company: Company,
  input: Omit<ExplainInput, 'lineId'>,
  lines: readonly string[],
) {
  const [allocation, money] = await Promise.all([
    allocationIn(services, company, { ...input, skus: productsOf(input) }, input.basis),
    moneyOf(services, company),
  ])
  return {
    ...visibilityOf(company),
    ...expenseSpan(services, { start: input.startDate, end: input.endDate }),
    ...allocation.params,
    shown: allocation.shown,
    basis: input.basis,
    from: input.startDate,
    to: input.endDate,
    lines: [...lines],
    ledgerLines: ledgerLinesOf(lines),
    useBilledAdvertising: !input.useAdjustedAdvertising,
    advertised: money.advertised,
    advertisedSince: money.advertisedSince,
    onlyUnmapped: false,
  }
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
  const scope = await ledgerScope(services, company, input, leavesOf(input.lineId))
  const column = { column: 'bucket' as const, period, comparison: null, partial: false, provisional: false }
  const [[statement], counts, rates, exchange, found] = await Promise.all([
    statementRows(services, company, input, [column], signal),
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
    isShared: statement!.lines[input.lineId].isShared,
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
    rows: await explained(services, company, input, found, signal),
    exchangeRates: exchange,
    rates,
    flags: statement!.flags,
    sql: (scope.lines.every((line) => line === 'operatingExpenses') ? expenseSums : lineSumsOf(scope)).text,
  }
}

async function explainFlag(
  services: Services,
  company: Company,
  input: ExplainFlagInput,
  signal: AbortSignal | undefined,
): Promise<FlagExplanation> {
  const { analytics } = services
  const options = signal ? { signal } : {}
  // Rows of whatever line may be unmapped; everything else that is counted has a line of its own in the ledger.
  const onlyUnmapped = input.flag === 'unmappedLines'
  const lines = onlyUnmapped ? PNL_LINE_IDS : [input.flag]
  const scope = { ...(await ledgerScope(services, company, input, lines)), onlyUnmapped }
  const [groups, found] = await Promise.all([
    analytics.run(
      onlyUnmapped ? unmappedWords : flaggedProducts,
      company,
      { ...scope, limit: FLAGGED_GROUPS_MAX },
      options,
    ),
    analytics.run(ledgerRows, company, { ...scope, limit: input.limit, offset: input.offset }, options),
  ])
  const [first] = groups
  const rowCount = first?.allRows ?? 0
  return {
    flag: input.flag,
    count: onlyUnmapped ? rowCount : Number(first?.allAmounts ?? 0),
    groups: groups.map((group) => ({
      sku: group.sku,
      transactionType: group.transactionType,
      amountType: group.amountType,
      amountDescription: group.amountDescription,
      line: isPnlLine(group.line) ? group.line : null,
      amount: toText(parseDecimal(group.amount), 9),
      currency: group.currency,
      rowCount: group.rowCount,
    })),
    groupCount: first?.groupCount ?? 0,
    rowCount,
    rows: await explained(services, company, { ...input, lineId: FLAGGED_LINES[input.flag] }, found, signal),
  }
}

type LedgerRow = (typeof ledgerRows)['row']['_output']

async function explained(
  services: Services,
  company: Company,
  { lineId, currencyCode: currency }: ExplainInput,
  rows: LedgerRow[],
  signal: AbortSignal | undefined,
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
    const amount = signedFor(lineId, row)
    const share = row.share === '' ? null : row.share
    const part = share === null ? amount : multiply(amount, parseDecimal(share))
    return {
      line: isPnlLine(row.line) ? row.line : lineId,
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
