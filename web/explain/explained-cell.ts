import { isPnlLine, type PnlLine } from '#contract/profit-and-loss-lines.ts'

/** One number of the statement, as the address names it: `netProfit.2026-06-01.2026-06-30`. */
export interface ExplainedCell {
  line: PnlLine
  start: string
  end: string
}

export const textOf = ({ line, start, end }: ExplainedCell): string => `${line}.${start}.${end}`

export function explainedCellOf(text: string | undefined): ExplainedCell | null {
  const [line = '', start = '', end = ''] = text?.split('.') ?? []
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)
  return isPnlLine(line) && isDay(start) && isDay(end) ? { line, start, end } : null
}
