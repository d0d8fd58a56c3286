import { multiply, parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import { isPnlLine, PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import type { VatAmounts, VatLines, VatLinesInput } from '#contract/vat-report.ts'
import type { Company } from '#server/accounts/index.ts'
import { companyPerPeriod, heldImports } from '#server/ledger/closed-months/closed-states.ts'
import { rawLines } from '#server/ledger/importing/raw-lines.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { factorsOver } from '#server/metrics/facts/kept-days.ts'
import { RATE_ONE } from '#server/metrics/facts/day-series.ts'
import { calculatedLines } from '#server/metrics/vat/calculated.ts'
import { reportDays } from '#server/metrics/vat/days.ts'
import { amountsOf, paramsOf, rounded } from '#server/metrics/vat/report.ts'
import { readKey } from '#server/metrics/vat/row-key.ts'
import { statedLines } from '#server/metrics/vat/stated.ts'

/** The lines of files that a row of the report is the sum of; none where there is no such row. */
export async function vatLines(
  services: Services,
  company: Company,
  input: VatLinesInput,
  signal: AbortSignal | undefined,
): Promise<VatLines> {
  const key = readKey(input.key)
  if (!key) return { rowCount: 0, rows: [] }
  const { analytics } = services
  const { limit, offset } = input
  const options = signal ? { signal } : {}
  const params = await paramsOf(services, company, input)
  const isStated = key.source === 'REPORT'
  const found = isStated
    ? await analytics
        .run(statedLines, company, { ...params.stated, ...key.values, limit, offset }, options)
        .then((rows) =>
          rows.map((row) => ({
            ...row,
            factor: row.factor === null ? null : parseDecimal(row.factor),
            own: { net: row.net, vat: row.tax, gross: row.gross },
          })),
        )
    : await calculatedRows()
  async function calculatedRows() {
    const { values } = key as Extract<typeof key, { source: 'CALCULATED' }>
    const period = { start: input.startDate, end: input.endDate }
    const [days, stateIn] = await Promise.all([
      reportDays(services, company, period),
      companyPerPeriod(services, company),
    ])
    const state = stateIn(period)
    const rows = await analytics.run(
      calculatedLines,
      state,
      { ...params.calculated, ...visibilityOf(state), ...days.params, ...values, limit, offset },
      options,
    )
    const factorOf = await factorsOver(
      services,
      state,
      rows.map(({ moneyOfLine, rateDay }) => ({ money: moneyOfLine, rateDay })),
      input.currencyCode,
    )
    return rows.map(({ dayNumber, rateDay, ...row }) => ({
      ...row,
      factor: decimalFactor(factorOf(row.moneyOfLine, rateDay, dayNumber)),
      label: isPnlLine(row.label) ? PNL_LINES[row.label].label : row.label,
      own: amountsOf(row, values.calculation === 'FACILITATOR'),
    }))
  }
  // Rows of a closed month are of the files that counted then.
  const live = await heldImports(services, company)
  const importOf = new Map(live.map((record) => [record.attemptVersion!, record]))
  const table = isStated ? 'vat_transactions' : 'settlement_lines'
  const texts = await rawLines(
    services,
    company,
    found.flatMap(({ attempt, lineNumber }) => {
      const record = importOf.get(attempt)
      return record ? [{ record, lineNumber, table }] : []
    }),
    signal,
  )
  return {
    rowCount: found[0]?.lineCount ?? 0,
    rows: found.map(({ attempt, lineNumber, factor, own, ...row }) => {
      const record = importOf.get(attempt)
      return {
        day: row.day,
        transactionType: row.label,
        transactionId: row.reference,
        sku: row.sku,
        marketplace: row.market,
        currency: row.moneyOfLine,
        own,
        converted: convertedBy(factor, own),
        importId: record?.id ?? 0,
        fileName: record?.fileName ?? '',
        lineNumber,
        rawLine: (record && texts.get(`${record.id}:${table}:${lineNumber}`)) ?? null,
      }
    }),
  }
}

function convertedBy(factor: Decimal | null, { net, vat, gross }: VatAmounts): VatAmounts {
  const of = (amount: string | null) =>
    factor === null || amount === null ? null : toText(multiply(parseDecimal(amount), factor))
  return rounded({ net: of(net), vat: of(vat), gross: of(gross) })
}

/** A factor with 18 digits as a decimal; null where it is nothing, as there is no rate. */
const decimalFactor = (factor: bigint): Decimal | null =>
  factor === 0n ? null : (factor * parseDecimal('1')) / RATE_ONE
