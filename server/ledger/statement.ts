import { absolute, divide, ratio, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange, IsoDate, SummaryView } from '#contract/date-range.ts'
import {
  childrenOf,
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import type { LineSum } from './line-sums.ts'

export interface PlannedColumn {
  column: 'bucket' | SummaryView
  period: DateRange
  comparison: DateRange | null
  partial: boolean
  provisional: boolean
}

export interface PnlPlan {
  columns: PlannedColumn[]
  /** First days of the stretches between which no period begins or ends; a column is a sum of whole stretches. */
  segmentStarts: IsoDate[]
  /** Everything that any column or comparison needs. */
  span: DateRange
}

/** Flags that the ledger keeps as lines, so that they follow every filter. */
const FLAG_LINES = ['unitsWithoutCost', 'refundsWithoutQuantity', 'ordersWithDefaultFees'] as const

/** Sums of one period; null where no source covers any day of it. */
interface PeriodSums {
  lines: Map<string, Decimal>
  unmapped: number
  withoutRate: Set<string>
}

const DAY_MS = 86_400_000
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

function sumsOf(sums: readonly LineSum[], period: DateRange): PeriodSums {
  const from = dayNumber(period.start)
  const to = dayNumber(period.end)
  const result: PeriodSums = { lines: new Map(), unmapped: 0, withoutRate: new Set() }
  for (const row of sums) {
    if (row.segment < from || row.segment > to) continue
    result.lines.set(row.line, (result.lines.get(row.line) ?? ZERO) + row.amount)
    result.unmapped += row.unmappedCount
    if (row.withoutRate) result.withoutRate.add(row.withoutRate)
  }
  return result
}

/** Every line of the statement from the leaves: groups are sums of children, results are sums of what they name. */
function statementOf(leaves: ReadonlyMap<string, Decimal>): Map<PnlLine, Decimal | null> {
  const values = new Map<PnlLine, Decimal | null>()
  const valueOf = (id: PnlLine): Decimal => {
    const known = values.get(id)
    if (known !== undefined) return known ?? ZERO
    const parts = lineDefinition(id).sumOf?.filter(isPnlLine) ?? childrenOf(id)
    const value = parts.reduce((total, part) => total + valueOf(part), leaves.get(id) ?? ZERO)
    values.set(id, value)
    return value
  }
  for (const id of PNL_LINE_IDS) valueOf(id)
  values.set('netUnits', valueOf('unitsSold') - valueOf('unitsRefunded'))
  values.set('averageSellingPrice', divide(valueOf('productSales'), valueOf('unitsSold')))
  return values
}

/** GROW-1: costs are negative, so their sign is turned and a rising cost is positive growth. Counts have no sign. */
export function growthOf(line: PnlLine, current: Decimal, previous: Decimal): number | null {
  const { polarity, unit } = lineDefinition(line)
  const change = polarity === 'cost' && !unit ? previous - current : current - previous
  return ratio(change, absolute(previous))
}

const intersects = (a: DateRange, b: DateRange): boolean => a.start <= b.end && b.start <= a.end

/** One row of the answer: the column's lines with share of net sales, growth, and flags. */
export function statementRow(
  planned: PlannedColumn,
  sums: readonly LineSum[],
  covered: DateRange | null,
  company: { establishmentCountry: string | null },
): PnlRow {
  const isCovered = (period: DateRange | null): period is DateRange =>
    period !== null && covered !== null && intersects(period, covered)
  const current = isCovered(planned.period) ? sumsOf(sums, planned.period) : null
  const values = current && statementOf(current.lines)
  const previous = isCovered(planned.comparison) ? statementOf(sumsOf(sums, planned.comparison).lines) : null
  const netSales = values?.get('netSales') ?? ZERO

  const lines = Object.fromEntries(
    PNL_LINE_IDS.map((id): [PnlLine, PnlCell] => {
      const value = values?.get(id) ?? null
      const before = previous?.get(id) ?? null
      return [
        id,
        {
          value: value === null ? null : toText(value),
          percentOfNetSales:
            value === null || netSales <= ZERO || lineDefinition(id).unit ? null : ratio(value, netSales),
          growth: value === null || before === null ? null : growthOf(id, value, before),
          previous: before === null ? null : toText(before),
        },
      ]
    }),
  ) as Record<PnlLine, PnlCell>

  return {
    column: planned.column,
    periodStart: planned.period.start,
    periodEnd: planned.period.end,
    comparisonStart: planned.comparison?.start ?? null,
    comparisonEnd: planned.comparison?.end ?? null,
    partial: planned.partial,
    provisional: planned.provisional,
    feeVatAdjusted: company.establishmentCountry !== null,
    lines,
    flags: flagsOf(current),
  }
}

function flagsOf(sums: PeriodSums | null): PnlFlags {
  const count = (line: (typeof FLAG_LINES)[number]) => Number(toText(sums?.lines.get(line) ?? ZERO, 0))
  const has = (...lines: PnlLine[]) => lines.some((line) => (sums?.lines.get(line) ?? ZERO) !== ZERO)
  const ordersWithDefaultFees = count('ordersWithDefaultFees')
  return {
    unitsWithoutCost: count('unitsWithoutCost'),
    unmappedLines: sums?.unmapped ?? 0,
    refundsWithoutQuantity: count('refundsWithoutQuantity'),
    ...(ordersWithDefaultFees > 0 && { ordersWithDefaultFees }),
    missingFxRates: sums?.withoutRate.size ?? 0,
    advertisingSource: has('advertisingBilled')
      ? 'BILLED'
      : has('advertisingSp', 'advertisingSb', 'advertisingSd')
        ? 'REPORTS'
        : 'NONE',
  }
}
