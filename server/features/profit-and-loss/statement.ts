import { toText, type Decimal } from '#contract/decimal.ts'
import { growthOf, shareOfSales } from '#contract/metrics/comparisons.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import { lineDefinition, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { lacksOf, unconvertedOf, valueOf } from '#server/metrics/cells.ts'
import { readLedger, type LedgerAnswer, type LedgerScope } from '#server/metrics/facts/ledger.ts'
import type { Services } from '#server/ledger/services.ts'

/** The statement as its procedures answer it: every line of every period, with its share of net sales and its growth. */
export async function statementRows(
  services: Services,
  company: Company,
  scope: LedgerScope,
  periods: readonly PlannedPeriod[],
  signal: AbortSignal | undefined,
): Promise<PnlRow[]> {
  const ledger = await readLedger(services, company, scope, periods, signal)
  return periods.map((planned) => statementRow(planned, ledger, company))
}

function statementRow(planned: PlannedPeriod, ledger: LedgerAnswer, company: Company): PnlRow {
  const { period, comparison, ...column } = planned
  const current = ledger.in(period)
  const before = comparison && ledger.in(comparison)
  const previous = before?.coverage.isWhole ? before : null
  const netSales = current.figure('netSales').value
  const leftOut = ledger.leftOut(period, current.coverage)
  const { isCovered: _, isWhole: __, isComparable, ...coverage } = current.coverage
  return {
    ...column,
    periodStart: period.start,
    periodEnd: period.end,
    comparisonStart: comparison?.start ?? null,
    comparisonEnd: comparison?.end ?? null,
    feeVatAdjusted: company.establishmentCountry !== null,
    coverage,
    lines: Object.fromEntries(
      PNL_LINE_IDS.map((line): [PnlLine, PnlCell] => {
        const id = metricOfLine(line)
        const base = previous?.figure(id).value ?? null
        return [line, cellOf(line, current.figure(id), base, netSales, isComparable)]
      }),
    ) as Record<PnlLine, PnlCell>,
    ...(leftOut && { leftOut: { value: valueOf(leftOut), ...unconvertedOf(leftOut) } }),
    flags: current.flags(),
  }
}

function cellOf(
  line: PnlLine,
  figure: Figure,
  base: Decimal | null,
  netSales: Decimal | null,
  isComparable: boolean,
): PnlCell {
  const { value } = figure
  return {
    value: valueOf(figure),
    percentOfNetSales:
      value === null || netSales === null || lineDefinition(line).unit ? null : shareOfSales(value, netSales),
    growth:
      value === null || base === null || !isComparable
        ? null
        : growthOf(metricOf(metricOfLine(line)), value, base),
    previous: base === null ? null : toText(base),
    ...lacksOf(figure),
    ...unconvertedOf(figure),
    ...(figure.isShared && { isShared: true }),
  }
}
