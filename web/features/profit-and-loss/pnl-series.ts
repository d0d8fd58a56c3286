/** The statement as series of a chart. Sums are exact; what one part does not know, the sum does not. */
import { parseDecimal, toText } from '#contract/decimal.ts'
import { lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import type { BridgeStep } from '#web/charts/bridge.ts'
import type { ChartPeriod, ChartSeries, ChartTone, ChartValue } from '#web/charts/chart-series.ts'
import { totalOf } from './pnl-rows.ts'

/** Costs that are one colour everywhere are one layer. */
const COSTS: { id: string; label: string; tone: ChartTone; lines: readonly PnlLine[] }[] = [
  { id: 'cogs', label: 'Cost of goods', tone: 'cogs', lines: ['cogs'] },
  {
    id: 'fees',
    label: 'Amazon fees and fulfilment',
    tone: 'fees',
    lines: ['sellingFees', 'fulfilmentCosts', 'storageAndInventory'],
  },
  { id: 'marketing', label: 'Marketing', tone: 'ads', lines: ['marketing'] },
  {
    id: 'other',
    label: 'Account level and operating expenses',
    tone: 'other',
    lines: ['accountLevel', 'operatingExpenses'],
  },
]

/** What leads from net sales to net profit. */
const STEPS = COSTS.flatMap(({ lines }) => lines)

const MARGINS: { line: PnlLine; tone: ChartTone }[] = [
  { line: 'contributionMargin1', tone: 'cogs' },
  { line: 'contributionMargin2', tone: 'fees' },
  { line: 'contributionMargin3', tone: 'ads' },
  { line: 'netProfit', tone: 'profit' },
]

/** The periods of the range, the oldest first. */
export const chartedRows = (answer: readonly PnlRow[]): PnlRow[] =>
  answer
    .filter(({ column }) => column === 'bucket')
    .toSorted((a, b) => (a.periodStart < b.periodStart ? -1 : 1))

export const chartPeriods = (rows: readonly PnlRow[]): ChartPeriod[] =>
  rows.map(({ periodStart, periodEnd, partial, provisional, coverage }) => ({
    start: periodStart,
    end: periodEnd,
    ...((partial || provisional || coverage.share < 1) && { state: 'partial' as const }),
  }))

/** What each group of costs took, as amounts above zero. */
export const costSeries = (rows: readonly PnlRow[]): ChartSeries[] =>
  COSTS.map(({ lines, ...series }) => ({ ...series, values: rows.map((row) => taken(row, lines)) }))

export const profitSeries = (rows: readonly PnlRow[]): ChartSeries => ({
  id: 'netProfit',
  label: lineDefinition('netProfit').label,
  tone: 'profit',
  better: 'more',
  values: rows.map(({ lines }) => lines.netProfit.value),
})

/** Each margin as a share of net sales. */
export const marginSeries = (rows: readonly PnlRow[]): ChartSeries[] =>
  MARGINS.map(({ line, tone }) => ({
    id: line,
    label: line === 'netProfit' ? 'Net margin' : lineDefinition(line).label,
    tone,
    better: 'more',
    values: rows.map(({ lines }) => shareText(lines[line])),
  }))

/** From net sales to net profit, over the whole range; lines of nothing are no steps. */
export const bridgeSteps = (answer: readonly PnlRow[]): BridgeStep[] =>
  STEPS.map((line) => ({
    id: line,
    label: lineDefinition(line).label,
    amount: totalOf(answer, line).value,
  })).filter(({ amount }) => amount === null || parseDecimal(amount) !== 0n)

function taken({ lines }: PnlRow, parts: readonly PnlLine[]): ChartValue {
  const values = parts.map((line) => lines[line].value)
  if (values.includes(null)) return null
  return toText(-values.reduce((sum, value) => sum + parseDecimal(value!), 0n))
}

const SHARE_DIGITS = 6
const shareText = ({ percentOfNetSales }: PnlCell): ChartValue =>
  percentOfNetSales === null ? null : percentOfNetSales.toFixed(SHARE_DIGITS)
