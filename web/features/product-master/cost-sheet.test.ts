import { expect, test } from 'vitest'
import type { CostPeriod } from '#contract/product-master.ts'
import { costSheet } from './cost-sheet.ts'

const PERIOD: CostPeriod = {
  id: '1',
  marketplace: '',
  validFrom: '2026-01-01',
  validTo: '2026-03-31',
  currency: 'GBP',
  manufacturing: '3.005',
  freight: '0.5',
  duty: '0',
  other: '0',
  fbmShipping: '1',
  landed: '3.505',
  converted: null,
  entered: { revision: 1, validTo: null, changedAt: '2026-01-02T00:00:00Z', changedBy: 'ann@acme.test' },
  file: null,
}

test('cost periods are in a file under the headings of an import, with all decimals and who says so', () => {
  const inFile: CostPeriod = {
    ...PERIOD,
    marketplace: 'DE',
    validTo: null,
    entered: null,
    file: { importId: 3, fileName: 'costs.csv', lineNumber: 7 },
  }
  const { heads, rows } = costSheet('CUP', [PERIOD, inFile])
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
  const parts = ['GBP', '3.005', '0.5', '0', '0', '1', '3.505']
  expect(rows).toEqual([
    ['CUP', '', '2026-01-01', '2026-03-31', ...parts, 'ann@acme.test'],
    ['CUP', 'DE', '2026-01-01', null, ...parts, 'costs.csv, row 7'],
  ])
})
