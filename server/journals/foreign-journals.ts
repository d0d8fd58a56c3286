import { matchPayouts } from '#contract/bank-matching.ts'
import { multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import { currencyDigits } from '#contract/number-text.ts'
import { settlementKey } from '#contract/reconciliation.ts'
import { listBankConfirmations, listBankRows, type Company } from '#server/accounts/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import { factorsOfDays } from '#server/ledger/currencies/conversion.ts'
import { readVersionOn } from '#server/ledger/journal.ts'
import { payoutsOf } from '#server/ledger/settlements/payouts.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import type { BookedJournal } from './formats/booked-journal.ts'
import { amountOf } from './settlement-journals.ts'
import { knownTotal } from '#server/known-total.ts'

/** A journal in another currency than the books, and what its payout came to. Amounts of which nothing is known are null. */
export interface ForeignJournal extends Pick<
  BookedJournal,
  'number' | 'account' | 'settlementId' | 'currency' | 'date'
> {
  /** What one unit came to in the currency of the books on the day of the journal. */
  bookedRate: Decimal | null
  /** Of the journal that is paid out; those before it carry theirs over. */
  payout: PaidOut | null
}

interface PaidOut {
  /** In the settlement's currency; below zero where the seller owes it. Of that, and of 0, nothing arrives. */
  amount: Decimal
  arrival: Arrival | null
  /** Each month of the settlement at the rate of its journal. */
  booked: Decimal | null
  /** What arrived less what was booked: gained above zero, lost below. */
  difference: Decimal | null
  /** The bank has rows that may be it, among which nobody has chosen. */
  isUndecided: boolean
}

interface Arrival {
  day: string
  /** BANK: a row of a bank statement is it. AMAZON: the day and the amount that Amazon states. */
  saidBy: 'BANK' | 'AMAZON'
  /** As whoever says it has it: Amazon changes money where the bank is in another country, and banks take fees. */
  amount: Decimal
  currency: string
  /** What one unit of that currency came to on that day. */
  rate: Decimal | null
  booked: Decimal | null
}

/**
 * The journals that are asked for, in other currencies than the books, with the rate that each is booked at and what its payout gained or
 * lost. `journals` are all of their settlements: what was carried over was booked at another rate.
 */
export async function foreignJournals(
  services: Services,
  company: Company,
  journals: readonly BookedJournal[],
  {
    isAsked,
    bookCurrency,
    isPast = false,
  }: {
    isAsked: (journal: BookedJournal) => boolean
    bookCurrency: CurrencyCode
    /** Read as of a moment: what the bank has is of now, and left out. */
    isPast?: boolean
  },
  signal?: AbortSignal,
): Promise<ForeignJournal[]> {
  const ofSettlement = groupedBy(
    journals.filter(({ currency }) => currency !== bookCurrency),
    settlementKey,
  )
  const foreign = [...ofSettlement.values()].flat().filter(isAsked)
  if (foreign.length === 0) return []
  const { accounts } = services
  const [payouts, rows, confirmations] = await Promise.all([
    payoutsOf(services, company),
    isPast ? [] : listBankRows(accounts, company),
    isPast ? [] : listBankConfirmations(accounts, company),
  ])
  const matched = matchPayouts(payouts, rows, {
    confirmed: new Map(confirmations.map(({ payoutKey, rowId }) => [payoutKey, rowId])),
    isCovered: () => false,
  }).payouts
  const payoutOf = new Map(payouts.map((payout) => [payout.key, payout]))
  const arrivalOf = (key: string) => {
    const payout = payoutOf.get(key)
    if (!payout) return { isUndecided: false, arrival: null }
    const { state, rows: found } = matched.get(key)!
    const row = state === 'MATCHED' || state === 'CONFIRMED' ? found[0] : undefined
    const { day, amount, currency } = row ?? payout
    const saidBy = row ? ('BANK' as const) : ('AMAZON' as const)
    const isUndecided = state === 'SEVERAL' || state === 'DIFFERS'
    // Amazon states when a payout will arrive.
    if (day > today(services)) return { isUndecided, arrival: null }
    return { isUndecided, arrival: { day, saidBy, amount: parseDecimal(amount), currency } }
  }
  const held = foreign.map((journal) => {
    const key = settlementKey(journal)
    const months = ofSettlement.get(key)!
    if (journal !== months.at(-1)) return { journal, key, paid: null }
    const amount = knownTotal(months, linesOf)!
    // Where nothing is left to pay nothing arrives, and what was booked is what was gained or lost.
    return { journal, key, paid: { amount, ...(amount === ZERO ? NOTHING_ARRIVES : arrivalOf(key)) } }
  })
  const days = held
    .flatMap(({ key, paid }) => [
      ...ofSettlement.get(key)!.map(({ date }) => date),
      ...(paid?.arrival ? [paid.arrival.day] : []),
    ])
    .toSorted()
  const rateOf = await factorsOfDays(
    services,
    company,
    {
      to: bookCurrency,
      currencies: held.flatMap(({ journal, paid }) =>
        [journal.currency, paid?.arrival?.currency ?? []].flat(),
      ),
      range: { start: days[0]!, end: days.at(-1)! },
    },
    signal,
  )
  const states = await closedStates(services, company)
  // Where all days have the rate of the latest one, none has its own: nothing would have been gained or lost.
  const hasOwnRate = (day: string): boolean =>
    (states.get(readVersionOn(company, day)) ?? company).fxPolicy === 'DAILY'
  const inBooks = toDigitsOf(bookCurrency)
  const factorOf = (currency: string, day: string): Decimal | null =>
    currency === bookCurrency || hasOwnRate(day) ? rateOf(currency, day) : null
  return held.map(({ journal, key, paid }) => {
    const { number, account, settlementId, currency, date } = journal
    const of = { number, account, settlementId, currency, date, bookedRate: factorOf(currency, date) }
    if (!paid) return { ...of, payout: null }
    const months = ofSettlement.get(key)!
    const booked = knownTotal(months, (one) => inBooks(linesOf(one), factorOf(currency, one.date)))
    const rate = paid.arrival && factorOf(paid.arrival.currency, paid.arrival.day)
    const arrival = paid.arrival && { ...paid.arrival, rate, booked: inBooks(paid.arrival.amount, rate) }
    const arrived = paid.amount === ZERO ? ZERO : (arrival?.booked ?? null)
    return {
      ...of,
      payout: {
        amount: paid.amount,
        arrival,
        booked,
        difference: booked === null || arrived === null ? null : arrived - booked,
        isUndecided: paid.isUndecided,
      },
    }
  })
}

const NOTHING_ARRIVES = { isUndecided: false, arrival: null }

/** What stands in the lines of a journal, as the settlement signs it. */
const linesOf = ({ entries }: BookedJournal): Decimal =>
  entries.reduce((sum, entry) => (entry.kind === 'LINES' ? sum + amountOf(entry) : sum), ZERO)

/** As it is booked: no program takes a part of a cent, nor of a yen. */
function toDigitsOf(currency: string) {
  const digits = currencyDigits(currency)
  return (amount: Decimal, rate: Decimal | null): Decimal | null =>
    rate === null ? null : parseDecimal(toText(multiply(amount, rate), digits))
}
