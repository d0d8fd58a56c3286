import { decimalNotation, limitProblem, typedDecimal } from '#web/ui/decimal-input.ts'
import { NUMBER_LOCALE } from '#web/ui/format-locale.ts'
import type { ParsedCell } from './edit-store.ts'

/** In which numbers are typed into cells, and shown in them. */
export const CELL_NOTATION = decimalNotation(NUMBER_LOCALE)

export interface NumberCell {
  min?: string
  max?: string
  fractionDigits: readonly [min: number, max: number]
}

/** The number that is typed into a cell, within its limits. */
export function numberTyped(text: string, { min, max, fractionDigits }: NumberCell): ParsedCell {
  const format = (value: string) => CELL_NOTATION.format(value, fractionDigits[0], fractionDigits[1])
  const exact = typedDecimal(text, CELL_NOTATION)
  if (exact === null) return { problem: `Enter a number, such as ${format('1234.5')}.` }
  const problem = limitProblem(exact, { min, max, fractionDigitsMax: fractionDigits[1] }, format)
  return problem === undefined ? { value: exact } : { problem }
}
