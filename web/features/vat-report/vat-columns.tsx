import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { UNSOLD_SCHEMES, VAT_LIABLE_LABELS, type VatAmounts, type VatRow } from '#contract/vat-report.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { countText, exactText, priceText, quantityText } from '#web/ui/numbers.ts'
import { arrivalText, buyerText, departureText, kindText, schemeText, sourceText } from './vat-words.ts'
import styles from './VatReportPage.module.css'

/** A row of the report, or what those that are shown come to and why some of that has no value. */
export type ShownVatRow = VatRow & { isTotal?: true; absences?: Partial<Record<keyof VatAmounts, string>> }

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
    format: priceText,
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
    cell: (row) => {
      const amount = row.converted[id]
      if (amount === null) return <NoValue reason={absenceOf(row, id)} />
      return <NumberText value={amount} format={(value) => exactText(value, currencyCode)} />
    },
    cellHint: (row) => (row.converted[id] === null ? absenceOf(row, id) : undefined),
    isExplained: false,
  })
  return [
    {
      ...words('arrives', 'To', 228, arrivalText, { canHide: false }),
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

const absenceOf = ({ own, absences }: ShownVatRow, id: keyof VatAmounts): string =>
  absences?.[id] ?? (own[id] === null ? 'not stated' : 'no exchange rate')

/** Goods that were moved or sent back, without an amount by nature: nothing was sold. */
const isSilent = ({ scheme, own }: VatRow): boolean =>
  UNSOLD_SCHEMES.includes(scheme) && Object.values(own).every((amount) => amount === null)

/** What rows come to, in the asked currency; null where one of them has no number, so that net and VAT are gross. */
export function totalOf(rows: readonly VatRow[], currencyCode: string): ShownVatRow {
  const sold = rows.filter((row) => !isSilent(row))
  const summed = sold.length > 0 ? sold : rows
  const converted: VatAmounts = { net: null, vat: null, gross: null }
  const absences: NonNullable<ShownVatRow['absences']> = {}
  for (const id of ['net', 'vat', 'gross'] as const) {
    const unknown = summed.filter((row) => row.converted[id] === null)
    const unstated = unknown.filter(({ own }) => own[id] === null).length
    const withoutRate = unknown.length - unstated
    if (unknown.length > 0)
      absences[id] = [
        ...(unstated > 0
          ? [`${countText(unstated, 'row')} ${unstated === 1 ? 'states' : 'state'} none`]
          : []),
        ...(withoutRate > 0 ? [`no exchange rate for ${countText(withoutRate, 'row')}`] : []),
      ].join(', ')
    else converted[id] = toText(summed.reduce((sum, row) => sum + parseDecimal(row.converted[id]!), ZERO))
  }
  return {
    key: 'total',
    isTotal: true,
    absences,
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
    converted,
    rowCount: rows.reduce((count, { rowCount }) => count + rowCount, 0),
    withoutVat: 0,
  }
}

/** Why a total is empty in a file. */
export const totalFacts = ({ absences = {} }: ShownVatRow): [string, string][] =>
  (
    [
      ['net', 'net'],
      ['vat', 'VAT'],
      ['gross', 'gross'],
    ] as const
  ).flatMap(([id, name]) =>
    absences[id] === undefined ? [] : [[`All rows shown, ${name}`, `no value: ${absences[id]}`]],
  )
