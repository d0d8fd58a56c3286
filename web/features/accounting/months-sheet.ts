import type { MonthState } from '#contract/closed-months.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { missingText } from '#contract/lack-words.ts'
import { unconvertedText } from '#web/explain/lacks.ts'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'

export const monthsSheet = (months: readonly MonthState[], currencyCode: string): Sheet =>
  sheetFrom(
    months,
    [
      ['Month', 'text', ({ month }) => month],
      ['State', 'text', stateText],
      ['Closed at', 'text', ({ closed }) => closed && closed.at],
      ['Closed by', 'text', ({ closed }) => closed && closed.by],
      ['Version', 'number', ({ closed }) => closed && closed.version],
      [`Net profit, ${currencyCode}`, 'money', ({ netProfit }) => netProfit.value],
      ['Missing', 'text', ({ netProfit }) => missingText(netProfit, unconvertedText(netProfit))],
      [`After closing, ${currencyCode}`, 'money', afterClosing],
    ],
    currencyCode,
  )

/** In words, as the table has it. */
export function stateText({ closed, isOver }: MonthState): string {
  if (closed === null) return isOver ? 'Open' : 'Not over yet'
  return closed.hasChanged ? 'Closed, changed since' : 'Closed'
}

/** By how much net profit would be another one were the month open; null where nothing came, or one of both is not known. */
export function afterClosing({ netProfit, closed }: MonthState): string | null {
  const newest = closed?.hasChanged ? closed.newestNetProfit.value : null
  return netProfit.value === null || newest === null
    ? null
    : toText(parseDecimal(newest) - parseDecimal(netProfit.value))
}
