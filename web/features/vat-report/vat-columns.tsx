import { parseDecimal, toText } from '#contract/decimal.ts'
import { VAT_LIABLE_LABELS, type VatRow } from '#contract/vat-report.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { exactText, quantityText } from '#web/ui/numbers.ts'
import { arrivalText, buyerText, departureText, kindText, schemeText, sourceText } from './vat-words.ts'
import styles from './VatReportPage.module.css'

/** A row of the report, or what those that are shown come to. */
export type ShownVatRow = VatRow & { isTotal?: true }

/** One rate is written as it is stated: 5.5 %, 19 %. */
export const rateOf = (rate: string | null): string | null =>
  rate === null ? null : toText(parseDecimal(rate) * 100n)

/** @param hasOtherCurrencies some row is of another currency than the asked one */
export function vatColumns(currencyCode: string, hasOtherCurrencies: boolean): TableColumn<ShownVatRow>[] {
  const words = (
    id: string,
    title: string,
    width: number,
    value: (row: VatRow) => string | null,
    rest: Partial<TableColumn<ShownVatRow>> = {},
  ): TableColumn<ShownVatRow> => ({
    id,
    title,
    kind: 'text',
    width,
    value: (row) => (row.isTotal ? null : value(row)),
    cell: (row) => (row.isTotal ? undefined : (value(row) ?? <NoValue />)),
    cellHint: (row) => (row.isTotal ? undefined : (value(row) ?? undefined)),
    ...rest,
  })
  const own = (id: keyof VatRow['own'], title: string): TableColumn<ShownVatRow> => ({
    id,
    title,
    kind: 'number',
    type: 'money',
    width: 88,
    group: OWN,
    value: ({ own: amounts }) => amounts[id],
    cell: ({ own: amounts, currency, isTotal }) => {
      const amount = amounts[id]
      if (isTotal) return undefined
      return amount === null ? <NoValue /> : exactText(amount, currency)
    },
    isExplained: false,
  })
  const converted = (id: keyof VatRow['converted'], title: string): TableColumn<ShownVatRow> => ({
    id: `converted-${id}`,
    title,
    kind: 'number',
    type: 'money',
    width: 92,
    group: { id: 'converted', title: `In ${currencyCode}`, hint: 'Each amount at the rate of its own day.' },
    value: ({ converted: amounts }) => amounts[id],
    format: (value) => exactText(value, currencyCode),
    isExplained: false,
  })
  return [
    {
      ...words('arrives', 'To', 188, arrivalText, { canHide: false }),
      value: (row) => (row.isTotal ? 'All rows shown' : arrivalText(row)),
      cell: (row) =>
        row.isTotal ? (
          'All rows shown'
        ) : (
          <span className={styles.place}>
            {arrivalText(row) ?? 'Not known'}
            {row.arrives === '' && <small>marketplace</small>}
          </span>
        ),
    },
    words('departs', 'From', 116, departureText),
    words('scheme', 'Scheme', 148, schemeText),
    words('liable', 'Owed by', 78, ({ liable }) => VAT_LIABLE_LABELS[liable], {
      hint: 'Who owes the tax to the state: you, Amazon as facilitator or deemed supplier, or the buyer by reverse charge.',
    }),
    words('buyer', 'Buyer', 56, buyerText),
    {
      id: 'rate',
      title: 'Rate',
      kind: 'number',
      type: 'share',
      width: 56,
      value: (row) => (row.isTotal ? null : row.rate),
      cell: ({ rate, isTotal }) => {
        if (isTotal) return undefined
        return rate === null ? <NoValue /> : `${quantityText(rateOf(rate)!)} %`
      },
      isExplained: false,
    },
    words('kind', 'Transactions', 104, kindText),
    {
      id: 'units',
      title: 'Units',
      kind: 'number',
      type: 'count',
      width: 56,
      value: ({ units }) => units,
      cell: ({ units, isTotal }) =>
        isTotal ? undefined : units === null ? <NoValue /> : quantityText(units),
      isExplained: false,
    },
    ...(hasOtherCurrencies
      ? [
          words('currency', 'Currency', 70, ({ currency }) => currency, { group: OWN }),
          own('net', 'Net'),
          own('vat', 'VAT'),
          own('gross', 'Gross'),
        ]
      : []),
    converted('net', 'Net'),
    converted('vat', 'VAT'),
    converted('gross', 'Gross'),
    {
      id: 'lines',
      title: 'Lines',
      kind: 'number',
      type: 'count',
      width: 64,
      value: ({ rowCount }) => String(rowCount),
      hint: 'Lines of files. Open a row to see them.',
      isExplained: false,
    },
    words('source', 'Source', 230, sourceText),
    words('sellerVatCountry', 'Your VAT number of', 130, ({ sellerVatCountry }) => sellerVatCountry || null, {
      isHiddenAtFirst: true,
    }),
    words('marketplace', 'Marketplace', 96, ({ marketplace }) => marketplace || null, {
      isHiddenAtFirst: true,
    }),
  ]
}

const OWN = { id: 'own', title: 'In the currency of the transactions' }

/** What rows come to, in the asked currency; null where one of them has no exchange rate. */
export function totalOf(rows: readonly VatRow[], currencyCode: string): ShownVatRow {
  const sum = (id: keyof VatRow['converted']): string | null => {
    let total = 0n
    for (const { own, converted } of rows) {
      const amount = converted[id]
      if (amount !== null) total += parseDecimal(amount)
      else if (own[id] !== null) return null
    }
    return toText(total)
  }
  return {
    key: 'total',
    isTotal: true,
    source: 'REPORT',
    scheme: 'UNKNOWN',
    liable: 'NOBODY',
    isLiableStated: true,
    transactionType: '',
    departs: '',
    arrives: '',
    sellerVatCountry: '',
    marketplace: '',
    buyerType: '',
    calculation: null,
    rate: null,
    currency: currencyCode,
    units: null,
    own: { net: null, vat: null, gross: null },
    converted: { net: sum('net'), vat: sum('vat'), gross: sum('gross') },
    rowCount: rows.reduce((count, { rowCount }) => count + rowCount, 0),
    withoutVat: 0,
  }
}
