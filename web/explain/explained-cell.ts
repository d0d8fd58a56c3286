import { FLAGGED_LINES, isPnlLine, type CountedFlag, type PnlLine } from '#contract/profit-and-loss-lines.ts'

/** One number of the statement, as the address names it: `netProfit.2026-06-01.2026-06-30`. */
export interface ExplainedCell {
  line: PnlLine
  start: string
  end: string
}

/** What a warning over the statement counts: `unitsWithoutCost.2026-06-01.2026-11-19`. */
export interface ExplainedFlag {
  flag: CountedFlag
  start: string
  end: string
}

export type Explained = ExplainedCell | ExplainedFlag

export const isCell = (explained: Explained): explained is ExplainedCell => 'line' in explained

export const textOf = (explained: Explained): string =>
  `${isCell(explained) ? explained.line : explained.flag}.${explained.start}.${explained.end}`

export function explainedOf(text: string | undefined): Explained | null {
  const [name = '', start = '', end = ''] = text?.split('.') ?? []
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)
  if (!isDay(start) || !isDay(end)) return null
  if (isPnlLine(name)) return { line: name, start, end }
  return isCountedFlag(name) ? { flag: name, start, end } : null
}

const isCountedFlag = (name: string): name is CountedFlag => Object.hasOwn(FLAGGED_LINES, name)
