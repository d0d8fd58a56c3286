import { createHash } from 'node:crypto'
import { endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { absolute, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import {
  BOOKS_CURRENCY_ONLY,
  subjectOf,
  type BookAccount,
  type JournalFormat,
} from '#contract/journal-accounts.ts'
import type { JournalState } from '#contract/journal-states.ts'
import type { BookSettings, Journal, JournalEntry, SettlementJournals } from '#contract/journals.ts'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import type { SettlementLedgerRow } from '#server/ledger/settlements/settlement-ledger.ts'
import { accountsOf, lackingOf } from './book-accounts.ts'

/** A settlement with what the ledger holds of it. */
export interface SettledRows {
  settlement: Pick<
    ReconcileRow,
    | 'account'
    | 'settlementId'
    | 'currency'
    | 'startDate'
    | 'endDate'
    | 'total'
    | 'sum'
    | 'state'
    | 'unmapped'
    | 'ledgerDifference'
  >
  /** What Amazon paid or charged alone. */
  rows: readonly Pick<
    SettlementLedgerRow,
    'shownLine' | 'money' | 'month' | 'marketplace' | 'isTaxKept' | 'total' | 'lastDay'
  >[]
  /** Another account has a settlement of the same id. */
  isIdShared: boolean
}

/** A cent, in the units of a decimal. */
const CENT = parseDecimal('0.01')
/** Ten digits before the comma, which is the least that a program takes. */
const AMOUNT_MAX = parseDecimal('9999999999.99')
const NUMBER_LENGTH_MAX = 16

/**
 * The journals of a settlement, one for each month that it has days in: what stands in each account, balanced by its
 * payout in the last of them and by what is carried over in those before. None where its lines are not its payout.
 */
export function settlementJournals(
  { settlement, rows, isIdShared }: SettledRows,
  settings: BookSettings,
  format: JournalFormat,
): SettlementJournals {
  const { account, settlementId, currency, startDate, endDate, total, sum, unmapped } = settlement
  const accountOf = accountsOf(settings, format)
  const shown = {
    account,
    settlementId,
    currency,
    startDate,
    endDate,
    payout: total,
    sum,
    unmapped,
  }
  const refused = refusalOf({ settlement, rows })
  if (refused) return { ...shown, state: refused, lacking: [], months: [], journals: [] }

  const number = numberOf(settlement, isIdShared)
  const held = rows
    .filter((row) => parseDecimal(row.total) !== ZERO)
    .toSorted(
      (a, b) =>
        placeOf(a.shownLine) - placeOf(b.shownLine) ||
        Number(a.isTaxKept) - Number(b.isTaxKept) ||
        (a.marketplace < b.marketplace ? -1 : 1),
    )
  const months = monthsOf(held, endDate)
  const journals = months.map((month, place): Journal => {
    const ofMonth = held.filter((row) => row.month === month)
    const isLast = place === months.length - 1
    const before = sumOf(held.filter((row) => row.month < month))
    const entries = [
      ...entriesOf(ofMonth, accountOf),
      // What was left with Amazon at the end of the months before is paid out with the rest.
      ...(isLast ? counterpart('CARRIED_OVER', accountOf('CARRIED_OVER', ''), before) : []),
      isLast
        ? counterpart('PAYOUT', accountOf('PAYOUT', ''), -(before + sumOf(ofMonth)))
        : counterpart('CARRIED_OVER', accountOf('CARRIED_OVER', ''), -sumOf(ofMonth)),
    ].flat()
    return {
      number: `${number}-${month.slice(2, 4)}${month.slice(5, 7)}`,
      month,
      date: isLast ? lastDateOf(month, ofMonth, endDate) : endOfMonth(month),
      entries,
      debit: toText(
        entries.reduce((debits, { debit }) => debits + parseDecimal(debit ?? '0'), ZERO),
        9,
      ),
    }
  })
  const amounts = journals.flatMap(({ entries }) => entries.map(amountOf))
  if (amounts.some((amount) => amount % CENT !== ZERO || absolute(amount) > AMOUNT_MAX))
    return { ...shown, state: 'UNWRITABLE', lacking: [], months: [], journals: [] }

  const lacking = lackingOf(
    [
      ...held.map(({ shownLine, isTaxKept, marketplace }) => {
        const subject = subjectOf(shownLine, isTaxKept)
        return { subject, marketplace, account: accountOf(subject, marketplace) }
      }),
      ...[...new Set(journals.flatMap(({ entries }) => entries.map(({ kind }) => kind)))].flatMap((kind) =>
        kind === 'LINES' ? [] : [{ subject: kind, marketplace: '', account: accountOf(kind, '') }],
      ),
    ],
    format,
    settings,
  )
  const isForeign = BOOKS_CURRENCY_ONLY.includes(format) && settings.bookCurrency !== currency
  return {
    ...shown,
    state: lacking.length > 0 ? 'UNMAPPED' : isForeign ? 'BOOK_CURRENCY' : 'BALANCED',
    lacking,
    months,
    journals,
  }
}

/** Why a settlement has no journal; undefined where it has one. */
function refusalOf({ settlement, rows }: Pick<SettledRows, 'settlement' | 'rows'>): JournalState | undefined {
  const { state, currency, total, sum, ledgerDifference } = settlement
  if (state !== undefined && state !== 'COMPLETE') return state
  if (total === null) return 'NO_TOTAL'
  if (rows.some(({ money }) => money !== currency)) return 'OTHER_CURRENCY'
  const isEven = [sum, toText(sumOf(rows), 9)].every((one) => parseDecimal(one) === parseDecimal(total))
  if (!isEven || parseDecimal(ledgerDifference) !== ZERO) return 'UNEVEN'
  return rows.every((row) => parseDecimal(row.total) === ZERO) ? 'EMPTY' : undefined
}

const sumOf = (rows: readonly { total: string }[]): Decimal =>
  rows.reduce((sum, { total }) => sum + parseDecimal(total), ZERO)

/** The months with rows, and the one in which it was paid out where that is later. */
function monthsOf(rows: readonly { month: string }[], endDate: string | null): string[] {
  const months = [...new Set(rows.map(({ month }) => month))].toSorted()
  const paidIn = endDate && startOfMonth(endDate)
  return paidIn && paidIn > months.at(-1)! ? [...months, paidIn] : months
}

/** The day on which the settlement ends; of one that states none, that of its last row. */
function lastDateOf(month: string, rows: readonly { lastDay: string }[], endDate: string | null): string {
  if (endDate !== null && startOfMonth(endDate) === month) return endDate
  return (
    rows
      .map(({ lastDay }) => lastDay)
      .toSorted()
      .at(-1) ?? endOfMonth(month)
  )
}

interface Part {
  line: string
  marketplace: string
  isTaxKept: boolean
  amount: Decimal
}

/** By account and tax code, in the order of the rows. An account is credited with what Amazon paid for it. */
function entriesOf(
  rows: SettledRows['rows'],
  accountOf: (subject: string, marketplace: string) => BookAccount,
): JournalEntry[] {
  const parts = new Map<string, Part>()
  for (const { shownLine: line, marketplace, isTaxKept, total } of rows) {
    const key = `${subjectOf(line, isTaxKept)} ${marketplace}`
    const amount = (parts.get(key)?.amount ?? ZERO) + parseDecimal(total)
    parts.set(key, { line, marketplace, isTaxKept, amount })
  }
  const byAccount = new Map<string, { account: BookAccount; parts: Part[] }>()
  for (const part of parts.values()) {
    const subject = subjectOf(part.line, part.isTaxKept)
    const account = accountOf(subject, part.marketplace)
    const { code, name, taxCode } = account
    // Lines without an account stay apart, so that each can be named.
    const isBooked = code !== '' || name !== ''
    const key = JSON.stringify(isBooked ? [code, name, taxCode] : [subject, part.marketplace])
    const entry = byAccount.get(key) ?? { account, parts: [] }
    entry.parts.push(part)
    byAccount.set(key, entry)
  }
  return [...byAccount.values()].map(({ account, parts: ofAccount }) =>
    entryOf(
      'LINES',
      account,
      ofAccount.reduce((sum, { amount }) => sum + amount, ZERO),
      ofAccount.map((part) => ({ ...part, amount: toText(part.amount, 9) })),
    ),
  )
}

const placeOf = (line: string): number => (PNL_LINE_IDS as readonly string[]).indexOf(line)

const counterpart = (
  kind: 'PAYOUT' | 'CARRIED_OVER',
  account: BookAccount,
  amount: Decimal,
): JournalEntry[] => (amount === ZERO ? [] : [entryOf(kind, account, amount, [])])

/** What is above zero is credited. */
const entryOf = (
  kind: JournalEntry['kind'],
  { code, name, taxCode }: BookAccount,
  amount: Decimal,
  parts: JournalEntry['parts'],
): JournalEntry => ({
  kind,
  code,
  name,
  taxCode,
  debit: amount < ZERO ? toText(-amount, 9) : null,
  credit: amount > ZERO ? toText(amount, 9) : null,
  parts,
})

/** As it is signed in the statement: credits above zero. */
export const amountOf = ({ debit, credit }: Pick<JournalEntry, 'debit' | 'credit'>): Decimal =>
  parseDecimal(credit ?? '0') - parseDecimal(debit ?? '0')

/**
 * Short enough for every program with the month behind it, and of one settlement alone: its id, or where that is long,
 * odd or another account's as well, a hash.
 */
function numberOf(
  { account, settlementId }: Pick<ReconcileRow, 'account' | 'settlementId'>,
  isIdShared: boolean,
): string {
  if (!isIdShared && settlementId.length <= NUMBER_LENGTH_MAX && /^[A-Za-z0-9]+$/.test(settlementId))
    return settlementId
  const hash = createHash('sha256')
    .update(JSON.stringify([account, settlementId]))
    .digest('hex')
  return hash.slice(0, NUMBER_LENGTH_MAX)
}
