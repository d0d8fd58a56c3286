import { expect, test } from 'vitest'
import { rateGroups } from './rate-groups.ts'

test('unit costs of a marketplace are told as a range, tax rates stay apart by marketplace', () => {
  expect(
    rateGroups([
      { kind: 'SALES_VAT', marketplace: 'DE', rate: '0.19', rowCount: 695 },
      { kind: 'SALES_VAT', marketplace: 'GB', rate: '0.2', rowCount: 537 },
      { kind: 'COST', marketplace: 'DE', rate: '5.99', rowCount: 63 },
      { kind: 'COST', marketplace: 'DE', rate: '10.2', rowCount: 4 },
      { kind: 'COST', marketplace: 'DE', rate: '0.24', rowCount: 94 },
    ]),
  ).toEqual([
    { kind: 'SALES_VAT', marketplace: 'DE', lowest: '0.19', highest: '0.19', rowCount: 695 },
    { kind: 'SALES_VAT', marketplace: 'GB', lowest: '0.2', highest: '0.2', rowCount: 537 },
    { kind: 'COST', marketplace: 'DE', lowest: '0.24', highest: '10.2', rowCount: 161 },
  ])
})
