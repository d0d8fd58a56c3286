import type { MetricCell } from '#contract/answer.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlCoverage } from '#contract/profit-and-loss.ts'
import { rangeText } from '#web/ui/dates.ts'
import { exactText, isZero, withTrueMinus } from '#web/ui/numbers.ts'

/** What a number is without, as it follows "before". */
const BEFORE: Partial<Record<Lack, string>> = {
  COSTS: 'cost of goods of some units',
  EXPENSES: 'operating expenses',
  ADVERTISING: 'advertising',
  STOCK_LOSSES: 'lost and damaged stock',
  STORAGE: 'storage fees',
}

type Lacking = Pick<PnlCell, 'value' | 'lacks' | 'unconverted' | 'isShared'> & Pick<MetricCell, 'hasNoEnd'>

const has = (cell: Lacking, lack: Lack): boolean => cell.lacks?.includes(lack) ?? false

/** `before cost of goods of some units and operating expenses`; null where nothing is left out. */
export function beforeText(lacks: readonly Lack[] = []): string | null {
  const names = lacks.flatMap((lack) => BEFORE[lack] ?? [])
  const last = names.pop()
  return last === undefined ? null : `before ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

/** Why there is no value; null where there is one. */
export function absenceText(cell: Lacking): string | null {
  if (cell.value !== null) return null
  if (has(cell, 'RATES')) return 'no exchange rate'
  if (has(cell, 'BUDGETS')) return 'no daily budget of some campaigns'
  return has(cell, 'DAYS') ? 'no file for these days' : null
}

/** Why a 0 is none that anybody said: `not known: storage fees`; null of every other number. */
export function unsaidText({ value, lacks = [] }: Lacking): string | null {
  const names = lacks.flatMap((lack) => BEFORE[lack] ?? [])
  return value !== null && isZero(value) && names.length > 0 ? `not known: ${names.join(', ')}` : null
}

/** `402.05 AUD`: money that could not be converted. */
export const unconvertedText = ({ unconverted = [] }: Lacking): string =>
  unconverted
    .map(({ currency, amount }) => `${withTrueMinus(exactText(amount, currency))} ${currency}`)
    .join(', ')

/** What a reader must know of one number, a sentence each. */
export function cellNotes(cell: Lacking): string[] {
  const absence = absenceText(cell)
  const before = beforeText(cell.lacks)
  const money = unconvertedText(cell)
  return [
    ...(absence === null ? [] : [capitalised(absence)]),
    ...(money === '' ? [] : [`Without a rate: ${money}`]),
    ...(cell.value !== null && has(cell, 'DAYS') ? ['Some days have no file'] : []),
    ...(before === null ? [] : [capitalised(before)]),
    ...(cell.hasNoEnd ? ['In stock, and none is sold'] : []),
    ...(cell.isShared ? ['Includes account-level amounts, shared by net sales'] : []),
  ].map((text) => `${text}.`)
}

export type MissingDays = PnlCoverage['missing'][number]

/** `1 Feb to 28 Feb 2026: Europe, EUR` */
export const missingDaysText = ({ startDate, endDate, account, currency }: MissingDays): string =>
  `${rangeText(startDate, endDate)}: ${[account, currency].filter(Boolean).join(', ')}`

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
