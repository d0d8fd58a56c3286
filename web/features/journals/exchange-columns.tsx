import { ARRIVAL_LABELS, type ExchangeRow } from '#contract/journals.ts'
import { LackMark } from '#web/metrics/metric-columns.tsx'
import type { FileColumn, TableColumn } from '#web/table/table-column.ts'
import { dayText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { countText, exactText, exchangeRateText, priceText } from '#web/ui/numbers.ts'

/** A journal, or what all payouts gained or lost together. */
export type ShownExchange = ExchangeRow | { total: string | null; withoutDifference: number }

/** Amounts that carry over have no payout of their own, and nothing is missing from them. */
const CARRIED = 'carried over to the next journal'
const NOT_KNOWN = 'no exchange rate of its day, not arrived yet, or nothing was paid out'

/** What a file has beside its number, which stands in one cell of the page. */
const code = (title: string, value: (row: ExchangeRow) => string | undefined): FileColumn<ShownExchange> => ({
  title,
  kind: 'text',
  value: (row) => ('total' in row ? '' : value(row)),
})

/** What the sum of all is without. */
const leftOut = (row: ShownExchange): string | undefined =>
  'total' in row && row.withoutDifference > 0
    ? `without ${countText(row.withoutDifference, 'payout')}`
    : undefined

export function exchangeColumns(bookCurrency: string, hasAccounts: boolean): TableColumn<ShownExchange>[] {
  const words = (
    id: string,
    title: string,
    width: number,
    value: (row: ExchangeRow) => string | null | undefined,
    rest: Partial<TableColumn<ShownExchange>> = {},
  ): TableColumn<ShownExchange> => ({
    id,
    title,
    kind: 'text',
    width,
    value: (row) => ('total' in row ? '' : (value(row) ?? null)),
    ...rest,
  })
  const day = (id: string, title: string, value: (row: ExchangeRow) => string | undefined) =>
    words(id, title, 104, value, {
      type: 'day',
      cell: (row) => {
        if ('total' in row) return undefined
        const found = value(row)
        return found === undefined ? <NoValue reason={row.payout ? NOT_KNOWN : CARRIED} /> : dayText(found)
      },
    })
  const rate = (id: string, title: string, value: (row: ExchangeRow) => string | null | undefined) => ({
    ...words(id, title, 84, value),
    kind: 'number' as const,
    type: 'number' as const,
    cell: (row: ShownExchange) => {
      if ('total' in row) return undefined
      const found = value(row)
      if (found === undefined) return <NoValue reason={row.payout ? NOT_KNOWN : CARRIED} />
      return found === null ? <NoValue reason={NOT_KNOWN} /> : exchangeRateText(found)
    },
    isExplained: false,
  })
  const amount = (
    id: string,
    title: string,
    currencyOf: (row: ExchangeRow) => string | undefined,
    value: (row: ExchangeRow) => string | null | undefined,
  ): TableColumn<ShownExchange> => ({
    ...words(id, title, 150, value),
    kind: 'number',
    type: 'money',
    format: priceText,
    cell: (row) => {
      if ('total' in row) return undefined
      const found = value(row)
      if (found === undefined) return <NoValue reason={row.payout ? NOT_KNOWN : CARRIED} />
      if (found === null) return <NoValue reason={NOT_KNOWN} />
      const currency = currencyOf(row) ?? bookCurrency
      return currency === bookCurrency
        ? exactText(found, currency)
        : `${exactText(found, currency)} ${currency}`
    },
    isExplained: false,
  })
  const ofBooks = () => bookCurrency
  return [
    {
      ...words('number', 'Journal', 190, ({ number }) => number, { canHide: false }),
      value: (row) => ('total' in row ? 'All payouts' : row.number),
      inFile: [code('Settlement', ({ settlementId }) => settlementId)],
      cell: (row) => ('total' in row ? 'All payouts' : <Identifier>{row.number}</Identifier>),
    },
    ...(hasAccounts ? [words('account', 'Account', 140, ({ account }) => account)] : []),
    day('date', 'Booked on', ({ date }) => date),
    rate('bookedRate', 'Rate', ({ bookedRate }) => bookedRate),
    {
      ...amount(
        'payout',
        'Payout',
        ({ currency }) => currency,
        ({ payout }) => payout?.amount,
      ),
      inFile: [code('Currency', ({ currency }) => currency)],
    },
    {
      ...amount('difference', `Gained or lost, ${bookCurrency}`, ofBooks, ({ payout }) => payout?.difference),
      width: 140,
      hint: 'Amount arrived less amount booked: above zero is a gain, below zero a loss.',
      isResult: true,
      cellHint: leftOut,
      value: (row) => ('total' in row ? row.total : (row.payout?.difference ?? null)),
      cell: (row) => {
        const value = 'total' in row ? row.total : row.payout?.difference
        if (value == null) return <NoValue reason={'total' in row || row.payout ? NOT_KNOWN : CARRIED} />
        return (
          <>
            {leftOut(row) && <LackMark>{leftOut(row)}: </LackMark>}
            <NumberText value={value} format={(text) => exactText(text, bookCurrency)} isResult />
          </>
        )
      },
    },
    amount(`booked`, `Booked, ${bookCurrency}`, ofBooks, ({ payout }) => payout?.booked),
    day('arrivedOn', 'Arrived on', ({ payout }) => payout?.arrival?.day),
    words('saidBy', 'Said by', 110, ({ payout }) => payout?.arrival && ARRIVAL_LABELS[payout.arrival.saidBy]),
    {
      ...amount(
        'arrived',
        'Arrived',
        ({ payout }) => payout?.arrival?.currency,
        ({ payout }) => payout?.arrival?.amount,
      ),
      inFile: [code('Arrived in', ({ payout }) => payout?.arrival?.currency)],
    },
    rate('arrivedRate', 'Rate then', ({ payout }) => payout?.arrival?.rate),
    amount('arrivedBooked', `Arrived, ${bookCurrency}`, ofBooks, ({ payout }) => payout?.arrival?.booked),
  ]
}
