/** Which accounts the lines of a settlement are booked to, and what each accounting program asks of them. */
import {
  childrenOf,
  isPnlLine,
  lineDefinition,
  PNL_LINES,
  TAXED_LINES,
  type PnlLine,
} from './profit-and-loss-lines.ts'

export const JOURNAL_FORMATS = ['CSV', 'XERO', 'QUICKBOOKS', 'DATEV'] as const
export type JournalFormat = (typeof JOURNAL_FORMATS)[number]
export const FORMAT_LABELS: Record<JournalFormat, string> = {
  CSV: 'CSV',
  XERO: 'Xero',
  QUICKBOOKS: 'QuickBooks Online',
  DATEV: 'DATEV',
}
/** How a program has to read the amounts of its file, which no file says. */
export const AMOUNTS_ARE: Record<JournalFormat, string> = {
  CSV: 'Amounts have the tax in them: a program that is told tax codes has to take the tax out of them, not add it.',
  XERO: 'Amounts have the tax in them. Before you post an imported journal in Xero, set its amounts to “Tax Inclusive”, or to “No Tax”: “Tax Exclusive” would add the tax a second time.',
  QUICKBOOKS:
    'Amounts have the tax in them. Tax codes that you give the lines in QuickBooks afterwards have to take it out of the amounts, not add it.',
  DATEV: 'Amounts are gross: tax keys and automatic accounts take the tax out of them.',
}

/** Programs whose files say nothing of a currency. */
export const BOOKS_CURRENCY_ONLY: readonly JournalFormat[] = ['XERO', 'DATEV']
/** Programs whose files have no place for a tax code. */
export const WITHOUT_TAX_CODE: readonly JournalFormat[] = ['QUICKBOOKS']

export const ACCOUNT_CODE_LENGTH = 20
export const ACCOUNT_NAME_LENGTH = 100
export const TAX_CODE_LENGTH = 60

/** By group of the statement, for each of its lines that has no account of its own below. */
const BY_GROUP = {
  grossSales: 'Amazon sales',
  promotions: 'Amazon promotions',
  refunds: 'Amazon refunds',
  sellingFees: 'Amazon selling fees',
  fulfilmentCosts: 'Amazon fulfilment fees',
  storageAndInventory: 'Amazon storage fees',
  marketing: 'Amazon advertising',
  accountLevel: 'Amazon fees',
} as const satisfies Partial<Record<PnlLine, string>>

const OF_LINE = {
  reimbursements: 'Amazon reimbursements',
  adjustments: 'Amazon adjustments',
  memoFacilitatorTax: 'Sales tax payable',
  memoFeeVat: 'VAT on Amazon fees',
  memoAdvertisingBilled: 'Amazon advertising',
  memoLoans: 'Amazon loans',
  memoReserves: 'Amazon reserves',
  memoTransfers: 'Amazon clearing',
} as const satisfies Partial<Record<PnlLine, string>>

/** What no line of a settlement stands in: advertising reports and lost stock say it. */
const NEVER_PAID: readonly PnlLine[] = ['advertisingSp', 'advertisingSb', 'advertisingSd', 'inventoryLosses']

const groups = Object.keys(BY_GROUP) as (keyof typeof BY_GROUP)[]
/** Lines of the statement in which money of settlements stands, in its order. */
export const JOURNAL_LINES: readonly PnlLine[] = [
  ...groups.flatMap((group) => childrenOf(group)),
  ...childrenOf('memo'),
].filter((line) => !NEVER_PAID.includes(line))

/** Of a taxed line, the part whose tax Amazon collects: a program takes the tax of a code out of all that stands with it. */
type TaxKept = `${PnlLine}TaxKept`

/** PAYOUT is what a journal is balanced by; CARRIED_OVER is that of the first months of a settlement over several. */
export const COUNTERPARTS = ['PAYOUT', 'CARRIED_OVER'] as const
export type Counterpart = (typeof COUNTERPARTS)[number]
export type JournalSubject = PnlLine | TaxKept | Counterpart

/** What an amount of a line is booked as. */
export const subjectOf = (line: string, isTaxKept: boolean): string => (isTaxKept ? `${line}TaxKept` : line)

export const JOURNAL_SUBJECTS: readonly JournalSubject[] = [
  ...JOURNAL_LINES.flatMap((line): JournalSubject[] =>
    TAXED_LINES.includes(line) ? [line, `${line}TaxKept`] : [line],
  ),
  ...COUNTERPARTS,
]

const lineOfTaxKept = new Map<string, PnlLine>(TAXED_LINES.map((line) => [subjectOf(line, true), line]))

/** The line whose amounts are booked as a subject; undefined of what balances a journal. */
export const lineOfSubject = (subject: JournalSubject): PnlLine | undefined =>
  isCounterpart(subject) ? undefined : (lineOfTaxKept.get(subject) ?? (subject as PnlLine))

/** Whether it is the part of a line whose tax Amazon collects. */
export const isTaxKept = (subject: JournalSubject): boolean => lineOfTaxKept.has(subject)

const COUNTERPART_NAMES: Record<Counterpart, { label: string; account: string }> = {
  PAYOUT: { label: 'Payout to the bank', account: 'Amazon clearing' },
  CARRIED_OVER: { label: 'Carried over the end of a month', account: 'Amazon settlements carried over' },
}
const isCounterpart = (subject: string): subject is Counterpart =>
  COUNTERPARTS.some((counterpart) => counterpart === subject)

export const subjectLabel = (subject: JournalSubject): string => {
  if (isCounterpart(subject)) return COUNTERPART_NAMES[subject].label
  const { label } = PNL_LINES[lineOfSubject(subject)!]
  return isTaxKept(subject) ? `${label}, tax collected by Amazon` : label
}

/** What a part of a journal is called. */
export const partLabel = ({ line, isTaxKept: isKept }: { line: string; isTaxKept: boolean }): string =>
  isPnlLine(line) ? subjectLabel(subjectOf(line, isKept) as JournalSubject) : line

export interface BookAccount {
  code: string
  name: string
  taxCode: string
}

export const NO_ACCOUNT: BookAccount = { code: '', name: '', taxCode: '' }

/**
 * The account of a line where a company says nothing: its name, and no code, which every company numbers itself. What Amazon
 * collects the tax of is booked with its line then.
 */
export function defaultAccount(subject: JournalSubject): BookAccount {
  if (isTaxKept(subject)) return NO_ACCOUNT
  const name = isCounterpart(subject)
    ? COUNTERPART_NAMES[subject].account
    : ((OF_LINE as Partial<Record<string, string>>)[subject] ??
      (BY_GROUP as Partial<Record<string, string>>)[lineDefinition(subject as PnlLine).parent ?? ''] ??
      '')
  return { code: '', name, taxCode: '' }
}

/** Where a company books a line, of one marketplace or of all that have no entry of their own. */
interface EnteredAccount extends BookAccount {
  subject: JournalSubject
  marketplace: string | null
}

const isNamed = ({ code, name }: BookAccount): boolean => code !== '' || name !== ''

/**
 * Where a line of a marketplace is booked: to the account of its own entry, else to that of all marketplaces, else to the
 * product's own. Code and name are one account: an entry that has neither says its tax code alone. What Amazon collects the
 * tax of goes to an account of its own, or else with its line, but never with the tax code of that.
 */
export function accountFinder(
  entries: readonly EnteredAccount[],
): (subject: JournalSubject, marketplace: string) => BookAccount {
  const entered = new Map(entries.map((entry) => [`${entry.subject} ${entry.marketplace ?? ''}`, entry]))
  const find = (subject: JournalSubject, marketplace: string): BookAccount => {
    const own = marketplace === '' ? undefined : entered.get(`${subject} ${marketplace}`)
    const ofAll = entered.get(`${subject} `) ?? defaultAccount(subject)
    const saysIt = own && (isNamed(own) || own.taxCode !== '') ? own : ofAll
    const { code, name } = own && isNamed(own) ? own : ofAll
    const account = { code, name, taxCode: saysIt.taxCode }
    if (!isTaxKept(subject) || isNamed(account)) return account
    return { ...find(lineOfSubject(subject)!, marketplace), taxCode: account.taxCode }
  }
  return find
}

/** How a spreadsheet recognises a formula: no name of an account begins so. */
const FORMULA = /^[=+\-@]/
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** What is wrong with a code of an account; undefined where nothing is. */
export function codeProblem(code: string): string | undefined {
  if (code.length > ACCOUNT_CODE_LENGTH) return `A code has at most ${ACCOUNT_CODE_LENGTH} characters.`
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}._/ -]*[\p{L}\p{N}])?$/u.test(code)
    ? undefined
    : 'A code has letters, digits, points, dashes and slashes.'
}

/** The same of the name of an account, and of a tax code. */
export function nameProblem(name: string): string | undefined {
  if (name !== name.trim()) return 'Leave out spaces at the ends.'
  if (CONTROL.test(name)) return 'It holds characters that cannot be written.'
  return FORMULA.test(name) ? 'It may not begin with =, +, - or @.' : undefined
}

/**
 * Whether DATEV takes it (its batch of bookings has `^(\d{1,9})$`): of general ledger accounts, whose class may be 0, or of
 * persons, which have one digit more and begin with none.
 */
const isDatevAccount = (code: string, length: number): boolean =>
  new RegExp(`^(?:\\d{${length}}|[1-9]\\d{${length}})$`).test(code) && /[1-9]/.test(code)

/** What an account lacks for a format, in words; undefined where it can be booked to. */
export function lacksFor(
  format: JournalFormat,
  { code, name, taxCode }: BookAccount,
  accountLength: number | undefined,
): string | undefined {
  switch (format) {
    case 'CSV':
      return code === '' && name === '' ? 'an account' : undefined
    case 'QUICKBOOKS':
      return name === '' ? 'the name of an account' : undefined
    case 'XERO':
      if (code === '') return 'the code of an account'
      return taxCode === '' ? 'a tax rate' : undefined
    case 'DATEV':
      if (accountLength === undefined) return 'the settings of DATEV'
      if (!isDatevAccount(code, accountLength)) return `an account number of ${accountLength} digits`
      return /^\d{0,4}$/.test(taxCode) ? undefined : 'a tax key of at most 4 digits'
  }
}
