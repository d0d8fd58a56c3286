/** What the pointer learns of lines, numbers and columns. */
import { beforeText } from '#contract/lack-words.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { cellNotes, missingDaysText } from '#web/explain/lacks.ts'
import { dayText, momentText } from '#web/ui/dates.ts'
import { exactText, wholeText } from '#web/ui/numbers.ts'
import type { Part, PnlColumn } from './pnl-columns.ts'
import { isSharedIn, lacksOf, type StatementRow } from './pnl-rows.ts'
import type { StatementBasis } from './statement-basis.ts'

const ESTIMATED =
  'Estimated from the fee preview; without one, from earlier charges for the product; otherwise as 15 % of the amount paid.'

const ESTIMATED_STORAGE =
  'Estimated: each day carries its share of the storage billed for its month or, until that has been billed, for the last billed month.'

/** What the line is, and what its numbers are without. */
export function nameHint(row: StatementRow, answer: readonly PnlRow[]): string {
  const { definition, line, isEstimated } = row
  const before = beforeText(lacksOf(answer, row))
  return [
    definition,
    ...(isEstimated
      ? [line === 'storageAndInventory' || line === 'monthlyStorageFees' ? ESTIMATED_STORAGE : ESTIMATED]
      : []),
    ...(before === null ? [] : [`Shown ${before}.`]),
    ...(isSharedIn(answer, row) ? ['With account-level amounts shared by net sales.'] : []),
  ].join(' ')
}

/** What rounding to whole units leaves out, and what the number itself is without. */
export function numberHint(
  row: StatementRow,
  cell: PnlCell | undefined,
  part: Part,
  /** As `numberOf` gives it. */
  number: string | number | null,
  currencyCode: string,
): string | undefined {
  if (!cell) return undefined
  const exact = exactHint(row, number, currencyCode)
  if (part === 'amount') return [exact ?? [], cellNotes(cell)].flat().join('\n') || undefined
  if (part === 'previous' || part === 'difference') return exact
  return part === 'transactions' ? transactionsHint(row, cell.transactions, currencyCode) : undefined
}

/** Both sides of the difference, and why there is none. */
function transactionsHint(
  { unit }: StatementRow,
  transactions: PnlCell['transactions'],
  currencyCode: string,
): string | undefined {
  if (!transactions) return undefined
  const { value, difference } = transactions
  if (value === null) return 'Transactions do not fully cover these days.'
  if (difference === null) return 'Orders do not fully cover these days.'
  const text = (amount: string) =>
    unit === 'count' ? wholeText(amount) : `${exactText(amount, currencyCode)} ${currencyCode}`
  return `Transaction P&L: ${text(value)}\nDifference: ${text(difference)}`
}

function exactHint(
  row: StatementRow,
  number: string | number | null,
  currencyCode: string,
): string | undefined {
  if (!number || row.unit !== 'money' || row.look === 'margin') return undefined
  return `${exactText(String(number), currencyCode)} ${currencyCode}`
}

/** So many stretches of missing days a head names. */
const MISSING_NAMED = 3

/** What the dates of a column are. */
export function hintOf(
  { period }: PnlColumn,
  { provisional }: Pick<StatementBasis, 'provisional'>,
): string | undefined {
  const hints = []
  if (period.partial) hints.push('The selected dates cover only part of this period.')
  const { coverage } = period
  if (coverage && coverage.share < 1)
    hints.push(
      coverage.missing.length > 0
        ? `Data missing ${coverage.missing.slice(0, MISSING_NAMED).map(missingDaysText).join('; ')}${coverage.missing.length > MISSING_NAMED ? ' and more' : ''}.`
        : coverage.startDate === null
          ? 'No file covers these days.'
          : `The first file begins on ${dayText(coverage.startDate)}.`,
    )
  if (period.provisional) hints.push(`Provisional: ${provisional}.`)
  if (period.closedAt !== undefined)
    hints.push(`Closed ${momentText(period.closedAt)}: later changes are not included.`)
  if (period.comparisonStart)
    hints.push(`Growth compared with ${period.comparisonStart} to ${period.comparisonEnd}.`)
  return hints.join(' ') || undefined
}
