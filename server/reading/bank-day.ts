import type { DateOrder } from '#contract/bank-match.ts'
import { isDay } from '#contract/date-range.ts'

const MONTHS: Record<string, number> = {}
for (const [index, names] of [
  'jan janv ene gen',
  'feb fev febr fevr',
  'mar mars mrz marz',
  'apr avr abr',
  'may mai mayo mag',
  'jun juin giu',
  'jul juil lug',
  'aug aout ago',
  'sep sept set',
  'oct okt ott',
  'nov',
  'dec dez dic',
].entries())
  for (const name of names.split(' ')) MONTHS[name] = index + 1

const NUMBERS = /^(\d{1,4})[.\-/ ](\d{1,2})[.\-/ ](\d{1,4})\.?(?:[T ,].*)?$/
const WITH_NAME = /^(\d{1,2})[.\- ]+(\p{L}{3,9})\.?[- ]+(\d{2}|\d{4})(?:[T ,].*)?$/u
const PLAIN = /^(\d{4})(\d{2})(\d{2})$/

/** `2026-03-31` for what a bank writes; undefined for what is no day. */
export function bankDay(cell: string, order: DateOrder): string | undefined {
  const text = cell.trim()
  const named = WITH_NAME.exec(text)
  if (named) {
    const [, day, name, year] = named
    const month = MONTHS[folded(name!).slice(0, 4)] ?? MONTHS[folded(name!).slice(0, 3)]
    return month === undefined ? undefined : written(year!, month, Number(day))
  }
  const [, a, b, c] = PLAIN.exec(text) ?? NUMBERS.exec(text) ?? []
  if (a === undefined) return undefined
  if (a.length === 4) return written(a, Number(b), Number(c))
  return order === 'MDY' ? written(c!, Number(a), Number(b)) : written(c!, Number(b), Number(a))
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function written(year: string, month: number, day: number): string | undefined {
  if (year.length !== 2 && year.length !== 4) return undefined
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** What days of a file say themselves of their order; null where every one could be either. Points are never American. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  let isOpen = false
  for (const cell of cells) {
    const text = cell.trim()
    if (text === '' || WITH_NAME.test(text) || PLAIN.test(text)) continue
    const [, a, b] = NUMBERS.exec(text) ?? []
    if (a === undefined) continue
    if (a.length === 4) return 'YMD'
    if (text.includes('.')) return 'DMY'
    if (Number(a) > 12) return 'DMY'
    if (Number(b) > 12) return 'MDY'
    isOpen = true
  }
  return isOpen ? null : 'DMY'
}
