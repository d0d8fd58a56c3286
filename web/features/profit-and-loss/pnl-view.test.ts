import { expect, test } from 'vitest'
import { readView, storedAfter } from '#web/dashboard/dashboard-view.ts'
import type { FilterContext } from '#web/filters/filter-fields.ts'
import type { SearchParams } from '#web/search-params.ts'
import { pnlDashboard, pnlInput } from './pnl-view.ts'

const context: FilterContext = {
  today: '2026-11-20',
  window: { start: '2025-01-01', end: '2026-11-19' },
  currencyCode: 'EUR',
}
const read = (search: SearchParams, stored: unknown = null) => readView(pnlDashboard, search, stored, context)
const viewOf = (search: SearchParams, stored: unknown = null) => read(search, stored).values

test('a silent address shows the six months that end with the data', () => {
  expect(viewOf({})).toMatchObject({
    startDate: '2026-06-01',
    endDate: '2026-11-19',
    currencyCode: 'EUR',
    marketplaces: [],
    dateInterval: 'MONTHLY',
    growthType: 'MONTH_ON_MONTH',
    summaries: ['lastYearToDate', 'priorYearToDate', 'lastTwelveMonths', 'total'],
  })
  expect(read({}).notice).toBe(null)
})

test('chosen dates and growth are those of the next visit', () => {
  const range = { startDate: '2026-08-22', endDate: '2026-11-19' }
  const stored = storedAfter(pnlDashboard, null, { ...range, growthType: null })
  expect(viewOf({}, stored)).toMatchObject({ ...range, growthType: null })
  expect(viewOf({ startDate: '2026-10-01', endDate: '2026-10-31' }, stored)).toMatchObject({
    startDate: '2026-10-01',
    endDate: '2026-10-31',
  })
})

test('an address holds the whole view', () => {
  const { values, params } = read({
    currencyCode: 'GBP',
    startDate: '2026-01-05',
    endDate: '2026-02-15',
    marketplaces: 'DE,GB',
    dateInterval: 'WEEKLY',
    dateOrder: 'DESC',
    growthType: 'MONTH_ON_MONTH',
    summaries: 'none',
    brandNames: 'none',
    products: 'MUG-1,CUP%2CBLUE',
    tags: 'none',
    categories: 'none',
    show: 'percent',
    collapsed: 'none',
    emptyLines: 'true',
    sharesAccountAmounts: 'true',
    chart: 'bridge',
    columns: '2026-01-01_2026-03-31',
  })
  expect(values).toEqual({
    chart: 'bridge',
    columns: ['2026-01-01_2026-03-31'],
    currencyCode: 'GBP',
    startDate: '2026-01-05',
    endDate: '2026-02-15',
    marketplaces: ['DE', 'GB'],
    dateInterval: 'WEEKLY',
    dateOrder: 'DESC',
    growthType: 'MONTH_ON_MONTH',
    summaries: [],
    brandNames: [],
    products: ['MUG-1', 'CUP,BLUE'],
    tags: [],
    categories: [],
    show: 'percent',
    collapsed: [],
    emptyLines: true,
    sharesAccountAmounts: true,
  })
  expect(viewOf(params)).toEqual(values)
})

test('storage speaks only where the address is silent', () => {
  const stored = storedAfter(pnlDashboard, null, { currencyCode: 'USD', show: 'amount' })
  expect(viewOf({ show: 'percent' }, stored)).toMatchObject({ currencyCode: 'USD', show: 'percent' })
})

test('what does not exist is not shown', () => {
  expect(
    viewOf(
      { currencyCode: 'XXX', startDate: '2026-13-40', endDate: 'soon', marketplaces: 'DE,XX', show: 'all' },
      17,
    ),
  ).toMatchObject({ currencyCode: 'EUR', startDate: '2026-06-01', marketplaces: ['DE'], show: 'both' })
})

test('a long range has no weeks, and a year is compared with a year', () => {
  const range = { startDate: '2025-11-01', endDate: '2026-10-31' }
  const { values, params } = read({ ...range, dateInterval: 'WEEKLY', growthType: 'MONTH_ON_MONTH' })
  expect(values).toMatchObject({ dateInterval: 'MONTHLY', growthType: 'YEAR_ON_YEAR' })

  // What was asked for holds again as soon as the range is short enough.
  expect(viewOf({ ...params, startDate: '2026-10-01' })).toMatchObject({
    dateInterval: 'WEEKLY',
    growthType: 'MONTH_ON_MONTH',
  })
})

test('150 days have weeks, 151 have months', () => {
  const days = (startDate: string) => viewOf({ startDate, endDate: '2026-05-30', dateInterval: 'WEEKLY' })
  expect(days('2026-01-01').dateInterval).toBe('WEEKLY')
  expect(days('2025-12-31').dateInterval).toBe('MONTHLY')
})

test('a range that is too long keeps its end', () => {
  const { values, notice } = read({ startDate: '1999-01-01', endDate: '2026-10-31' })
  expect(values).toMatchObject({ startDate: '2016-10-24', endDate: '2026-10-31' })
  expect(notice).toEqual({ text: 'Max days exceeded. Showing last 3660 days.', appearance: 'warning' })
})

test('the server is asked for the columns of the view', () => {
  const view = viewOf({ summaries: 'total', growthType: 'YEAR_ON_YEAR' })
  const scope = { companyId: 'c1', currencyCode: 'EUR' as const, marketplaces: [], skus: ['MUG-1'] }
  expect(pnlInput(scope, view, [])).toMatchObject({
    companyId: 'c1',
    summaryViews: { total: true },
    growthMetricType: 'YEAR_ON_YEAR',
    notAllocated: 'LEFT_OUT',
    skus: ['MUG-1'],
  })
})

test('who asks for weeks of a long range is told why there are none', () => {
  const asked = (endDate: string) =>
    pnlDashboard.refusal!({ ...viewOf({ startDate: '2026-01-01', endDate }), dateInterval: 'WEEKLY' })
  expect(asked('2026-05-30')).toBeNull()
  expect(asked('2026-05-31')).toBe('Weeks are shown for up to 150 days. Showing months.')
})
