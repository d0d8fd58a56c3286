import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { rateToText, toText, type Decimal } from '#contract/decimal.ts'
import { ARRIVAL_LABELS } from '#contract/journals.ts'
import { knownTotal } from '#server/known-total.ts'
import type { ForeignJournal } from './foreign-journals.ts'

/** What each journal in another currency is booked at, what its payout came to, and what all of them gained or lost. */
export function exchangeFile(
  journals: readonly ForeignJournal[],
  bookCurrency: string,
  notation: DelimitedNotation,
): Uint8Array {
  const booked = ['Booked', 'Realised difference'].map((head) => `${head}, ${bookCurrency}`)
  const arrived = `Arrived, ${bookCurrency}`
  const heads = [
    'Journal',
    'Seller account',
    'Settlement',
    'Currency',
    'Booked on',
    'Rate when booked',
    'Payout',
    booked[0]!,
    'Arrived on',
    'Said by',
    'Arrived',
    'Arrived in',
    'Rate when it arrived',
    arrived,
    booked[1]!,
  ]
  const text = (value: Decimal | null | undefined) => (value == null ? null : toText(value))
  const rateText = (rate: Decimal | null | undefined) => (rate == null ? null : rateToText(rate))
  const paid = journals.flatMap(({ payout }) => payout ?? [])
  return Buffer.from(
    csvTable(
      heads,
      ['Rate when booked', 'Payout', 'Arrived', 'Rate when it arrived', arrived, ...booked],
      [
        ...journals.map(({ payout, ...of }) => [
          of.number,
          of.account,
          of.settlementId,
          of.currency,
          of.date,
          rateText(of.bookedRate),
          text(payout?.amount),
          text(payout?.booked),
          payout?.arrival?.day,
          payout?.arrival && ARRIVAL_LABELS[payout.arrival.saidBy],
          text(payout?.arrival?.amount),
          payout?.arrival?.currency,
          rateText(payout?.arrival?.rate),
          text(payout?.arrival?.booked),
          text(payout?.difference),
        ]),
        [
          'Realised difference',
          ...Array<string>(heads.length - 2).fill(''),
          text(knownTotal(paid, ({ difference }) => difference)),
        ],
      ],
      notation,
    ),
  )
}
