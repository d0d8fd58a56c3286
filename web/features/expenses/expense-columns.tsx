import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { EXPENSE_NAME_LENGTH, EXPENSE_NOTE_MAX, INVOICE_ID_MAX } from '#contract/dashboards/expenses.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { EditStore } from '#web/table/edit-store.ts'
import { editableColumn } from '#web/table/editable-column.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { isZero, priceText } from '#web/ui/numbers.ts'
import {
  endProblem,
  FREQUENCIES,
  VALUE_COLUMNS,
  WHOLE_COMPANY,
  type Edits,
  type ExpenseLine,
  type ValueColumn,
} from './expense-lines.ts'

const MARKETPLACE_CHOICES = [
  { value: WHOLE_COMPANY, label: 'All' },
  ...MARKETPLACES.map(({ code, label }) => ({ value: code as string, label })),
]
const CURRENCY_CHOICES = RATED_CURRENCY_CODES.map((code) => ({
  value: code as string,
  label: code as string,
}))

/** What cells show besides what was typed. */
export interface DrawnCells {
  /** Of the range, with what is typed. */
  inRange: (line: ExpenseLine) => React.ReactNode
  inRangeValue: (line: ExpenseLine) => string | null
  state: (line: ExpenseLine) => React.ReactNode
  actions: (line: ExpenseLine) => React.ReactNode
}

interface ValueColumnsOf {
  store: EditStore
  /** Names to choose from. */
  categories: readonly string[]
  vendors: readonly string[]
  brands: readonly string[]
}

/** The columns that are typed into. Rows of files are given; rows that are being made are fields. */
export function valueColumns({
  store,
  categories,
  vendors,
  brands,
}: ValueColumnsOf): TableColumn<ExpenseLine>[] {
  const typed = (
    id: ValueColumn,
    title: string,
    width: number,
    more: Omit<Partial<Parameters<typeof editableColumn<ExpenseLine>>[0]>, 'id' | 'title' | 'width'> = {},
  ): TableColumn<ExpenseLine> => {
    const column = editableColumn<ExpenseLine>({
      id,
      title,
      width,
      store,
      rowId: ({ id: row }) => row,
      value: ({ values }) => values[id],
      isFixed: ({ kind }) => kind === 'file' || kind === 'totals',
      isField: ({ kind }) => kind === 'new',
      ...more,
    })
    return { ...column, cell: (line) => (line.kind === 'totals' ? null : column.cell!(line)) }
  }
  const dayOf = (line: ExpenseLine, column: ValueColumn, day: TableColumn<ExpenseLine>) => {
    const text = store.typedAt({ row: line.id, column })
    if (text === undefined) return line.values[column]
    const cell = day.edit!.parse(text)
    return 'value' in cell ? cell.value : null
  }
  const start = typed('startDate', 'Start', 92, { isDay: true, isRequired: true })
  const end: TableColumn<ExpenseLine> = typed('endDate', 'End', 92, {
    isDay: true,
    problem: (line) =>
      endProblem({ startDate: dayOf(line, 'startDate', start), endDate: dayOf(line, 'endDate', end) }),
  })
  const name = typed('name', 'Name', 160, { isRequired: true, canHide: false, check: nameProblem })
  return [
    {
      ...name,
      cell: (line) => (line.kind === 'totals' ? line.values.name : name.cell!(line)),
    },
    typed('amount', 'Amount', 88, {
      type: 'money',
      number: { fractionDigits: [2, 9], min: '-999999999', max: '999999999' },
      isRequired: true,
      check: amountProblem,
    }),
    typed('currency', 'Cur.', 56, { choices: CURRENCY_CHOICES, isRequired: true }),
    typed('frequency', 'Frequency', 88, { choices: FREQUENCIES, isRequired: true }),
    start,
    end,
    typed('category', 'Category', 104, { suggestions: categories, isRequired: true, check: nameProblem }),
    typed('vendor', 'Vendor', 92, { suggestions: vendors, check: nameProblem }),
    typed('marketplace', 'Marketplace', 96, { choices: MARKETPLACE_CHOICES, isRequired: true }),
    {
      ...typed('brandName', 'Brand', 104, {
        suggestions: brands,
        check: lengthProblem('A brand', EXPENSE_NAME_LENGTH.max),
      }),
      hint: 'Counts where this brand is chosen; without one it is of the company as a whole',
      isHiddenAtFirst: true,
    },
    {
      ...typed('invoiceId', 'Invoice', 104, { check: lengthProblem('An invoice', INVOICE_ID_MAX) }),
      isHiddenAtFirst: true,
    },
    {
      ...typed('note', 'Note', 160, { check: lengthProblem('A note', EXPENSE_NOTE_MAX) }),
      isHiddenAtFirst: true,
    },
  ]
}

const drawnColumn = (
  id: string,
  title: string,
  width: number,
  cell: (line: ExpenseLine) => React.ReactNode,
): TableColumn<ExpenseLine> => ({
  id,
  title,
  kind: 'text',
  width,
  value: () => '',
  cell,
  isSortable: false,
  isDrawn: true,
})

/** With what the page works out of the rows, before the brand, the invoice and the note. */
export const expenseColumns = (
  typed: readonly TableColumn<ExpenseLine>[],
  currencyCode: string,
  drawn: DrawnCells,
): TableColumn<ExpenseLine>[] => [
  ...typed.slice(0, -3),
  {
    id: 'inRange',
    title: `In range, ${currencyCode}`,
    kind: 'number',
    type: 'money',
    width: 100,
    value: drawn.inRangeValue,
    format: priceText,
    cell: drawn.inRange,
    isExplained: false,
  },
  drawnColumn('state', 'State', 116, drawn.state),
  ...typed.slice(-3),
  { ...drawnColumn('actions', 'Actions', 68, drawn.actions), canHide: false, isPinned: true },
]

/** How the cells of each column are read. */
export const editsOf = (columns: readonly TableColumn<ExpenseLine>[]): Edits =>
  Object.fromEntries(
    VALUE_COLUMNS.map((id) => [id, columns.find((column) => column.id === id)!.edit!]),
  ) as unknown as Edits

const nameProblem = (text: string): string | undefined =>
  text.length < EXPENSE_NAME_LENGTH.min || text.length > EXPENSE_NAME_LENGTH.max
    ? `Give a name of ${EXPENSE_NAME_LENGTH.min} to ${EXPENSE_NAME_LENGTH.max} characters.`
    : undefined

const lengthProblem =
  (what: string, max: number) =>
  (text: string): string | undefined =>
    text.length > max ? `${what} has at most ${max} characters.` : undefined

const amountProblem = (amount: string): string | undefined =>
  isZero(amount) ? 'The amount cannot be 0.' : undefined
