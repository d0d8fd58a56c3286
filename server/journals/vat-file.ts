import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { VAT_LIABLE_LABELS, VAT_SCHEME_LABELS, type VatReport } from '#contract/vat-report.ts'

/** The VAT report of a month, a row for each of its groups, and below it what ties it to the statement. */
export const vatFile = ({ rows, tie, currencyCode }: VatReport, notation: DelimitedNotation): Uint8Array => {
  const converted = ['Net', 'VAT', 'Gross'].map((sum) => `${sum}, ${currencyCode}`)
  const numbers = ['Rate', 'Net', 'VAT', 'Gross', ...converted, 'Rows']
  return Buffer.from(
    csvTable(
      [...HEADS, ...converted, 'Rows'],
      numbers,
      [
        ...rows.map((row) => [
          row.source === 'REPORT' ? 'VAT transactions report' : 'Calculated',
          row.transactionType,
          row.departs,
          row.arrives,
          row.marketplace,
          VAT_SCHEME_LABELS[row.scheme],
          VAT_LIABLE_LABELS[row.liable],
          row.buyerType,
          row.rate,
          row.currency,
          row.own.net,
          row.own.vat,
          row.own.gross,
          row.converted.net,
          row.converted.vat,
          row.converted.gross,
          row.rowCount,
        ]),
        ...TIE.map(([label, part]) => [label, ...NOTHING_BEFORE, tie[part], '', '']),
      ],
      notation,
    ),
  )
}

const HEADS = [
  'Source',
  'Transaction',
  'From',
  'To',
  'Marketplace',
  'Scheme',
  'Owed by',
  'Buyer',
  'Rate',
  'Currency',
  'Net',
  'VAT',
  'Gross',
]

/** Beside the column of VAT in the currency of the statement. */
const TIE = [
  ['Owed by this report', 'owed'],
  ['VAT in the statement', 'statement'],
  ['Difference', 'difference'],
] as const satisfies readonly (readonly [string, keyof VatReport['tie']])[]
const NOTHING_BEFORE = Array<string>(13).fill('')
