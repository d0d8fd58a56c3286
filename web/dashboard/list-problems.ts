import { LIST_PROBLEMS_MAX } from '#contract/dashboards/entered-lists.ts'
import type { ListPreview, ListProblem } from '#contract/entered-lists.ts'
import { rowsFact, sheetFrom, type Facts, type Sheet } from '#web/table/sheet.ts'

/** What is wrong with a list, beside each row as it stands in it. */
export const problemsSheet = (problems: readonly ListProblem[]): Sheet =>
  sheetFrom(problems, [
    ['Row', 'number', ({ lineNumber }) => lineNumber],
    ['Column', 'text', ({ column }) => column],
    ['What is wrong', 'text', ({ text }) => text],
    ['The row', 'text', ({ rowText }) => rowText],
  ])

export const unknownSheet = (unknown: Readonly<ListPreview<string>['unknown']>): Sheet =>
  sheetFrom(unknown, [
    ['Row', 'number', ({ lineNumber }) => lineNumber],
    ['SKU', 'text', ({ name }) => name],
  ])

/** A list with so many errors is not read to its end. */
export const heldFact = (held: number, all: number): Facts[number] =>
  held < LIST_PROBLEMS_MAX || held < all
    ? rowsFact(held, all, 'the first')
    : ['Rows', `the first ${held}, there may be more`]
