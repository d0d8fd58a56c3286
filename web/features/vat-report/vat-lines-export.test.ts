import { expect, test } from 'vitest'
import type { VatLine, VatRow } from '#contract/vat-report.ts'
import { exportedVatLines } from './vat-lines-export.ts'

const ROW: VatRow = {
  key: 'k',
  source: 'REPORT',
  scheme: 'DISTANCE_SALE',
  liable: 'SELLER',
  isLiableStated: true,
  transactionType: 'SALE',
  departs: 'PL',
  arrives: 'DE',
  sellerVatCountry: 'DE',
  marketplace: 'DE',
  buyerType: '',
  calculation: null,
  rate: '0.19',
  currency: 'EUR',
  units: null,
  own: { net: '1', vat: '1', gross: '2' },
  converted: { net: '1', vat: '1', gross: '2' },
  rowCount: 450,
  withoutVat: 0,
}
const line = (lineNumber: number): VatLine => ({
  day: '2026-03-05',
  transactionType: 'SALE',
  transactionId: 'T1',
  sku: 'MUG',
  marketplace: 'DE',
  currency: 'EUR',
  own: { net: '100', vat: '19', gross: '119' },
  converted: { net: null, vat: null, gross: null },
  importId: 1,
  fileName: 'vat.txt',
  lineNumber,
  rawLine: null,
})

test('all lines behind a row of the VAT report are in one file, whatever has been shown of them', async () => {
  const asked = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'GBP' }
  const read = ({ limit, offset }: { limit: number; offset: number }) =>
    Promise.resolve({
      rowCount: 450,
      rows: Array.from({ length: Math.min(limit, 450 - offset) }, (_, place) => line(offset + place + 1)),
    })
  const { sheet, facts, isReadNow } = await exportedVatLines(ROW, asked, read)
  expect([sheet.rows.length, isReadNow]).toEqual([450, true])
  expect(Object.fromEntries(sheet.heads.map((head, place) => [head, sheet.rows[449]![place]]))).toEqual({
    Day: '2026-03-05',
    Transaction: 'SALE',
    'Transaction id': 'T1',
    SKU: 'MUG',
    Marketplace: 'DE',
    Currency: 'EUR',
    Net: '100',
    VAT: '19',
    Gross: '119',
    'Net in GBP': null,
    'VAT in GBP': null,
    'Gross in GBP': null,
    File: 'vat.txt',
    Line: 450,
  })
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Rate', '0.19', 'share'],
      ['To', 'Germany'],
      ['Scheme', expect.any(String)],
    ]),
  )
})
