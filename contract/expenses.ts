/** `expenses.*`: what browser and server agree on. */
import { z } from 'zod'
import {
  AMOUNT_DIGITS,
  END_BEFORE_START,
  EXPENSE_CHANGES_MAX,
  EXPENSE_FREQUENCIES,
  EXPENSE_GROUPS_MAX,
  EXPENSE_NAME_LENGTH,
  EXPENSE_NOTE_MAX,
  INVOICE_ID_MAX,
  type ExpenseFrequency,
  type ExpenseSubject,
} from './dashboards/expenses.ts'
import { parseDecimal, ZERO } from './decimal.ts'
import {
  Currency,
  DecimalText,
  Id,
  IsoDate,
  MarketplaceCode,
  MarketplaceCodes,
  RatedCurrency,
  text,
} from './fields.ts'

const NAME_MESSAGE = `Give a name of ${EXPENSE_NAME_LENGTH.min} to ${EXPENSE_NAME_LENGTH.max} characters.`
const Name = text(EXPENSE_NAME_LENGTH.max, NAME_MESSAGE).trim().min(EXPENSE_NAME_LENGTH.min, NAME_MESSAGE)

const endsLater = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate

const values = {
  name: Name,
  amount: DecimalText.regex(AMOUNT_DIGITS, 'An amount has up to 9 digits and 9 decimals.').refine(
    (amount) => !AMOUNT_DIGITS.test(amount) || parseDecimal(amount) !== ZERO,
    'The amount cannot be 0.',
  ),
  currency: RatedCurrency,
  frequency: z.enum(EXPENSE_FREQUENCIES),
  startDate: IsoDate,
  /** Null: it runs on; a one-time expense is of its start alone. */
  endDate: IsoDate.nullable(),
  /** Null: of the whole company, and of none of its marketplaces. */
  marketplace: MarketplaceCode.nullable(),
  /** Of the books, or of the same call's own. */
  categoryId: Id,
  /** Null: of no vendor. */
  vendorId: Id.nullable(),
  /** The number of the invoice; empty without one. */
  invoiceId: text(INVOICE_ID_MAX).trim(),
  /** Empty: of no one brand, as `ALL` is. */
  brandName: text(EXPENSE_NAME_LENGTH.max)
    .trim()
    .overwrite((name) => (name === 'ALL' ? '' : name)),
  note: text(EXPENSE_NOTE_MAX).trim(),
}

const END_RULE = { message: END_BEFORE_START, path: ['endDate'] }
const Read = z.object({ id: Id, revision: z.int().min(1) })
export const CreatedExpenseInput = z
  .object({
    ...values,
    invoiceId: values.invoiceId.default(''),
    brandName: values.brandName.default(''),
    id: Id,
  })
  .refine(endsLater, END_RULE)
const Updated = Read.extend(values).refine(endsLater, END_RULE)
/** A category or a vendor. */
export const NamedGroupInput = z.object({ id: Id, name: Name })
const Moved = z.object({ id: Id, moveTo: Id.nullable() })
const groups = <T extends z.ZodType>(of: T) => z.array(of).max(EXPENSE_GROUPS_MAX).default([])
const expenses = <T extends z.ZodType>(of: T) => z.array(of).max(EXPENSE_CHANGES_MAX).default([])

const ExpenseChanges = z.object({
  created: expenses(CreatedExpenseInput),
  updated: expenses(Updated),
  deleted: expenses(Read),
  createdCategories: groups(NamedGroupInput),
  renamedCategories: groups(NamedGroupInput),
  /** With where their expenses go; null leaves them without a category. */
  deletedCategories: groups(Moved),
  createdVendors: groups(NamedGroupInput),
  renamedVendors: groups(NamedGroupInput),
  deletedVendors: groups(Moved),
})
export type ExpenseChanges = z.output<typeof ExpenseChanges>

const changeEachOnce = ({ created, updated, deleted, ...of }: ExpenseChanges) =>
  [
    created,
    [...updated, ...deleted],
    of.createdCategories,
    [...of.renamedCategories, ...of.deletedCategories],
    of.createdVendors,
    [...of.renamedVendors, ...of.deletedVendors],
  ].every((rows) => new Set(rows.map(({ id }) => id)).size === rows.length)
const ONCE_RULE = 'Each row is changed once.'

/**
 * All changes of one call, which takes effect as a whole or not at all. Created expenses, categories and vendors have
 * temporary ids, by which the others of the call name them.
 */
export const SaveExpensesInput = ExpenseChanges.extend({
  /** The same for a call that is made again because its answer was lost. */
  saveId: z.uuid(),
}).refine(changeEachOnce, ONCE_RULE)

const scope = {
  marketplaces: MarketplaceCodes.default([]),
  currencyCode: Currency,
  startDate: IsoDate,
  endDate: IsoDate,
}

export const ExpensesInput = z.object(scope)

/** What saving these would do to the range. */
export const PreviewExpensesInput = ExpenseChanges.extend(scope).refine(changeEachOnce, ONCE_RULE)

export const ExpenseHistoryInput = z.object({ cursor: z.int().min(1).optional() })

export interface ExpenseGroup {
  id: string
  name: string
  /** Expenses that have it. */
  uses: number
}

/** Money of the range, in the asked currency; null where a day has no rate. */
export type ExpenseAmount = string | null

/** A row of the page: entered here, or in a file, where nothing can be changed. */
export interface ExpenseRow {
  id: string
  name: string
  amount: string
  currency: string
  frequency: ExpenseFrequency
  startDate: string
  endDate: string | null
  /** Empty for the whole company. */
  marketplace: string
  category: string
  vendor: string
  invoiceId: string
  /** Empty where it is of no one brand. */
  brandName: string
  note: string
  inRange: ExpenseAmount
  entered: {
    revision: number
    categoryId: string | null
    vendorId: string | null
    changedAt: string
    /** An address, or what the log calls them. */
    changedBy: string
  } | null
  file: { importId: number; fileName: string; lineNumber: number } | null
}

/** A month of the range, or its part up to today, or after. */
export interface ExpenseMonth {
  /** Its first day. */
  month: string
  /** After today: in no statement yet. */
  isPlanned: boolean
  category: string
  amount: ExpenseAmount
}

export interface ExpenseList {
  rows: ExpenseRow[]
  /** In files and beyond those that are listed. */
  unlisted: number
  categories: ExpenseGroup[]
  vendors: ExpenseGroup[]
  byMonth: ExpenseMonth[]
  byVendor: { vendor: string; amount: ExpenseAmount }[]
  total: ExpenseAmount
  /** The total of the same days a year before (GROW-3); null too where expenses are known only from a later day on. */
  priorYear: ExpenseAmount
  /** Of the total, what has come by today. */
  toToday: ExpenseAmount
  oneOff: ExpenseAmount
  /** What recurring expenses of today come to in a month. */
  perMonth: { amount: ExpenseAmount; count: number; rows: { name: string; amount: ExpenseAmount }[] }
  /** Expenses of the whole company that the chosen marketplaces leave out. */
  leftOut: number
  today: string
  version: number
}

/** A day of an expense. */
export interface AllocatedDay {
  day: string
  name: string
  category: string
  vendor: string
  /** Empty for the whole company. */
  marketplace: string
  /** Empty where it is of no one brand. */
  brandName: string
  amount: ExpenseAmount
  /** After today: in no statement yet. */
  isPlanned: boolean
}

export interface ExpensePreview {
  /** What each row that is created or updated comes to in the range. */
  rows: { id: string; inRange: ExpenseAmount }[]
  /** What more the statement has as spent in months of the range; those in which nothing changes are left out. */
  byMonth: { month: string; isPlanned: boolean; change: ExpenseAmount }[]
  toToday: ExpenseAmount
  planned: ExpenseAmount
  /** What more is spent in closed months, the statement of which stays as it is; null where nothing is. */
  closed: { months: string[]; change: ExpenseAmount } | null
}

/** One thing that was created, changed or deleted. */
export interface ExpenseEdit {
  id: number
  /** The same for all that one call did. */
  saveId: string
  at: string
  by: string
  subject: ExpenseSubject
  subjectId: string
  name: string
  /** Names of columns with their texts; null before it was created, and after it was deleted. */
  before: Record<string, string> | null
  after: Record<string, string> | null
}
