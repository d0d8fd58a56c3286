/** The rows of the table, saved or not, and what somebody has typed into them. */
import {
  END_BEFORE_START,
  EXPENSE_FREQUENCIES,
  type ExpenseFrequency,
} from '#contract/dashboards/expenses.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExpenseAmount, ExpenseRow } from '#contract/expenses.ts'
import { placeKey, type CellPlace } from '#web/table/cell-edits.ts'
import type { ColumnEdit } from '#web/table/edit-store.ts'
import { countText } from '#web/ui/numbers.ts'

export const NO_VENDOR = 'Without a vendor'

export const FREQUENCY_LABELS: Record<ExpenseFrequency, string> = {
  ONE_TIME: 'Once',
  DAILY: 'Daily',
  WEEKDAYS: 'Weekdays',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
  ANNUALLY: 'Annually',
}
export const FREQUENCIES = EXPENSE_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))

/** Of the whole company, in a column where nothing is typed for nothing. */
export const WHOLE_COMPANY = 'ALL'

/** A row of the table. */
export interface ExpenseLine {
  id: string
  kind: 'new' | 'entered' | 'file' | 'totals'
  /** What it says before anything is typed. */
  values: Values
  saved: ExpenseRow | null
}

/** Texts by the ids of the columns; null is none. */
export type Values = Record<ValueColumn, string | null>
export const VALUE_COLUMNS = [
  'name',
  'amount',
  'currency',
  'frequency',
  'startDate',
  'endDate',
  'category',
  'vendor',
  'marketplace',
  'brandName',
  'invoiceId',
  'note',
] as const
export type ValueColumn = (typeof VALUE_COLUMNS)[number]

export const savedLine = (row: ExpenseRow): ExpenseLine => ({
  id: row.id,
  kind: row.entered ? 'entered' : 'file',
  values: {
    name: row.name,
    amount: row.amount,
    currency: row.currency,
    frequency: row.frequency,
    startDate: row.startDate,
    endDate: row.endDate,
    category: row.category || null,
    vendor: row.vendor || null,
    marketplace: row.marketplace || WHOLE_COMPANY,
    brandName: row.brandName || null,
    invoiceId: row.invoiceId || null,
    note: row.note || null,
  },
  saved: row,
})

/** A row that is being made, like another one where it is a copy of it. */
export const newLine = (
  id: string,
  values: Partial<Values> & Pick<Values, 'currency' | 'startDate'>,
): ExpenseLine => ({
  id,
  kind: 'new',
  values: {
    name: null,
    amount: null,
    frequency: 'MONTHLY',
    endDate: null,
    category: null,
    vendor: null,
    marketplace: WHOLE_COMPANY,
    brandName: null,
    invoiceId: null,
    note: null,
    ...values,
  },
  saved: null,
})

/** The sum of the rows that are shown, under them. */
export function totalsLine(shown: number, count: number, hasUnsaved: boolean): ExpenseLine {
  const line = newLine(' totals', { currency: null, startDate: null, frequency: null, marketplace: null })
  const rows = `${shown < count ? `${shown} of ` : 'All '}${countText(count, 'row')}`
  return {
    ...line,
    kind: 'totals',
    values: { ...line.values, name: `${rows}${hasUnsaved ? ', unsaved included' : ''}` },
  }
}

/** What an unsaved row would be. */
export interface ExpenseDraft {
  line: ExpenseLine
  values: Values
  problems: CellProblem[]
}
interface CellProblem {
  column: ValueColumn
  text: string
  /** Nothing is wrong with a text: there is none yet. */
  lacks: boolean
}

export type Edits = Readonly<Record<ValueColumn, ColumnEdit<ExpenseLine>>>
type TypedAt = (place: CellPlace) => string | undefined

/** The row as it would be saved, with everything that is wrong with it. */
export function draftOf(line: ExpenseLine, edits: Edits, typedAt: TypedAt): ExpenseDraft {
  const values = { ...line.values }
  const problems: ExpenseDraft['problems'] = []
  for (const column of VALUE_COLUMNS) {
    const edit = edits[column]
    const text = typedAt({ row: line.id, column }) ?? edit.shown(line)
    const cell = edit.parse(text)
    if ('problem' in cell) problems.push({ column, text: cell.problem, lacks: text.trim() === '' })
    else values[column] = cell.value
  }
  const problem = endProblem(values)
  if (problem !== undefined && !problems.some(({ column }) => column === 'endDate' || column === 'startDate'))
    problems.push({ column: 'endDate', text: problem, lacks: false })
  return { line, values, problems }
}

/**
 * The rows that cannot be saved, with what is said of that. A row that was just added lacks most of what it needs: of that
 * is said what somebody has left empty, and all of it once they wanted to save.
 */
export const toldProblems = (
  drafts: Iterable<ExpenseDraft>,
  { left, tried }: { left: ReadonlySet<string>; tried: ReadonlySet<string> },
): ExpenseDraft[] =>
  [...drafts].flatMap((draft) => {
    const { id: row, kind } = draft.line
    const problems = draft.problems.filter(
      ({ column, lacks }) =>
        !lacks || kind !== 'new' || tried.has(row) || left.has(placeKey({ row, column })),
    )
    return problems.length > 0 ? [{ ...draft, problems }] : []
  })

/** What is wrong with the end beside the start. */
export const endProblem = ({
  startDate,
  endDate,
}: Pick<Values, 'startDate' | 'endDate'>): string | undefined =>
  startDate !== null && endDate !== null && endDate < startDate ? END_BEFORE_START : undefined

/** What more is spent when a row takes the place of what is saved; null where a rate is missing. */
export const plus = (a: ExpenseAmount, b: ExpenseAmount): ExpenseAmount =>
  a === null || b === null ? null : toText(parseDecimal(a) + parseDecimal(b))
export const sumOf = <Line>(
  lines: readonly Line[],
  amountOf: (line: Line) => ExpenseAmount | undefined,
): ExpenseAmount =>
  lines.map((line) => amountOf(line) ?? null).reduce<ExpenseAmount>((sum, amount) => plus(sum, amount), '0')
export const minus = (a: ExpenseAmount, b: ExpenseAmount): ExpenseAmount =>
  a === null || b === null ? null : toText(parseDecimal(a) - parseDecimal(b))

/** What is done to categories, or to vendors, and not saved. */
export interface GroupEdits {
  renamed: ReadonlyMap<string, string>
  /** With where their expenses go; null leaves them without one. */
  deleted: ReadonlyMap<string, string | null>
}
export const NO_GROUP_EDITS: GroupEdits = { renamed: new Map(), deleted: new Map() }

interface Group {
  id: string
  name: string
}

/** What was done to them while what was sent of it was being saved. */
export function groupEditsAfter(
  now: GroupEdits,
  sent: GroupEdits,
  groups: readonly { id: string; name: string }[],
): GroupEdits {
  const renamed = new Map([...now.renamed].filter(([id, name]) => sent.renamed.get(id) !== name))
  // The name that it had is another one now.
  for (const { id, name } of groups) if (sent.renamed.has(id) && !now.renamed.has(id)) renamed.set(id, name)
  return { renamed, deleted: new Map([...now.deleted].filter(([id]) => !sent.deleted.has(id))) }
}

/** Those that are left, by the names that they will have. */
export const groupsAfter = (groups: readonly Group[], { renamed, deleted }: GroupEdits): Group[] =>
  groups.filter(({ id }) => !deleted.has(id)).map(({ id, name }) => ({ id, name: renamed.get(id) ?? name }))

/** Ids for names, and the groups that have to be made for names that nobody has yet. */
export function groupIds(groups: readonly Group[], edits: GroupEdits, prefix: string) {
  const ids = new Map<string, string>()
  // Rows go on saying the name that they were read with.
  for (const { id, name } of [...groups, ...groupsAfter(groups, edits)]) ids.set(name.toLowerCase(), id)
  const created: Group[] = []
  return {
    created,
    idOf: (name: string | null): string | null => {
      if (name === null) return null
      const known = ids.get(name.toLowerCase())
      if (known !== undefined) return known
      const id = `${prefix}-${created.length + 1}`
      created.push({ id, name })
      ids.set(name.toLowerCase(), id)
      return id
    },
  }
}
