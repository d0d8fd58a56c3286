import { marketplaceOf } from '#contract/marketplaces.ts'
import { MOVEMENT_LABELS, STOCK_MOVEMENTS, type StockMovement, type StockRow } from '#contract/stock-value.ts'
import { LackMark } from '#web/metrics/metric-columns.tsx'
import { keyColumn } from '#web/metrics/key-column.tsx'
import type { TableRow } from '#web/metrics/keyed-rows.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { countText, exactText, wholeText } from '#web/ui/numbers.ts'

type Row = TableRow<StockRow>

/** Seldom more than nothing. */
const HIDDEN_AT_FIRST: readonly StockMovement[] = [
  'vendor_returns',
  'transfers',
  'disposed',
  'other_events',
  'unknown_events',
]

/** Where the head has no room for all of it. */
const SHORT: Partial<Record<StockMovement, string>> = {
  customer_shipments: 'Shipped',
  customer_returns: 'Returned',
}

/** Amazon states what comes back of these below its own heading. */
const HINTS: Partial<Record<StockMovement, string>> = {
  found: 'What was found again, and what came back of lost, damaged or disposed stock.',
}

/** Ids of columns that put rows in order are those of `STOCK_ORDERS`. */
export function stockColumns(
  currencyCode: string,
  { hasAccounts, withoutValue }: { hasAccounts: boolean; withoutValue: number },
): TableColumn<Row>[] {
  const words = (
    id: string,
    title: string,
    width: number,
    value: (row: StockRow) => string,
  ): TableColumn<Row> => ({
    id,
    title,
    kind: 'text',
    width,
    isSortable: false,
    value: ({ kind, row }) => (kind === 'row' && row ? value(row) : ''),
  })
  const units = (
    id: string,
    title: string,
    value: (row: StockRow) => number | null,
    rest: Partial<TableColumn<Row>> = {},
  ): TableColumn<Row> => ({
    id,
    title,
    kind: 'number',
    type: 'count',
    width: 76,
    value: ({ row }) => (row ? value(row) : null),
    cell: ({ kind, row }) => {
      const count = row ? value(row) : null
      return count === null ? (
        <NoValue
          reason={kind === 'total' ? 'no row states it, or one lacks a balance' : 'no row states it'}
        />
      ) : (
        wholeText(count)
      )
    },
    isExplained: false,
    ...rest,
  })
  const money = (
    id: 'openingCost' | 'closingCost' | 'openingValue' | 'closingValue' | 'writtenOff',
    title: string,
    rest: Partial<TableColumn<Row>> = {},
  ): TableColumn<Row> => ({
    id,
    title,
    kind: 'number',
    type: 'money',
    width: 104,
    exportTitle: `${title}, ${currencyCode}`,
    value: ({ row }) => row?.[id] ?? null,
    format: (value) => exactText(value, currencyCode),
    cell: ({ row, kind }) => {
      const amount = row?.[id] ?? null
      // A unit of many products costs nothing in particular.
      if (kind === 'total' && id.endsWith('Cost')) return undefined
      if (amount === null) return <NoValue reason={lacksOf(id)} />
      return (
        <>
          {kind === 'total' && withoutValue > 0 && id !== 'writtenOff' && (
            <LackMark>{leftOutText(withoutValue)}: </LackMark>
          )}
          <NumberText value={amount} format={(value) => exactText(value, currencyCode)} />
        </>
      )
    },
    cellHint: ({ kind, row }) => {
      if (row?.[id] === null) return kind === 'total' && id.endsWith('Cost') ? undefined : lacksOf(id)
      return kind === 'total' && withoutValue > 0 && id !== 'writtenOff'
        ? leftOutText(withoutValue)
        : undefined
    },
    isExplained: false,
    ...rest,
  })
  return [
    { ...keyColumn<StockRow>('SKU'), isSortable: true },
    ...(hasAccounts ? [words('account', 'Account', 130, ({ account }) => account)] : []),
    words('marketplace', 'Marketplace', 118, ({ marketplace }) =>
      marketplace === '' ? 'Several or not known' : (marketplaceOf(marketplace)?.label ?? marketplace),
    ),
    money('openingCost', 'Opening cost', { isSortable: false, isHiddenAtFirst: true }),
    money('closingCost', 'Cost of a unit', {
      isSortable: false,
      hint: 'Landed, on the last day, at the exchange rate of that day.',
    }),
    money('openingValue', 'Opening value'),
    money('closingValue', 'Closing value'),
    money('writtenOff', 'Written off', {
      hint: 'Sellable units lost, damaged or disposed of, less those found, at the cost of their days.',
    }),
    units('opening', 'Opening', ({ opening }) => opening, {
      hint: 'Units of the first day of the range that the inventory ledger knows, sellable and not.',
    }),
    ...STOCK_MOVEMENTS.map((movement) =>
      units(movement, MOVEMENT_LABELS[movement], ({ moved }) => moved[movement], {
        ...(HINTS[movement] && { hint: HINTS[movement] }),
        title: SHORT[movement] ?? MOVEMENT_LABELS[movement],
        exportTitle: MOVEMENT_LABELS[movement],
        ...(HIDDEN_AT_FIRST.includes(movement) && { isHiddenAtFirst: true }),
      }),
    ),
    units('unexplained', 'Unexplained', ({ unexplained }) => unexplained, {
      hint: 'The part of the change in balance that the movements do not explain.',
    }),
    units('sellable', 'Sellable', ({ sellable }) => sellable, { hint: 'Units of the last day.' }),
    units('other', 'Not sellable', ({ other }) => other, {
      hint: 'Damaged, expired and the like, which nobody can buy.',
    }),
  ]
}

/** What values of all products are without. */
export const leftOutText = (withoutValue: number): string => `without ${countText(withoutValue, 'row')}`

const lacksOf = (id: string): string =>
  id.endsWith('Value') ? 'no cost, no exchange rate or no balance' : 'no cost or no exchange rate'
