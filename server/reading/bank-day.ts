import { DATE_ORDERS, type DateOrder } from '#contract/bank-match.ts'
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

const NUMBERS = /^(\d{1,4})([.\-/ ])(\d{1,2})[.\-/ ](\d{1,4})\.?(?:[T ,].*)?$/
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
  const [, year, month, day] = PLAIN.exec(text) ?? []
  if (year !== undefined) return written(year, Number(month), Number(day))
  const [, a, , b, c] = NUMBERS.exec(text) ?? []
  if (a === undefined) return undefined
  if (a.length === 4 || order === 'YMD') return written(a, Number(b), Number(c))
  return order === 'MDY' ? written(c!, Number(a), Number(b)) : written(c!, Number(b), Number(a))
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function written(year: string, month: number, day: number): string | undefined {
  if (year.length !== 2 && year.length !== 4) return undefined
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/**
 * What days of a file say themselves of their order: the one in which all of them are days, of no year after the next, so that
 * `26-03-31` is not read as one of 2031. Null where that is more than one order, or none.
 */
export function dateOrderOf(cells: readonly string[], today: string): DateOrder | null {
  const yearMax = String(Number(today.slice(0, 4)) + 1)
  let open: readonly DateOrder[] = DATE_ORDERS
  let isTold = false
  let isYearFirst = false
  for (const cell of cells) {
    const [, first, separator] = NUMBERS.exec(cell.trim()) ?? []
    if (first?.length === 4) isYearFirst = true
    if (first === undefined || first.length === 4) continue
    const fitting = ordersWith(separator!).filter((order) => {
      const day = bankDay(cell, order)
      return day !== undefined && day.slice(0, 4) <= yearMax
    })
    if (fitting.length === 0) continue
    isTold = true
    const said = separator === '.' ? fitting.slice(0, 1) : fitting
    open = open.filter((order) => said.includes(order))
  }
  if (!isTold) return isYearFirst ? 'YMD' : 'DMY'
  return open.length === 1 ? open[0]! : null
}

/** Between points the day comes first wherever it can, and the month never does. */
const ordersWith = (separator: string): readonly DateOrder[] =>
  separator === '.' ? ['DMY', 'YMD'] : DATE_ORDERS
