import { matchPayouts } from '#contract/bank-matching.ts'
import { multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import { settlementKey } from '#contract/reconciliation.ts'
import { listBankConfirmations, listBankRows, type Company } from '#server/accounts/index.ts'
import { factorsOfDays } from '#server/ledger/currencies/conversion.ts'
import { payoutsOf } from '#server/ledger/settlements/payouts.ts'
import type { Services } from '#server/ledger/services.ts'
import { groupedBy } from '#server/grouped-by.ts'
import type { BookedJournal } from './formats/booked-journal.ts'
import { amountOf } from './settlement-journals.ts'

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
  /** In the settlement's currency. */
  amount: Decimal
  day: string
  /** BANK: a row of a bank statement is it. AMAZON: the day that Amazon states. */
  saidBy: 'BANK' | 'AMAZON'
  rate: Decimal | null
  /** Each month of the settlement at the rate of its journal. */
  booked: Decimal | null
  arrived: Decimal | null
  /** What arrived less what was booked: gained above zero, lost below. */
  difference: Decimal | null
}

/**
 * The journals of a month in other currencies than the books, with the rate that each is booked at and what its payout gained or
 * lost. `journals` are all of their settlements: what was carried over was booked at another rate.
 */
export async function foreignJournals(
  services: Services,
  company: Company,
  journals: readonly BookedJournal[],
  { month, bookCurrency }: { month: string; bookCurrency: CurrencyCode },
): Promise<ForeignJournal[]> {
  const ofSettlement = groupedBy(
    journals.filter(({ currency }) => currency !== bookCurrency),
    settlementKey,
  )
  const foreign = [...ofSettlement.values()].flat().filter((journal) => journal.month.startsWith(month))
  if (foreign.length === 0) return []
  const { accounts } = services
  const [payouts, rows, confirmations] = await Promise.all([
    payoutsOf(services, company),
    listBankRows(accounts, company),
    listBankConfirmations(accounts, company),
  ])
  const matched = matchPayouts(payouts, rows, {
    confirmed: new Map(confirmations.map(({ payoutKey, rowId }) => [payoutKey, rowId])),
    isCovered: () => false,
  }).payouts
  const payoutOf = new Map(payouts.map((payout) => [payout.key, payout]))
  const held = foreign.map((journal) => {
    const key = settlementKey(journal)
    const payout = journal.entries.some(({ kind }) => kind === 'PAYOUT') ? payoutOf.get(key) : undefined
    const found = payout && matched.get(key)!
    const row = found && ['MATCHED', 'CONFIRMED'].includes(found.state) ? found.rows[0] : undefined
    return { journal, payout, row, day: row?.day ?? payout?.day ?? null }
  })
  const days = held
    .flatMap(({ journal, day }) => [
      ...ofSettlement.get(settlementKey(journal))!.map(({ date }) => date),
      ...(day === null ? [] : [day]),
    ])
    .toSorted()
  const rateOf = await factorsOfDays(
    services,
    company,
    {
      to: bookCurrency,
      currencies: foreign.map(({ currency }) => currency),
      range: { start: days[0]!, end: days.at(-1)! },
    },
    undefined,
  )
  // Where all days have the rate of the latest one, none has its own: nothing would have been gained or lost.
  const factorOf: typeof rateOf = company.fxPolicy === 'DAILY' ? rateOf : () => null
  return held.map(({ journal, payout, row, day }) => {
    const { number, account, settlementId, currency, date } = journal
    const bookedRate = factorOf(currency, date)
    const of = { number, account, settlementId, currency, date, bookedRate }
    if (!payout || day === null) return { ...of, payout: null }
    const amount = parseDecimal(payout.amount)
    // Amazon changes money itself where the bank is in another country: then the bank says what it came to.
    const isChanged = row?.currency === bookCurrency
    const rate = isChanged ? null : factorOf(currency, day)
    const booked = ofSettlement
      .get(payout.key)!
      .map((one) => inCents(linesOf(one), factorOf(currency, one.date)))
      .reduce((sum, one) => (sum === null || one === null ? null : sum + one), ZERO)
    const arrived = isChanged ? parseDecimal(row!.amount) : inCents(amount, rate)
    const difference = booked === null || arrived === null ? null : arrived - booked
    return {
      ...of,
      payout: {
        amount,
        day,
        saidBy: row ? ('BANK' as const) : ('AMAZON' as const),
        rate,
        booked,
        arrived,
        difference,
      },
    }
  })
}

/** What stands in the lines of a journal, as the settlement signs it. */
const linesOf = ({ entries }: BookedJournal): Decimal =>
  entries.reduce((sum, entry) => (entry.kind === 'LINES' ? sum + amountOf(entry) : sum), ZERO)

/** As it is booked: no program takes a part of a cent. */
const inCents = (amount: Decimal, rate: Decimal | null): Decimal | null =>
  rate === null ? null : parseDecimal(toText(multiply(amount, rate), 2))
