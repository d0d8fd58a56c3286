import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { shareOfSales } from '#contract/metrics/comparisons.ts'
import { closedAt } from '#contract/closed-months.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { isSettled, type PlannedPeriod } from '#contract/periods.ts'
import { lineDefinition, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { cellOf } from './answer.ts'
import { unconvertedOf, valueOf } from './cells.ts'
import { readLedger, type LedgerAnswer, type LedgerScope } from './facts/ledger.ts'
import { UNKNOWN, type LedgerPeriod } from './facts/ledger-figures.ts'
import { heldPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** The statement as its procedures answer it: every line of every period, with its share of net sales and its growth. */
export async function statementRows(
  services: Services,
  company: Company,
  scope: LedgerScope,
  periods: readonly PlannedPeriod[],
  signal: AbortSignal | undefined,
): Promise<PnlRow[]> {
  const now = today(services)
  const settled =
    scope.basis === 'ORDER'
      ? periods.flatMap(({ period }) => (isSettled(period, now) ? [{ period, comparison: null }] : []))
      : []
  const [isFeeVatAdjusted, ledger, transactions] = await Promise.all([
    feeVatAdjusted(services, company),
    readLedger(services, company, scope, periods, signal),
    settled.length > 0
      ? readLedger(services, company, { ...scope, basis: 'TRANSACTION' }, settled, signal)
      : null,
  ])
  return periods.map((planned) =>
    statementRow(
      planned,
      ledger,
      settled.some(({ period }) => period === planned.period) ? transactions : null,
      company,
      isFeeVatAdjusted(planned.period),
    ),
  )
}

const feeVatAdjusted = heldPerPeriod(
  async (_services, { establishmentCountry }): Promise<boolean> => establishmentCountry !== null,
)

function statementRow(
  planned: PlannedPeriod,
  ledger: LedgerAnswer,
  /** The same by transactions, where it is to be compared with them. */
  transactions: LedgerAnswer | null,
  company: Company,
  isFeeVatAdjusted: boolean,
): PnlRow {
  const { period, comparison, ...column } = planned
  const current = ledger.in(period)
  const before = comparison && ledger.in(comparison)
  const previous = before?.coverage.isBase ? before : null
  const netSales = current.figure('netSales').value
  const posted = transactions?.in(period)
  const leftOut = ledger.leftOut(period, current.coverage)
  const { isCovered: _, isWhole: __, isBase: ___, isComparable, ...coverage } = current.coverage
  return {
    ...column,
    provisional: column.provisional || holdsBack(current),
    periodStart: period.start,
    periodEnd: period.end,
    comparisonStart: comparison?.start ?? null,
    comparisonEnd: comparison?.end ?? null,
    feeVatAdjusted: isFeeVatAdjusted,
    ...closingOf(company, period),
    coverage,
    lines: Object.fromEntries(
      PNL_LINE_IDS.map((line): [PnlLine, PnlCell] => {
        const id = metricOfLine(line)
        const former = previous?.figure(id) ?? UNKNOWN
        const figure = current.figure(id)
        return [
          line,
          {
            ...cellOf(id, figure, former, isComparable),
            percentOfNetSales: percentOf(line, figure, netSales),
            ...(posted && { transactions: againstTransactions(current, posted, id) }),
          },
        ]
      }),
    ) as Record<PnlLine, PnlCell>,
    ...(leftOut && { leftOut: { value: valueOf(leftOut), ...unconvertedOf(leftOut) } }),
    flags: current.flags(),
  }
}

/** Of a period whose months are all closed. */
function closingOf({ closedMonths }: Company, period: DateRange): Pick<PnlRow, 'closedAt'> {
  const version = closedAt(closedMonths, period)
  const last = closedMonths.findLast((one) => one.version === version)
  return last ? { closedAt: last.closedAt } : {}
}

/** Something that was sold is still to be released, however long ago that was. */
function holdsBack({ figure }: LedgerPeriod): boolean {
  const { value, unconverted } = figure(metricOfLine('deferredNetProceeds'))
  return (value !== null && value !== ZERO) || unconverted.size > 0
}

/** Files that do not cover the whole period are nothing to compare with. */
export function againstTransactions(
  orders: LedgerPeriod,
  transactions: LedgerPeriod,
  id: MetricId,
): NonNullable<PnlCell['transactions']> {
  const wholeOf = ({ coverage, figure }: LedgerPeriod) => (coverage.isWhole ? figure(id).value : null)
  const [ordered, posted] = [wholeOf(orders), wholeOf(transactions)]
  return {
    value: posted === null ? null : toText(posted),
    difference: ordered === null || posted === null ? null : toText(ordered - posted),
  }
}

/** A line without a unit of its own is money, which is told as a share of net sales. */
function percentOf(line: PnlLine, { value }: Figure, netSales: Decimal | null): number | null {
  if (value === null || netSales === null || lineDefinition(line).unit) return null
  return shareOfSales(value, netSales)
}
