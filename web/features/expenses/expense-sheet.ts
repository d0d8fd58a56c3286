/** What a file of the page holds: what is saved. */
import type { ExpenseAmount, ExpenseList } from '#contract/expenses.ts'
import { sheetOf, type Sheet } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { countText } from '#web/ui/numbers.ts'
import { totalsLine, type ExpenseLine } from './expense-lines.ts'

/**
 * The saved rows among those shown, with what they come to before anything is typed.
 * @param saved their number and sum, and how many there are in all
 */
export const savedSheet = (
  columns: readonly TableColumn<ExpenseLine>[],
  lines: readonly ExpenseLine[],
  { total, shown, count }: { total: ExpenseAmount; shown: number; count: number },
): Sheet =>
  sheetOf(
    columns.map((column) =>
      column.id === 'inRange'
        ? {
            ...column,
            value: ({ kind, saved }: ExpenseLine) => (kind === 'totals' ? total : (saved?.inRange ?? null)),
          }
        : column,
    ),
    lines
      .filter(({ kind }) => kind !== 'new')
      .map((line) => (line.kind === 'totals' ? totalsLine(shown, count, false) : line)),
  )

/** What the list leaves out, a sentence each. */
export const remarksOf = ({ leftOut, unlisted }: Pick<ExpenseList, 'leftOut' | 'unlisted'>): string[] => [
  ...(leftOut > 0
    ? [
        `${countText(leftOut, 'expense')} of the whole company ${leftOut === 1 ? 'is' : 'are'} in no single marketplace.`,
      ]
    : []),
  ...(unlisted > 0 ? [`${countText(unlisted, 'row')} of files more than can be listed.`] : []),
]
