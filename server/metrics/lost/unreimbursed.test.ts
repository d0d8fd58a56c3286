import { expect, test } from 'vitest'
import { openLosses, toldTo, withinLimits, type StockMovement } from './unreimbursed.ts'

const DUE = { start: '2026-06-01', end: '2026-06-30' }
const movement = (day: string, lost: number, made = 0): StockMovement => ({
  day,
  marketplace: 'GB',
  lost,
  made,
})
const open = (...movements: StockMovement[]) =>
  openLosses(movements, DUE, '2026-07-20').map(({ day, units }) => [day, units])

test('a loss comes due after 30 days, and once', () => {
  expect(open(movement('2026-05-02', 3))).toEqual([['2026-05-02', 3]])
  // Due on 31 May, and on 1 July.
  expect(open(movement('2026-05-01', 3), movement('2026-06-01', 3))).toEqual([])
})

test('what is found or paid makes good the oldest loss before it', () => {
  expect(open(movement('2026-05-02', 3), movement('2026-05-10', 2), movement('2026-06-20', 0, 4))).toEqual([
    ['2026-05-10', 1],
  ])
  expect(open(movement('2026-04-01', 2), movement('2026-05-02', 3), movement('2026-05-03', 0, 2))).toEqual([
    ['2026-05-02', 3],
  ])
  // What was paid before is for another one.
  expect(open(movement('2026-05-01', 0, 5), movement('2026-05-02', 3))).toEqual([['2026-05-02', 3]])
  expect(open(movement('2026-05-02', 3, 1))).toEqual([['2026-05-02', 2]])
})

test('a reimbursement that is taken back makes good nothing, and the last one goes first', () => {
  expect(open(movement('2026-05-02', 3, 3), movement('2026-05-20', 0, -1))).toEqual([['2026-05-02', 1]])
  const both = [movement('2026-05-02', 3), movement('2026-05-10', 2), movement('2026-05-12', 0, 5)]
  expect(open(...both)).toEqual([])
  expect(open(...both, movement('2026-06-20', 0, -2))).toEqual([['2026-05-10', 2]])
  expect(open(...both, movement('2026-06-20', 0, -3), movement('2026-06-25', 0, 1))).toEqual([
    ['2026-05-10', 2],
  ])
  // One that was for no loss that is known of, and more than was ever paid.
  expect(open(movement('2026-05-02', 3, 5), movement('2026-05-20', 0, -2))).toEqual([])
  expect(open(movement('2026-05-02', 3), movement('2026-05-20', 0, -2))).toEqual([['2026-05-02', 3]])
})

test('what came due after the last report of reimbursements may have been paid', () => {
  // Due on 2, 9 and 10 June; the reports reach to the 9th.
  const losses = [movement('2026-05-03', 1), movement('2026-05-10', 2), movement('2026-05-11', 4)]
  expect(openLosses(losses, DUE, '2026-06-09').map(({ day }) => day)).toEqual(['2026-05-03', '2026-05-10'])
  expect(openLosses(losses, DUE, '2026-01-31')).toEqual([])
})

test('of more than is looked at the products that lost most count whole', () => {
  const rows = [1, 1, 2, 2, 3].map((rank, line) => ({ rank, line }))
  const linesOf = (productsMax: number, rowsMax: number) => {
    const { looked, isCut } = withinLimits(rows, { productsMax, rowsMax })
    return [looked.map(({ line }) => line), isCut]
  }
  expect(linesOf(3, 5)).toEqual([[0, 1, 2, 3, 4], false])
  expect(linesOf(2, 5)).toEqual([[0, 1, 2, 3], true])
  // The third product has a row of its own left, the second would not be whole.
  expect(linesOf(3, 4)).toEqual([[0, 1, 2, 3], true])
  expect(linesOf(3, 3)).toEqual([[0, 1], true])
})

test('reports reach as far as days are said without a gap, or to the last row where none are', () => {
  const days = (start: string, end: string, isSaid: boolean) => ({ account: 'A', start, end, isSaid })
  const reached = (...some: ReturnType<typeof days>[]) => toldTo(some).get('A')
  const [early, late] = [days('2026-03-01', '2026-05-29', true), days('2026-05-30', '2026-07-14', true)]
  expect(reached()).toBeUndefined()
  expect(reached(late, early)).toBe('2026-07-14')
  // Amazon could not tell of some days between them, which a file has that was handed in.
  expect(reached(late, days('2026-03-01', '2026-05-20', true))).toBe('2026-05-20')
  expect(reached(late, days('2026-03-01', '2026-05-20', true), days('2026-05-10', '2026-06-02', false))).toBe(
    '2026-07-14',
  )
  expect(reached(days('2026-03-01', '2026-03-20', false), days('2026-06-01', '2026-06-02', false))).toBe(
    '2026-06-02',
  )
})
