import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { ForeignJournal } from './exchange-of-month.ts'

/** What each journal in another currency is booked at, what its payout came to, and what all of them gained or lost. */
export function exchangeFile(
  journals: readonly ForeignJournal[],
  bookCurrency: string,
  notation: DelimitedNotation,
): Uint8Array {
  const sums = ['Booked', 'Arrived', 'Realised difference'].map((head) => `${head}, ${bookCurrency}`)
  const heads = [
    'Journal',
    'Seller account',
    'Settlement',
    'Currency',
    'Booked on',
    'Rate when booked',
    'Payout',
    'Arrived on',
    'Said by',
    'Rate when it arrived',
    ...sums,
  ]
  const text = (value: Decimal | null | undefined) => (value == null ? null : toText(value))
  const differences = journals.flatMap(({ payout }) => (payout ? [payout.difference] : []))
  const total = differences.reduce((sum, one) => (sum === null || one === null ? null : sum + one), ZERO)
  return Buffer.from(
    csvTable(
      heads,
      ['Rate when booked', 'Payout', 'Rate when it arrived', ...sums],
      [
        ...journals.map(({ payout, ...of }) => [
          of.number,
          of.account,
          of.settlementId,
          of.currency,
          of.date,
          text(of.bookedRate),
          ...(payout
            ? [
                text(payout.amount),
                payout.day,
                payout.saidBy === 'BANK' ? 'Bank statement' : 'Amazon',
                text(payout.rate),
                text(payout.booked),
                text(payout.arrived),
                text(payout.difference),
              ]
            : Array<string>(7).fill('')),
        ]),
        ['Realised difference', ...Array<string>(heads.length - 2).fill(''), text(total)],
      ],
      notation,
    ),
  )
}
