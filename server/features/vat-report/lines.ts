import { multiply, parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import { isPnlLine, PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import type { VatAmounts, VatLines, VatLinesInput } from '#contract/vat-report.ts'
import type { Company } from '#server/accounts/index.ts'
import { heldImports } from '#server/ledger/closed-months/closed-states.ts'
import { rawLines } from '#server/ledger/importing/raw-lines.ts'
import type { Services } from '#server/ledger/services.ts'
import { factorsOver } from '#server/metrics/facts/kept-days.ts'
import { RATE_ONE } from '#server/metrics/facts/day-series.ts'
import type { CalculatedKey } from '#server/metrics/vat/calculated.ts'
import { reportDays } from '#server/metrics/vat/days.ts'
import { amountsOf, rounded, statedParams } from '#server/metrics/vat/report.ts'
import { readKey } from '#server/metrics/vat/row-key.ts'
import { statedLines, type StatedKey } from '#server/metrics/vat/stated.ts'
import { calculatedRows } from '#server/metrics/vat/taxed-days.ts'

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
  const options = { signal }
  const isStated = key.source === 'REPORT'
  const { rowCount, rows: found } = isStated ? await statedRows(key.values) : await rowsOf(key.values)
  async function statedRows(values: StatedKey) {
    const params = await statedParams(services, company, input)
    const rows = await analytics.run(statedLines, company, { ...params, ...values, limit, offset }, options)
    return {
      rowCount: rows[0]?.lineCount ?? 0,
      rows: rows.map((row) => ({
        ...row,
        factor: row.factor === null ? null : parseDecimal(row.factor),
        own: { net: row.net, vat: row.tax, gross: row.gross },
      })),
    }
  }
  async function rowsOf(values: CalculatedKey) {
    const period = { start: input.startDate, end: input.endDate }
    const reports = await reportDays(services, company, period)
    const asked = { key: values, period, reports, limit, offset }
    const { rowCount, rows } = await calculatedRows(services, company, asked, signal)
    const factorOf = await factorsOver(
      services,
      company,
      rows.map(({ moneyOfLine, rateDay }) => ({ money: moneyOfLine, rateDay })),
      input.currencyCode,
    )
    return {
      rowCount,
      rows: rows.map(({ dayNumber, rateDay, ...row }) => ({
        ...row,
        factor: decimalFactor(factorOf(row.moneyOfLine, rateDay, dayNumber)),
        label: isPnlLine(row.label) ? PNL_LINES[row.label].label : row.label,
        own: amountsOf(row, values.calculation === 'FACILITATOR'),
      })),
    }
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
    rowCount,
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
