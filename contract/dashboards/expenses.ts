/** What pages and server know of expenses, apart from the schemas. */

/** How often the amount of an expense comes (OPEX-1). */
export const EXPENSE_FREQUENCIES = [
  'ONE_TIME',
  'DAILY',
  'WEEKDAYS',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'ANNUALLY',
] as const
export type ExpenseFrequency = (typeof EXPENSE_FREQUENCIES)[number]

/** What expenses without a category are called. */
export const NO_CATEGORY = 'Uncategorised'

/** Of a company, entered by hand. */
export const EXPENSES_MAX = 2_000
/** Characters of the number of an invoice: as many as a bank transfer has for it. */
export const INVOICE_ID_MAX = 35
/** Categories of a company, and vendors. */
export const EXPENSE_GROUPS_MAX = 200
/** Expenses that one call creates, changes or deletes. */
export const EXPENSE_CHANGES_MAX = 500
/** The longest range of the page. */
export const EXPENSE_DAYS_MAX = 730
/** Expenses in files that are listed. */
export const FILE_EXPENSES_MAX = 2_000
/** Days of single expenses in one daily allocation. */
export const ALLOCATED_DAYS_MAX = 50_000
export const EXPENSE_NAME_LENGTH = { min: 2, max: 100 }
export const EXPENSE_NOTE_MAX = 200
/** What the warehouse keeps of an amount. */
export const AMOUNT_DIGITS = /^-?\d{1,9}(\.\d{1,9})?$/
/** What is said of a period that ends before it begins. */
export const END_BEFORE_START = 'The end is before the start.'
export const EXPENSE_HISTORY_PAGE = 50
/** The name of the file that the entered expenses of a company are for the ledger. */
export const ENTERED_FILE = 'Expenses entered in Sextant.json'

export const EXPENSE_SUBJECTS = ['EXPENSE', 'CATEGORY', 'VENDOR'] as const
export type ExpenseSubject = (typeof EXPENSE_SUBJECTS)[number]
