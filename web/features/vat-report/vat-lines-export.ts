import type { VatLine, VatLines, VatRow } from '#contract/vat-report.ts'
import { VAT_LIABLE_LABELS, VAT_LINES_MAX } from '#contract/vat-report.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { cutAt, readLines } from '#web/explain/told-apart-export.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type FileColumnOf } from '#web/table/sheet.ts'
import { arrivalText, departureText, kindText, schemeText, sourceText } from './vat-words.ts'

/** All lines of files that a row of the report is the sum of. */
export async function exportedVatLines(
  row: VatRow,
  {
    startDate,
    endDate,
    currencyCode,
    asOf,
  }: { startDate: string; endDate: string; currencyCode: string; asOf?: string },
  read: (page: { limit: number; offset: number }) => Promise<VatLines>,
): Promise<Exported> {
  const { rows, rowCount } = await readLines(VAT_LINES_MAX, read)
  return {
    sheet: sheetFrom<VatLine>(
      rows,
      [
        ['Day', 'day', ({ day }) => day],
        ['Transaction', 'text', ({ transactionType }) => transactionType],
        ['Transaction id', 'text', ({ transactionId }) => transactionId],
        ['SKU', 'text', ({ sku }) => sku],
        ['Marketplace', 'text', ({ marketplace }) => marketplace],
        ['Currency', 'text', ({ currency }) => currency],
        // In the currency of its transaction, whatever decimals that of the page has.
        ...amounts('own', '', 'number'),
        ...amounts('converted', ` in ${currencyCode}`, 'money'),
        ['File', 'text', ({ fileName }) => fileName],
        ['Line', 'number', ({ lineNumber }) => lineNumber],
      ],
      currencyCode,
    ),
    isReadNow: true,
    facts: [
      ['Dates', `${startDate} to ${endDate}`],
      ...pastFacts(asOf),
      ['To', arrivalText(row) ?? 'not known'],
      ['From', departureText(row) ?? 'not known'],
      ['Scheme', schemeText(row)],
      ['Owed by', VAT_LIABLE_LABELS[row.liable]],
      ['Rate', row.rate ?? 'not stated', 'share'],
      ['Transactions', kindText(row)],
      ['Source', sourceText(row)],
      ...cutAt(rows.length, rowCount, 'lines'),
    ],
  }
}

const amounts = (
  of: 'own' | 'converted',
  suffix: string,
  type: 'number' | 'money',
): FileColumnOf<VatLine>[] => [
  [`Net${suffix}`, type, (line) => line[of].net],
  [`VAT${suffix}`, type, (line) => line[of].vat],
  [`Gross${suffix}`, type, (line) => line[of].gross],
]
