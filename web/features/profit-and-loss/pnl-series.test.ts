import { expect, test } from 'vitest'
import { column } from './pnl.fixture.ts'
import { bridgeSteps, chartedRows, chartPeriods, costSeries, marginSeries } from './pnl-series.ts'

const july = column('bucket', ['2026-07-01', '2026-07-31'], {
  netSales: { value: '100' },
  cogs: { value: '-30.10' },
  sellingFees: { value: '-15' },
  fulfilmentCosts: { value: '-20.05' },
  accountLevel: { value: '4' },
  contributionMargin1: { value: '69.9', percentOfNetSales: 0.699 },
})
const june = {
  ...column('bucket', ['2026-06-01', '2026-06-30'], { cogs: { value: null }, netSales: { value: '50' } }),
  provisional: true,
}
const answer = [july, june, column('lastTwelveMonths', ['2025-07-01', '2026-06-30'])]

test('periods stand by time, and what is not final is drawn so', () => {
  const rows = chartedRows(answer)
  expect(chartPeriods(rows)).toEqual([
    { start: '2026-06-01', end: '2026-06-30', state: 'partial' },
    { start: '2026-07-01', end: '2026-07-31' },
  ])
  const [goods, fees, , other] = costSeries(rows)
  expect(goods!.values).toEqual([null, '30.1'])
  expect(fees!.values).toEqual(['0', '35.05'])
  // Money that came back takes from its costs.
  expect(other!.values).toEqual(['0', '-4'])
  expect(marginSeries(rows)[0]!.values).toEqual([null, '0.699000'])
})

test('a bridge has the steps that there are, and one that is not known', () => {
  expect(bridgeSteps(answer).map(({ id, amount }) => `${id} ${amount}`)).toEqual([
    'cogs -30.1',
    'sellingFees -15',
    'fulfilmentCosts -20.05',
    'accountLevel 4',
  ])
})
