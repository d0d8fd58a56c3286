import { expect, test } from 'vitest'
import { paramsOf, pnlInput, storedParams, viewOf, type PnlDefaults } from './pnl-view.ts'

const defaults: PnlDefaults = { lastDay: '2026-11-19', currencyCode: 'EUR', stored: null }

test('a silent address shows the six months that end with the data', () => {
  expect(viewOf({}, defaults)).toMatchObject({
    startDate: '2026-06-01',
    endDate: '2026-11-19',
    currencyCode: 'EUR',
    marketplaces: [],
    dateInterval: 'MONTHLY',
    growthType: null,
    summaries: ['lastYearToDate', 'priorYearToDate', 'lastTwelveMonths', 'total'],
  })
})

test('an address holds the whole view', () => {
  const view = viewOf(
    {
      currencyCode: 'GBP',
      startDate: '2026-01-05',
      endDate: '2026-02-15',
      marketplaces: 'DE,GB',
      dateInterval: 'WEEKLY',
      dateOrder: 'DESC',
      growthType: 'MONTH_ON_MONTH',
      summaries: 'none',
      show: 'percent',
      collapsed: 'none',
      emptyLines: 'true',
    },
    defaults,
  )
  expect(view).toEqual({
    currencyCode: 'GBP',
    startDate: '2026-01-05',
    endDate: '2026-02-15',
    marketplaces: ['DE', 'GB'],
    dateInterval: 'WEEKLY',
    dateOrder: 'DESC',
    growthType: 'MONTH_ON_MONTH',
    summaries: [],
    show: 'percent',
    collapsed: [],
    emptyLines: true,
  })
  expect(viewOf(paramsOf(view), defaults)).toEqual(view)
})

test('storage speaks only where the address is silent', () => {
  const stored = storedParams(viewOf({ currencyCode: 'USD', show: 'amount' }, defaults))
  expect(viewOf({ show: 'percent' }, { ...defaults, stored })).toMatchObject({
    currencyCode: 'USD',
    show: 'percent',
  })
})

test('what does not exist is not shown', () => {
  expect(
    viewOf(
      { currencyCode: 'XXX', startDate: '2026-13-40', endDate: 'soon', marketplaces: 'DE,XX', show: 'all' },
      { ...defaults, stored: 17 },
    ),
  ).toMatchObject({ currencyCode: 'EUR', startDate: '2026-06-01', marketplaces: ['DE'], show: 'both' })
})

test('a long range has no weeks, and a year is compared with a year', () => {
  const range = { startDate: '2025-11-01', endDate: '2026-10-31' }
  expect(viewOf({ ...range, dateInterval: 'WEEKLY', growthType: 'MONTH_ON_MONTH' }, defaults)).toMatchObject({
    dateInterval: 'MONTHLY',
    growthType: 'YEAR_ON_YEAR',
  })
})

test('a range that is too long keeps its end', () => {
  expect(viewOf({ startDate: '1999-01-01', endDate: '2026-10-31' }, defaults).endDate).toBe('2026-10-31')
  expect(viewOf({ startDate: '1999-01-01', endDate: '2026-10-31' }, defaults).startDate).toBe('2016-10-24')
})

test('the server is asked for the columns of the view', () => {
  const view = viewOf({ summaries: 'total', growthType: 'YEAR_ON_YEAR' }, defaults)
  expect(pnlInput('c1', view)).toMatchObject({
    companyId: 'c1',
    summaryViews: { total: true },
    growthMetricType: 'YEAR_ON_YEAR',
  })
})
