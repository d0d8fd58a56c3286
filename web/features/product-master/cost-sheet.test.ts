import { expect, test } from 'vitest'
import type { StatedCostPeriod } from '#contract/product-master.ts'
import { costSheet } from './cost-sheet.ts'

const PERIOD: StatedCostPeriod = {
  sku: 'CUP',
  id: '1',
  marketplace: '',
  validFrom: '2026-01-01',
  validTo: '2026-03-31',
  currency: 'GBP',
  manufacturing: '3.005',
  freight: '0.5',
  duty: '0',
  other: null,
  fbmShipping: '1',
  landed: '3.505',
  entered: { revision: 1, validTo: null, changedAt: '2026-01-02T00:00:00Z', changedBy: 'ann@acme.test' },
  file: null,
}

test('cost periods are in a file under the headings of an import, with all decimals and who says so', () => {
  const inFile: StatedCostPeriod = {
    ...PERIOD,
    marketplace: 'DE',
    validTo: '2026-03-31',
    entered: null,
    file: { importId: 3, fileName: 'costs.csv', lineNumber: 7 },
  }
  const next: StatedCostPeriod = { ...inFile, validFrom: '2026-04-01', validTo: '2026-12-31' }
  const last: StatedCostPeriod = { ...next, sku: 'JAR' }
  const { heads, rows } = costSheet([PERIOD, inFile, next, last])
  expect(heads.slice(0, 10)).toEqual([
    'sku',
    'marketplace',
    'valid_from',
    'valid_to',
    'currency',
    'manufacturing',
    'freight',
    'duty',
    'other',
    'fbm_shipping',
  ])
  const parts = ['GBP', '3.005', '0.5', '0', null, '1', '3.505']
  expect(rows).toEqual([
    // It ends where another one begins, and by itself where it is said to.
    ['CUP', '', '2026-01-01', null, ...parts, 'ann@acme.test'],
    ['CUP', 'DE', '2026-01-01', null, ...parts, 'costs.csv, row 7'],
    ['CUP', 'DE', '2026-04-01', '2026-12-31', ...parts, 'costs.csv, row 7'],
    ['JAR', 'DE', '2026-04-01', '2026-12-31', ...parts, 'costs.csv, row 7'],
  ])
})
