/**
 * Whether the amounts and moments of a file stand as a program wrote them, each digit in its place. The warehouse
 * reads only these; what a person or a spreadsheet has changed is read here, cell by cell, which is slower.
 */
import type { InstantFormat, LineReportType, OpenedLines } from '../reports/report-type.ts'
import { formatOf } from './moment-text.ts'
import type { Rows } from './sampling.ts'
import { columnsRead, valuesOf } from './sampling.ts'

const AMOUNTS = {
  '.': /^-?(\d*|\d{1,3}(,\d{3})+)(\.\d*)?$/,
  ',': /^-?(\d*|\d{1,3}([. ]\d{3})+)(,\d*)?$/,
}

/** What the warehouse reads as a whole number. */
const COUNTS = {
  '.': /^-?(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/,
  ',': /^-?\d+(,0+)?$/,
}

const UTC_TIME = String.raw`( \d{2}:\d{2}:\d{2}( UTC)?)?$`

const MOMENTS: Record<InstantFormat, RegExp> = {
  ISO: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[-+]\d{2}:?\d{2})?$/,
  YMD: RegExp(String.raw`^\d{4}-\d{2}-\d{2}( UTC$)?${UTC_TIME}`),
  YMD_UTC: RegExp(String.raw`^\d{4}-\d{2}-\d{2}${UTC_TIME}`),
  YMD_SLASH: RegExp(String.raw`^\d{4}/\d{2}/\d{2}${UTC_TIME}`),
  DMY_DOT_UTC: RegExp(String.raw`^\d{2}\.\d{2}\.\d{4}${UTC_TIME}`),
  DMY_SLASH: RegExp(String.raw`^\d{2}/\d{2}/(\d{2}$|\d{4}${UTC_TIME})`),
  MDY_SLASH: RegExp(String.raw`^\d{2}/\d{2}/(\d{2}$|\d{4}${UTC_TIME})`),
}

export function isMachineWritten(
  type: LineReportType,
  { cellOf, decimalMark, instants }: Pick<OpenedLines, 'cellOf' | 'decimalMark' | 'instants'>,
  rows: Rows,
): boolean {
  const fits = (column: string, pattern: RegExp, isMeant: (value: string) => boolean) =>
    valuesOf(rows, cellOf[column]!).every((cell) => {
      const value = cell.trim()
      return value === '' || pattern.test(value) || !isMeant(value)
    })
  return (
    columnsRead(type, cellOf, 'decimal').every((column) =>
      fits(column, AMOUNTS[decimalMark], isMeantAsAmount),
    ) &&
    columnsRead(type, cellOf, 'integer').every((column) =>
      fits(column, COUNTS[decimalMark], isMeantAsAmount),
    ) &&
    Object.entries(instants).every(([column, format]) => fits(column, MOMENTS[format], isMeantAsMoment))
  )
}

/** Anything else, such as headings that stand there again, is refused by whoever reads it. */
const isMeantAsAmount = (value: string): boolean => /^\D{0,5}\d[\d.,\s]*\D{0,5}$/.test(value)
const isMeantAsMoment = (value: string): boolean => formatOf(value) !== undefined
