import { expect, test } from 'vitest'
import { accountFinder, JOURNAL_SUBJECTS } from '#contract/journal-accounts.ts'
import { accountLines, entriesAfter, lacksOfLine } from './account-lines.ts'

const sales = {
  subject: 'productSales',
  marketplace: null,
  code: '8400',
  name: 'Sales',
  taxCode: '',
} as const
const french = { ...sales, marketplace: 'FR', code: '8401' } as const

test('every line has a row, and one of a marketplace stands under that of all', () => {
  const lines = accountLines([french, sales], [{ subject: 'productSales', marketplace: 'DE' }])
  expect(lines).toHaveLength(JOURNAL_SUBJECTS.length + 2)
  expect(lines.slice(0, 3).map(({ id, code }) => [id, code])).toEqual([
    ['productSales|', '8400'],
    ['productSales|DE', ''],
    ['productSales|FR', '8401'],
  ])
  expect(lines.at(-1)).toMatchObject({ subject: 'CARRIED_OVER', name: 'Amazon settlements carried over' })
})

test('what is as usual is not saved, what is emptied is no account, and an emptied marketplace goes', () => {
  const lines = accountLines([french, sales], [])
  expect(entriesAfter(lines, [])).toEqual([sales, french])
  expect(
    entriesAfter(lines, [
      { row: 'productSales|', column: 'code', value: null },
      { row: 'productSales|', column: 'name', value: 'Amazon sales' },
      { row: 'productSales|FR', column: 'code', value: null },
      { row: 'productSales|FR', column: 'name', value: null },
      { row: 'adjustments|', column: 'name', value: null },
      { row: 'PAYOUT|', column: 'code', value: '1360' },
    ]),
  ).toEqual([
    { subject: 'adjustments', marketplace: null, code: '', name: '', taxCode: '' },
    { subject: 'PAYOUT', marketplace: null, code: '1360', name: 'Amazon clearing', taxCode: '' },
  ])
})

test('a row of a marketplace with a tax code alone has the account of all, and lacks what that lacks', () => {
  const taxed = { ...french, code: '', name: '', taxCode: 'FR20' }
  const lacksOf = (format: 'CSV' | 'XERO' | 'DATEV', all: object) => {
    const entries = [{ ...sales, ...all }, taxed]
    const [, line] = accountLines(entries, [])
    const account = accountFinder(entries)(line!.subject, 'FR')
    return [account.code, account.name, lacksOfLine(line!, account, { format, accountLength: 4 })]
  }
  expect(lacksOf('CSV', sales)).toEqual(['8400', 'Sales', ''])
  expect(lacksOf('XERO', { ...sales, code: '' })).toEqual(['', 'Sales', 'the code of an account'])
  expect(lacksOf('DATEV', sales)).toEqual(['8400', 'Sales', 'a tax key of at most 4 digits'])
})
