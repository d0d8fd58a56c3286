import { expect, test } from 'vitest'
import { DIFFERENCES_NAMED_MAX } from '#contract/verification.ts'
import { differencesExport } from './differences-export.ts'

const ONE = {
  table: 'ledger_daily',
  day: '2026-03-05',
  line: 'referralFees',
  of: 'DE EUR',
  published: { amount: '-17.855', rows: 1 },
  recomputed: { amount: '-17.85', rows: 2 },
}
const result = (count: number) => ({
  version: 4,
  files: 1,
  tables: [
    { table: 'ledger_daily', rows: 900, daysThatDiffer: count + 20 },
    { table: 'settlements', rows: 3, daysThatDiffer: 1 },
  ],
  differences: Array.from({ length: count }, () => ONE),
})

test('every difference that is named is in the file, and how many days there are', () => {
  const { sheet, facts } = differencesExport(result(5))
  expect(sheet.heads).toEqual(
    'Table,Day,Number,Of,Shown,Rows shown,By the files,Rows by the files'.split(','),
  )
  expect(sheet.types).toEqual(['text', 'day', 'text', 'text', 'number', 'count', 'number', 'count'])
  expect(sheet.rows).toHaveLength(5)
  expect(sheet.rows[0]).toEqual([
    'ledger_daily',
    '2026-03-05',
    'referralFees',
    'DE EUR',
    '-17.855',
    1,
    '-17.85',
    2,
  ])
  expect(facts).toContainEqual(['Days that differ', '26', 'count'])
  expect(JSON.stringify(facts)).not.toContain('Warning')
})

test('it says where more differ than are named', () => {
  expect(differencesExport(result(DIFFERENCES_NAMED_MAX)).facts).toContainEqual([
    'Warning',
    'No more than 100 differences are named.',
  ])
})
