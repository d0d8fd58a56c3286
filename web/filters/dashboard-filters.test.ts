import { expect, test } from 'vitest'
import { addMonths } from '#contract/date-range.ts'
import { isYearOrLonger } from '#contract/periods.ts'
import { defineDashboard, paramsOf, readFilters, storedAfter } from './dashboard-filters.ts'
import { currencyField, marketplacesField, oneOf } from './filter-fields.ts'

/** As the brand manager declares itself: from six months ago to two months ahead, and dates are kept. */
const dashboard = defineDashboard({
  storageKey: () => 'st-dashboard-filters',
  fields: {
    currency: currencyField(),
    marketplaces: marketplacesField(),
    growthType: oneOf(['YEAR_ON_YEAR', 'MONTH_ON_MONTH'], 'MONTH_ON_MONTH', { isStored: true }),
    groupBy: oneOf(['SKU', 'BRAND'], 'SKU'),
  },
  dates: {
    daysMax: 730,
    isStored: true,
    defaultRange: ({ today }) => ({ start: addMonths(today, -6), end: addMonths(today, 2) }),
  },
  settle: ({ startDate, endDate, growthType }) => ({
    growthType: isYearOrLonger({ start: startDate, end: endDate }) ? 'YEAR_ON_YEAR' : growthType,
  }),
})
const context = { today: '2026-11-20', window: null }
const DEFAULTS = {
  currency: 'USD',
  marketplaces: [],
  growthType: 'MONTH_ON_MONTH',
  groupBy: 'SKU',
  startDate: '2026-05-20',
  endDate: '2027-01-20',
}

test('where nobody says anything, the defaults do', () => {
  const { values, params } = readFilters(dashboard, {}, null, context)
  expect(values).toEqual(DEFAULTS)
  expect(params).toEqual({ ...DEFAULTS, marketplaces: 'all' })
})

test('the saved preference speaks before what the dashboard kept, and the address before both', () => {
  const stored = { currency: 'SEK' }
  const currency = (search: { currency?: string }, preferredCurrency?: 'GBP') =>
    readFilters(dashboard, search, stored, { ...context, preferredCurrency }).values.currency
  expect(currency({})).toBe('SEK')
  expect(currency({}, 'GBP')).toBe('GBP')
  expect(currency({ currency: 'EUR' }, 'GBP')).toBe('EUR')
  expect(currency({ currency: 'nothing' }, 'GBP')).toBe('GBP')
})

test('what is kept is what was chosen, and only where it is to be kept', () => {
  const first = storedAfter(dashboard, null, { marketplaces: ['DE'], groupBy: 'BRAND' })
  expect(first).toEqual({ marketplaces: 'DE' })
  const second = storedAfter(dashboard, first, { startDate: '2026-01-01', endDate: '2026-01-31' })
  expect(second).toEqual({ marketplaces: 'DE', startDate: '2026-01-01', endDate: '2026-01-31' })
  expect(readFilters(dashboard, {}, second, context).values).toEqual({
    ...DEFAULTS,
    marketplaces: ['DE'],
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  })
})

test('a range that an older version kept wrongly is not shown', () => {
  const stored = { startDate: '2026-02-01', endDate: '2026-01-01', marketplaces: 7 }
  expect(readFilters(dashboard, {}, stored, context).values).toEqual(DEFAULTS)
})

test('dashboards that do not keep their dates begin anew', () => {
  const fresh = { ...dashboard, dates: { ...dashboard.dates, isStored: false } }
  expect(storedAfter(fresh, null, { startDate: '2026-01-01', endDate: '2026-01-31' })).toEqual({})
})

test('a year is compared with the year before, and then what was chosen holds again', () => {
  const year = readFilters(dashboard, { startDate: '2025-11-20', endDate: '2026-11-19' }, null, context)
  expect(year.values.growthType).toBe('YEAR_ON_YEAR')
  const shorter = { ...year.params, ...paramsOf(dashboard, { startDate: '2026-01-01' }) }
  expect(readFilters(dashboard, shorter, null, context).values.growthType).toBe('MONTH_ON_MONTH')
})

test('a change says only what changes', () => {
  expect(paramsOf(dashboard, { marketplaces: ['DE', 'GB'] })).toEqual({ marketplaces: 'DE,GB' })
})
