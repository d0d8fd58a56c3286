import { numberWidth } from '#web/ui/number-width.ts'
import { wholeText } from '#web/ui/numbers.ts'
import type { TableColumn } from './table-column.ts'

/** Wider than this, a number stands too far from its name. */
const STRETCH_MAX = 1.5
export const WIDTH_MIN = 40
const WIDTH_MAX = 900

export const boundedWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX))

/**
 * Widths that fill what there is, each by the same factor, up to one and a half of what was asked for. What
 * rounding leaves goes to the first column.
 */
export function fittedWidths(widths: readonly number[], available: number): number[] {
  const asked = widths.reduce((sum, width) => sum + width, 0)
  if (available <= asked || asked === 0) return [...widths]
  const target = Math.floor(Math.min(available, asked * STRETCH_MAX))
  const stretched = widths.map((width) => Math.floor((width * target) / asked))
  const rest = target - stretched.reduce((sum, width) => sum + width, 0)
  return stretched.map((width, index) => (index === 0 ? width + rest : width))
}

/** In pixels: a digit of the boldest numbers that tables have, and what stands at both sides of a number. */
const DIGIT = 7.7
const PADDING = 16

/**
 * The width that a column asks for; more only where one of its numbers has more digits than that holds. Two numbers
 * that run into each other, or one that is cut, would be read as another number.
 */
export function roomyWidth<Row>(column: TableColumn<Row>, rows: readonly Row[]): number {
  const { kind, width, value, format = wholeText } = column
  if (kind !== 'number') return width
  let longest = ''
  for (const row of rows) {
    const raw = value(row)
    if (raw == null) continue
    const text = String(raw)
    if (digitsBeforePoint(text) > digitsBeforePoint(longest)) longest = text
  }
  return longest === '' ? width : Math.max(width, Math.ceil(numberWidth(format(longest), DIGIT) + PADDING))
}

/** A minus takes the room of a digit. */
const digitsBeforePoint = (text: string): number => (text.includes('.') ? text.indexOf('.') : text.length)
