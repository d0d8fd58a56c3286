import type { MetricCell } from '#contract/answer.ts'
import { beforeText, NO_BUDGET } from '#contract/lack-words.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlCoverage } from '#contract/profit-and-loss.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText, exactText, withTrueMinus } from '#web/ui/numbers.ts'

type Lacking = Pick<PnlCell, 'value' | 'lacks' | 'unconverted' | 'isShared'> & Pick<MetricCell, 'hasNoEnd'>

const has = (cell: Lacking, lack: Lack): boolean => cell.lacks?.includes(lack) ?? false

/** Why there is no value; null where there is one. `file` is what some days have none of. */
export function absenceText(cell: Lacking, file = 'file'): string | null {
  if (cell.value !== null) return null
  if (has(cell, 'RATES')) return 'no exchange rate'
  if (has(cell, 'BUDGETS')) return NO_BUDGET
  return has(cell, 'DAYS') ? `no ${file} for these days` : null
}

/** `402.05 AUD`: money that could not be converted. */
export const unconvertedText = ({ unconverted = [] }: Lacking): string =>
  unconverted
    .map(({ currency, amount }) => `${withTrueMinus(exactText(amount, currency))} ${currency}`)
    .join(', ')

/** What a reader must know of one number, a sentence each. */
export function cellNotes(cell: Lacking, file = 'file'): string[] {
  const absence = absenceText(cell, file)
  const before = beforeText(cell.lacks)
  const money = unconvertedText(cell)
  return [
    ...(absence === null ? [] : [capitalised(absence)]),
    ...(money === '' ? [] : [`Without a rate: ${money}`]),
    ...(cell.value !== null && has(cell, 'DAYS') ? [`Some days have no ${file}`] : []),
    ...(before === null ? [] : [capitalised(before)]),
    ...(cell.hasNoEnd ? ['In stock, but none sold'] : []),
    ...(cell.isShared ? ['Includes account-level amounts, shared by net sales'] : []),
  ].map((text) => `${text}.`)
}

export type MissingDays = PnlCoverage['missing'][number]

/** `1 Feb to 28 Feb 2026: Europe, EUR` */
export const missingDaysText = ({ startDate, endDate, account, currency }: MissingDays): string =>
  `${rangeText(startDate, endDate)}: ${[account, currency].filter(Boolean).join(', ')}`

/** `3 more date ranges`: stretches of missing days that are counted alone. */
export const moreRangesText = (count: number): string =>
  countText(count, 'more date range', 'more date ranges')

/** The first stretches of missing days, a sentence each, and how many more there are. */
export function missingTexts({ missing, moreMissing }: PnlCoverage, namedMax: number): string[] {
  const rest = missing.length + moreMissing - namedMax
  return [
    ...missing.slice(0, namedMax).map((days) => `Data missing ${missingDaysText(days)}.`),
    ...(rest > 0 ? [`Data missing in ${moreRangesText(rest)}.`] : []),
  ]
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
