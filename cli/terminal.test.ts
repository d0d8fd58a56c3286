import { expect, test } from 'vitest'
import { days, harmless, money, plural, quoted, rounded, tableText } from './terminal.ts'

test.each([
  ['0', '0.00'],
  ['-1234.5', '-1,234.50'],
  ['999', '999.00'],
  ['1000000', '1,000,000.00'],
  ['0.656218487', '0.656218487'],
  [null, '–'],
])('money keeps what it has: %s is %s', (text, shown) => {
  expect(money(text)).toBe(shown)
})

test('a computed amount has two decimals', () => {
  expect([rounded('-2141.848739'), rounded('0.005'), rounded(null)]).toEqual(['-2,141.85', '0.01', '–'])
})

test('columns are as wide as they need to be', () => {
  const rows = [
    { name: 'a', n: 1 },
    { name: 'longer', n: 1000 },
  ]
  const text = tableText(rows, [
    { heading: 'name', cell: (row) => row.name },
    { heading: 'n', cell: (row) => row.n, right: true },
    { heading: 'nothing', cell: () => null },
  ])
  expect(text).toBe('name       n  nothing\na          1\nlonger  1000')
})

test('the text of a file, and its name, do not command the terminal', () => {
  const name = 'march\u001B[1A\u001B[2K\u009B2J\n2026 admin.txt'
  expect(tableText([{ name }], [{ heading: 'file', cell: (row) => row.name }])).toBe(
    'file\nmarch·[1A·[2K·2J·2026 admin.txt',
  )
  expect(harmless(`${name}: is there\n\tand more`)).toBe(
    'march·[1A·[2K·2J\n2026 admin.txt: is there\n\tand more',
  )
  // Nor do they turn its lines round.
  expect(harmless('march\u202Efdp.txt \u2066a')).toBe('march·fdp.txt ·a')
  expect(quoted('a\tb\u001B[2Jc\n')).toBe('a ⇥ b·[2Jc·')
  expect(quoted('x'.repeat(300))).toHaveLength(202)
})

test('days and numbers of things', () => {
  expect([days(null, null), days('2026-03-01', '2026-03-01')]).toEqual(['', '2026-03-01'])
  expect([plural(1, 'row'), plural(2000, 'row'), plural(2, 'company', 'companies')]).toEqual([
    '1 row',
    '2,000 rows',
    '2 companies',
  ])
})
