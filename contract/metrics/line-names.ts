import { PNL_LINE_IDS, type PnlLine } from '../profit-and-loss-lines.ts'

/** Lines whose name other pages give to another number: Amazon's sales report, and expenses as positive amounts. */
const RENAMED = {
  averageSellingPrice: 'statementAverageSellingPrice',
  operatingExpenses: 'statementOperatingExpenses',
} as const satisfies Partial<Record<PnlLine, string>>

type MetricOf<L extends PnlLine> = L extends keyof typeof RENAMED ? (typeof RENAMED)[L] : L
export type LineMetricId = { [L in PnlLine]: MetricOf<L> }[PnlLine]

/** The metric that a line of the statement shows. */
export const metricOfLine = (line: PnlLine): LineMetricId =>
  (RENAMED as Partial<Record<PnlLine, LineMetricId>>)[line] ?? (line as LineMetricId)

const lines = new Map<string, PnlLine>(PNL_LINE_IDS.map((line) => [metricOfLine(line), line]))
/** The line of the statement that shows a metric; undefined of other metrics. */
export const lineOfMetric = (id: string): PnlLine | undefined => lines.get(id)
