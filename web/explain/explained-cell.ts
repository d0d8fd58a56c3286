import { FLAGGED_LINES, isPnlLine, type CountedFlag, type PnlLine } from '#contract/profit-and-loss-lines.ts'

/** One number of the statement, as the address names it: `netProfit.2026-06-01.2026-06-30`. */
export interface ExplainedCell {
  line: PnlLine
  start: string
  end: string
  /** Of what belongs to none of the selected marketplaces and products, and of nothing else. */
  isLeftOut?: true
}

/** What a warning over the statement counts: `unitsWithoutCost.2026-06-01.2026-11-19`. */
export interface ExplainedFlag {
  flag: CountedFlag
  start: string
  end: string
}

export type Explained = ExplainedCell | ExplainedFlag

export const isCell = (explained: Explained): explained is ExplainedCell => 'line' in explained

const LEFT_OUT = 'leftOut'

export function textOf(explained: Explained): string {
  const { start, end } = explained
  if (!isCell(explained)) return `${explained.flag}.${start}.${end}`
  return [explained.line, start, end, ...(explained.isLeftOut ? [LEFT_OUT] : [])].join('.')
}

export function explainedOf(text: string | undefined): Explained | null {
  const [name = '', start = '', end = '', which] = text?.split('.') ?? []
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)
  if (!isDay(start) || !isDay(end)) return null
  if (isPnlLine(name)) return { line: name, start, end, ...(which === LEFT_OUT && { isLeftOut: true }) }
  return isCountedFlag(name) ? { flag: name, start, end } : null
}

const isCountedFlag = (name: string): name is CountedFlag => Object.hasOwn(FLAGGED_LINES, name)
