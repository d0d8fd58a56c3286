/** `bankMatch.*`: settlements held against what arrived at the bank. */
import { z } from 'zod'
import { FILE_NAME_LENGTH_MAX } from './dashboards/chosen-files.ts'
import { AnsweredDate, CompanyId, Currency, DecimalText, text } from './fields.ts'

/** A bank's statement of several years has fewer; the file is small and its content travels with the question. */
export const BANK_FILE_BYTES_MAX = 1_000_000
export const BANK_ROWS_MAX = 20_000
export const BANK_IMPORTS_MAX = 500
/** Rows that are kept of all statements of a company: payouts of decades. */
export const BANK_ROWS_KEPT_MAX = 20_000
/** Of rows without a settlement so many are listed, the newest. */
export const WITHOUT_SETTLEMENT_SHOWN = 500
/** Of the words of a row so many characters are kept. */
export const BANK_TEXT_LENGTH_MAX = 200
/** Rows that a preview shows of those that would be kept. */
export const BANK_PREVIEW_ROWS_MAX = 50
/** Problems of rows that a preview lists. */
export const BANK_PROBLEMS_MAX = 50
/** Money may arrive up to this many days after the deposit day that Amazon estimates, and at most this many before it. */
export const BANK_DAYS_MAX = 7
const CONTENT_LENGTH_MAX = Math.ceil(BANK_FILE_BYTES_MAX / 3) * 4
/** Of its content as base64, and the rest of the question, in a script of three bytes a character. */
export const BANK_INPUT_BYTES_MAX = 3 * CONTENT_LENGTH_MAX + 20_000

export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const COLUMNS_MAX = 200
const Column = z
  .int()
  .min(0)
  .max(COLUMNS_MAX - 1)

/** Where a file has what; places of columns, the first is 0. */
const BankColumns = z.object({
  date: Column,
  amount: Column,
  /** The first column of words on what was paid, and who paid it. */
  texts: z
    .array(Column)
    .max(5)
    .refine((columns) => new Set(columns).size === columns.length, 'Name each column once.'),
  currency: Column.nullable(),
  /** Of files without a column for it. */
  currencyCode: Currency.nullable(),
  dateOrder: z.enum(DATE_ORDERS).nullable(),
})
/** As far as they are known. */
const SomeColumns = BankColumns.partial()
export type SomeColumns = z.infer<typeof SomeColumns>

const base64 = z
  .string()
  .max(CONTENT_LENGTH_MAX, 'The file is too large: a bank statement has 1 MB at most.')
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'This is no file.')

export const BankFileInput = z.object({
  companyId: CompanyId,
  fileName: text(FILE_NAME_LENGTH_MAX).min(1),
  content: base64.min(1, 'The file is empty.'),
  /** As a person has said; what is left out the headings say. */
  columns: SomeColumns.optional(),
})
export type BankFileInput = z.infer<typeof BankFileInput>

export const BankRow = z.object({
  lineNumber: z.number(),
  day: AnsweredDate,
  amount: DecimalText,
  currency: z.string(),
  /** Empty where it does not name Amazon: it is nobody's concern here. */
  text: z.string(),
})
export type BankRow = z.infer<typeof BankRow>

export const BankPreview = z.object({
  heads: z.array(z.string()),
  /** The first rows as they stand in the file, for whoever has to name its columns. */
  sample: z.array(z.array(z.string())),
  columns: SomeColumns,
  /** What nobody knows yet: without an answer the file can't be read. */
  questions: z.array(z.enum(['date', 'amount', 'currency', 'dateOrder'])),
  rowsRead: z.number(),
  firstDay: AnsweredDate.nullable(),
  lastDay: AnsweredDate.nullable(),
  /** The first of those that would be kept: credits that name Amazon, or equal a payout. */
  rows: z.array(BankRow),
  rowsKept: z.number(),
  problems: z.array(z.object({ lineNumber: z.number(), reason: z.string() })),
  problemCount: z.number(),
})
export type BankPreview = z.infer<typeof BankPreview>

export const BANK_STATES = ['MATCHED', 'CONFIRMED', 'SEVERAL', 'DIFFERS', 'MISSING', 'AWAITED'] as const
export type BankState = (typeof BANK_STATES)[number]

const KeptRow = BankRow.omit({ lineNumber: true }).extend({ id: z.string() })

export const BankDeposit = z.object({
  /** By which it is confirmed: the account and the number of its settlement. */
  key: z.string(),
  account: z.string(),
  settlementId: z.string(),
  currency: z.string(),
  amount: DecimalText,
  day: AnsweredDate,
  /** AWAITED: no statement of the bank covers the days on which it would arrive. */
  state: z.enum(BANK_STATES),
  /** The row that it is matched with, or those among which a person has to choose. */
  rows: z.array(KeptRow),
  confirmedAt: z.string().nullable(),
  confirmedBy: z.string().nullable(),
})
export type BankDeposit = z.infer<typeof BankDeposit>

export const BankMatch = z.object({
  deposits: z.array(BankDeposit),
  /** Rows of the bank that name Amazon and belong to no settlement. */
  withoutSettlement: z.array(KeptRow),
  withoutSettlementCount: z.number(),
  imports: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      importedAt: z.string(),
      importedBy: z.string(),
      firstDay: AnsweredDate,
      lastDay: AnsweredDate,
      currencies: z.array(z.string()),
      rowsRead: z.number(),
      rowsKept: z.number(),
    }),
  ),
})
export type BankMatch = z.infer<typeof BankMatch>

const BankRowId = z.string().regex(/^[0-9a-f]{64}\.\d{1,5}$/, 'This is no row of the bank.')

export const ConfirmInput = z.object({
  companyId: CompanyId,
  key: text(250).min(1),
  /** Null: undoes what was confirmed. */
  rowId: BankRowId.nullable(),
  /** What was confirmed where the person chose. */
  seenRowId: BankRowId.nullable().optional(),
})
