import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import {
  VAT_CALCULATION_LABELS,
  VAT_LIABLE_LABELS,
  VAT_SCHEME_LABELS,
  VAT_TIE_IDS,
  vatTieText,
  type VatReport,
} from '#contract/vat-report.ts'

/** The VAT report of a month, a row for each of its groups, and below it what ties it to the statement. */
export const vatFile = ({ rows, tie, currencyCode }: VatReport, notation: DelimitedNotation): Uint8Array => {
  const converted = ['Net', 'VAT', 'Gross'].map((sum) => `${sum}, ${currencyCode}`)
  const numbers = ['Rate', 'Units', 'Net', 'VAT', 'Gross', ...converted, 'Rows']
  return Buffer.from(
    csvTable(
      [...HEADS, ...converted, 'Rows'],
      numbers,
      [
        ...rows.map((row) => [
          row.source === 'REPORT' ? 'VAT transactions report' : 'Calculated',
          row.calculation === null ? 'stated' : VAT_CALCULATION_LABELS[row.calculation],
          row.transactionType,
          row.departs,
          row.arrives,
          row.sellerVatCountry,
          row.marketplace,
          VAT_SCHEME_LABELS[row.scheme],
          VAT_LIABLE_LABELS[row.liable],
          row.buyerType,
          row.rate,
          row.units,
          row.currency,
          row.own.net,
          row.own.vat,
          row.own.gross,
          row.converted.net,
          row.converted.vat,
          row.converted.gross,
          row.rowCount,
        ]),
        ...VAT_TIE_IDS.map((id) => [vatTieText(id), ...NOTHING_BEFORE, tie[id], '', '']),
      ],
      notation,
    ),
  )
}

const HEADS = [
  'Source',
  'How',
  'Transaction',
  'From',
  'To',
  'VAT number of',
  'Marketplace',
  'Scheme',
  'Owed by',
  'Buyer',
  'Rate',
  'Units',
  'Currency',
  'Net',
  'VAT',
  'Gross',
]

/** What ties the report to the statement stands in the column of VAT in its currency. */
const NOTHING_BEFORE = Array<string>(HEADS.length).fill('')
