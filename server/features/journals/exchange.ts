import { rateToText, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Exchange, ExchangeInput, ExchangeRow } from '#contract/journals.ts'
import type { Company } from '#server/accounts/index.ts'
import { foreignJournals, type ForeignJournal } from '#server/journals/foreign-journals.ts'
import { journalsOf } from '#server/journals/journal-files.ts'
import { bookCurrencyOf, readJournals } from '#server/journals/read-journals.ts'
import type { Services } from '#server/ledger/services.ts'

/** What journals in other currencies than the books are booked at on the days of a range, and what their payouts gained or lost. */
export async function exchangeOf(
  services: Services,
  company: Company,
  { startDate, endDate, asOf }: ExchangeInput & { asOf?: number | string | undefined },
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const [bookCurrency, settlements] = await Promise.all([
    bookCurrencyOf(services, company),
    // What a journal comes to is the same in every format.
    readJournals(services, company, 'CSV'),
  ])
  const foreign = await foreignJournals(
    services,
    company,
    journalsOf(settlements),
    { isAsked: ({ date }) => date >= startDate && date <= endDate, bookCurrency, isPast: asOf !== undefined },
    signal,
  )
  const payouts = foreign.flatMap(({ payout }) => payout ?? [])
  const known = payouts.flatMap(({ difference }) => difference ?? [])
  return {
    startDate,
    endDate,
    bookCurrency,
    rows: foreign.map(rowOf),
    difference:
      known.length === 0 && payouts.length > 0 ? null : toText(known.reduce((sum, one) => sum + one, ZERO)),
    withoutDifference: payouts.length - known.length,
  }
}

const text = (value: Decimal | null): string | null => (value === null ? null : toText(value))

const rateText = (rate: Decimal | null): string | null => (rate === null ? null : rateToText(rate))

const rowOf = ({ bookedRate, payout, ...journal }: ForeignJournal): ExchangeRow => ({
  ...journal,
  bookedRate: rateText(bookedRate),
  payout: payout && {
    amount: toText(payout.amount),
    arrival: payout.arrival && {
      ...payout.arrival,
      amount: toText(payout.arrival.amount),
      rate: rateText(payout.arrival.rate),
      booked: text(payout.arrival.booked),
    },
    booked: text(payout.booked),
    difference: text(payout.difference),
    isUndecided: payout.isUndecided,
  },
})
