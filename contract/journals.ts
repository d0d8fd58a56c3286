/** Journals of settlements for an accounting program, and the accounts that their lines are booked to: `journals.*`. */
import { z } from 'zod'
import type { CurrencyCode } from './currencies.ts'
import { isDay } from './date-range.ts'
import { PLAIN } from './delimited-text.ts'
import {
  AnsweredDate,
  CompanyId,
  Currency,
  DecimalText,
  IsoDate,
  MarketplaceCode,
  Month,
  Offset,
  text,
} from './fields.ts'
import {
  ACCOUNT_CODE_LENGTH,
  ACCOUNT_NAME_LENGTH,
  TAX_CODE_LENGTH,
  JOURNAL_FORMATS,
} from './journal-accounts.ts'
import { JOURNAL_SUBJECTS, codeProblem, nameProblem } from './journal-accounts.ts'
import { CHOSEN_SETTLEMENTS_MAX, JOURNAL_STATES } from './journal-states.ts'
import { PNL_LINE_IDS } from './profit-and-loss-lines.ts'

const SETTLEMENT_ID_LENGTH_MAX = 100
/** Every line once, and in each marketplace. */
const ACCOUNTS_MAX = 1_500

const said = (lengthMax: number, problemOf: (value: string) => string | undefined) =>
  text(lengthMax).superRefine((value, context) => {
    const problem = value === '' ? undefined : problemOf(value)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

/** Where a line is booked; of one marketplace, or of all that have no entry of their own. Empty texts are no account. */
export const AccountEntry = z.object({
  subject: z.enum(JOURNAL_SUBJECTS),
  marketplace: MarketplaceCode.nullable(),
  code: said(ACCOUNT_CODE_LENGTH, codeProblem),
  name: said(ACCOUNT_NAME_LENGTH, nameProblem),
  taxCode: said(TAX_CODE_LENGTH, nameProblem),
})
export type AccountEntry = z.infer<typeof AccountEntry>

/** What DATEV has to know of whose books they are. */
export const DatevSettings = z.object({
  consultantNumber: z.int().min(1_001, 'A consultant number has 4 to 7 digits.').max(9_999_999),
  clientNumber: z.int().min(1, 'A client number has 1 to 5 digits.').max(99_999),
  /** The day on which a fiscal year begins, as `01-01`. */
  fiscalYearStart: z
    .string()
    .regex(/^\d{2}-01$/, 'A fiscal year begins on the first day of a month, as 01-01.')
    .refine((day) => isDay(`2000-${day}`), 'This is no day.'),
  /** Digits of general ledger accounts; those of persons have one more. */
  accountLength: z.int().min(4, 'Accounts have 4 to 8 digits.').max(8, 'Accounts have 4 to 8 digits.'),
})
export type DatevSettings = z.infer<typeof DatevSettings>

const placeOf = ({ subject, marketplace }: Pick<AccountEntry, 'subject' | 'marketplace'>): string =>
  `${subject} ${marketplace ?? ''}`

const Settings = z.object({
  accounts: z
    .array(AccountEntry)
    .max(ACCOUNTS_MAX, `At most ${ACCOUNTS_MAX} accounts can be named.`)
    .refine(
      (entries) => new Set(entries.map(placeOf)).size === entries.length,
      'A line has one account in a marketplace.',
    ),
  /** In which the books are kept; null where nobody has said it. */
  bookCurrency: Currency.nullable(),
  datev: DatevSettings.nullable(),
})
/** What a company has said of its books. What it has not said of a line is the product's own. */
export type BookSettings = z.infer<typeof Settings>

export const SetJournalSettingsInput = Settings.extend({
  companyId: CompanyId,
  /** The one that was read, so that nobody overwrites what they have not seen. */
  revision: z.int().min(0),
})

export const JournalSettings = Settings.extend({
  revision: z.int(),
  changedAt: z.string().nullable(),
  /** An e-mail address where one is known. */
  changedBy: z.string().nullable(),
})
export type JournalSettings = z.infer<typeof JournalSettings>

/** A line that keeps a settlement from being booked. */
const Lacking = z.object({
  subject: z.enum(JOURNAL_SUBJECTS).or(z.enum(PNL_LINE_IDS)),
  marketplace: z.string(),
  /** What it lacks, in words. */
  lacks: z.string(),
})
export type Lacking = z.infer<typeof Lacking>

export const SettlementName = z.object({
  /** The name of the seller account, where it has one. */
  account: text(100),
  settlementId: text(SETTLEMENT_ID_LENGTH_MAX).min(1),
})
export type SettlementName = z.infer<typeof SettlementName>

export const JournalsInput = z.object({
  companyId: CompanyId,
  format: z.enum(JOURNAL_FORMATS).default('CSV'),
})
export const SettlementJournalsInput = JournalsInput.extend(SettlementName.shape)

const SettlementSummary = SettlementName.extend({
  currency: z.string(),
  startDate: AnsweredDate.nullable(),
  endDate: AnsweredDate.nullable(),
  /** What its file says was paid out; null where none says it. */
  payout: DecimalText.nullable(),
  /** What its lines add up to. */
  sum: DecimalText,
  state: z.enum(JOURNAL_STATES),
  lacking: z.array(Lacking),
  /** Of its lines, what no rule of the statement knows. */
  unmapped: DecimalText,
  /** First days of the months of its journals, the earliest first. */
  months: z.array(AnsweredDate),
})
export type SettlementSummary = z.infer<typeof SettlementSummary>

/** What is booked to one account with one tax code; one of both amounts, or neither. */
const JournalEntry = z.object({
  /** LINES are sums of lines; PAYOUT and CARRIED_OVER are what they are balanced by. */
  kind: z.enum(['LINES', 'PAYOUT', 'CARRIED_OVER']),
  code: z.string(),
  name: z.string(),
  taxCode: z.string(),
  debit: DecimalText.nullable(),
  credit: DecimalText.nullable(),
  /** What it is made of, as the statement signs it. */
  parts: z.array(
    z.object({
      line: z.string(),
      marketplace: z.string(),
      /** Amazon collects the tax in it. */
      isTaxKept: z.boolean(),
      amount: DecimalText,
    }),
  ),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const Journal = z.object({
  number: z.string(),
  month: AnsweredDate,
  /** The day that it is booked on. */
  date: AnsweredDate,
  entries: z.array(JournalEntry),
  /** Of all entries; that of credits is the same. */
  debit: DecimalText,
})
export type Journal = z.infer<typeof Journal>

export const SettlementJournals = SettlementSummary.extend({ journals: z.array(Journal) })
export type SettlementJournals = z.infer<typeof SettlementJournals>

/** The rows of settlements behind one part of a journal. */
export const JournalRowsInput = SettlementName.extend({
  companyId: CompanyId,
  month: Month,
  line: z.enum(PNL_LINE_IDS),
  /** Empty for rows that name none. */
  marketplace: MarketplaceCode.or(z.literal('')),
  /** Rows whose tax Amazon collects, or those of which the seller owes it. */
  isTaxKept: z.boolean().default(false),
  limit: z.int().min(1).max(500).default(50),
  offset: Offset.default(0),
})

export const ExchangeInput = z
  .object({ companyId: CompanyId, startDate: IsoDate, endDate: IsoDate })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    error: 'A range ends after it starts.',
    path: ['endDate'],
  })
export type ExchangeInput = z.infer<typeof ExchangeInput>

/** BANK: a row of a bank statement is it. AMAZON: the day and the amount that Amazon states. */
export const ARRIVAL_SOURCES = ['BANK', 'AMAZON'] as const
export const ARRIVAL_LABELS: Record<(typeof ARRIVAL_SOURCES)[number], string> = {
  BANK: 'Bank statement',
  AMAZON: 'Amazon',
}

/** Decimal text; null where it is not known. */
type Amount = string | null

/** A journal in another currency than the books, and what its payout came to. */
export interface ExchangeRow extends SettlementName {
  /** Of the journal. */
  number: string
  currency: string
  /** The day on which it is booked, and what one unit came to then. */
  date: string
  bookedRate: Amount
  /** Of the journal that is paid out; those before it carry theirs over. */
  payout: {
    /** In the settlement's currency; below zero where the seller owes it. */
    amount: string
    arrival: {
      day: string
      saidBy: (typeof ARRIVAL_SOURCES)[number]
      amount: string
      currency: string
      rate: Amount
      /** In the currency of the books. */
      booked: Amount
    } | null
    /** Each month of the settlement at the rate of its journal. */
    booked: Amount
    /** What arrived less what was booked: gained above zero, lost below. */
    difference: Amount
    /** The bank has rows that may be it, among which nobody has chosen. */
    isUndecided: boolean
  } | null
}

export interface Exchange {
  startDate: string
  endDate: string
  bookCurrency: CurrencyCode
  rows: ExchangeRow[]
  /** Of the payouts of which it is known; null where there are others alone. */
  difference: Amount
  /** How many payouts are not in it. */
  withoutDifference: number
}

const FILE = {
  format: z.enum(JOURNAL_FORMATS),
  /** Of tables that people read; the files of programs have their own. */
  notation: z.object({ decimal: z.enum(['.', ',']), delimiter: z.enum([',', ';']) }).default(PLAIN),
}
/** How the files of a month are written. */
export const MonthFiles = z.object(FILE)
export type MonthFiles = z.infer<typeof MonthFiles>
/** What is downloaded: journals of a month or of chosen settlements, or everything of a month. */
export const JournalDownload = z.discriminatedUnion('what', [
  z.object({ what: z.literal('MONTH'), ...FILE, month: Month }),
  z.object({
    what: z.literal('CHOSEN'),
    ...FILE,
    settlements: z
      .array(SettlementName)
      .min(1)
      .max(CHOSEN_SETTLEMENTS_MAX, `Choose at most ${CHOSEN_SETTLEMENTS_MAX} settlements, or a month.`),
  }),
  z.object({ what: z.literal('PACKAGE'), ...FILE, month: Month }),
])
export type JournalDownload = z.infer<typeof JournalDownload>
/** The same before it is said how numbers are written. */
export type JournalQuestion = z.input<typeof JournalDownload>

export const JournalTicketInput = z.object({ companyId: CompanyId, download: JournalDownload })
