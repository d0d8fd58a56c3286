import { expect, test } from 'vitest'
import { addMonths } from '#contract/date-range.ts'
import { oneOf } from '#web/filters/filter-fields.ts'
import {
  changesWithCleared,
  defineDashboard,
  isApplied,
  keptFor,
  paramsOf,
  readView,
  storedAfter,
} from './dashboard-view.ts'

/** As the brand manager declares itself: from six months ago to two months ahead, and dates are kept. */
const dashboard = defineDashboard({
  storageKey: () => 'st-dashboard-filters',
  filters: [
    'currency',
    'marketplaces',
    'growth',
    { field: 'groupBy', label: 'Group by', choices: [{ value: 'SKU', label: 'Product' }] },
  ],
  advanced: ['brands'],
  fields: { groupBy: oneOf(['SKU', 'BRAND'], 'SKU') },
  dates: {
    daysMax: 730,
    isStored: true,
    defaultRange: ({ today }) => ({ start: addMonths(today, -6), end: addMonths(today, 2) }),
  },
  ruledOut: ({ groupBy }) => (groupBy === 'BRAND' ? ['brands'] : []),
})
const context = { today: '2026-11-20', window: null }
const DEFAULTS = {
  currencyCode: 'USD',
  marketplaces: [],
  growthType: 'MONTH_ON_MONTH',
  groupBy: 'SKU',
  brandNames: [],
  startDate: '2026-05-20',
  endDate: '2027-01-20',
}

test('where nobody says anything, the defaults do', () => {
  const { values, params } = readView(dashboard, {}, null, context)
  expect(values).toEqual(DEFAULTS)
  expect(params).toEqual({ ...DEFAULTS, marketplaces: 'all', brandNames: 'none' })
})

test('the saved preference speaks before what the dashboard kept, and the address before both', () => {
  const stored = { currencyCode: 'SEK' }
  const currency = (search: { currencyCode?: string }, preferredCurrency?: 'GBP') =>
    readView(dashboard, search, stored, { ...context, preferredCurrency }).values.currencyCode
  expect(currency({})).toBe('SEK')
  expect(currency({}, 'GBP')).toBe('GBP')
  expect(currency({ currencyCode: 'EUR' }, 'GBP')).toBe('EUR')
  expect(currency({ currencyCode: 'nothing' }, 'GBP')).toBe('GBP')
})

test('a choice clears the filters that it makes meaningless, and others leave them', () => {
  const { values } = readView(dashboard, { brandNames: 'Kiln' }, null, context)
  expect(values.brandNames).toEqual(['Kiln'])
  expect(changesWithCleared(dashboard, values, { groupBy: 'BRAND' }, context)).toEqual({
    groupBy: 'BRAND',
    brandNames: [],
  })
  expect(changesWithCleared(dashboard, values, { currencyCode: 'EUR' }, context)).toEqual({
    currencyCode: 'EUR',
  })
})

test('marketplaces that were kept in one company do not hold in another', () => {
  const here = storedAfter(dashboard, keptFor('a', null), { marketplaces: ['DE'], currencyCode: 'EUR' })
  const shown = (companyId: string) => readView(dashboard, {}, keptFor(companyId, here), context).values
  expect(shown('a')).toMatchObject({ marketplaces: ['DE'], currencyCode: 'EUR' })
  expect(shown('b')).toMatchObject({ marketplaces: [], currencyCode: 'EUR' })
  expect(storedAfter(dashboard, keptFor('b', here), { groupBy: 'BRAND' })).toEqual({
    currencyCode: 'EUR',
    companyId: 'b',
  })
})

test('what is kept is what was chosen, and only where it is to be kept', () => {
  const first = storedAfter(dashboard, null, { marketplaces: ['DE'], groupBy: 'BRAND' })
  expect(first).toEqual({ marketplaces: 'DE' })
  const second = storedAfter(dashboard, first, { startDate: '2026-01-01', endDate: '2026-01-31' })
  expect(second).toEqual({ marketplaces: 'DE', startDate: '2026-01-01', endDate: '2026-01-31' })
  expect(readView(dashboard, {}, second, context).values).toEqual({
    ...DEFAULTS,
    marketplaces: ['DE'],
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  })
})

test('a range that an older version kept wrongly is not shown', () => {
  const stored = { startDate: '2026-02-01', endDate: '2026-01-01', marketplaces: 7 }
  expect(readView(dashboard, {}, stored, context).values).toEqual(DEFAULTS)
})

test('dashboards that do not keep their dates begin anew', () => {
  const fresh = { ...dashboard, dates: { ...dashboard.dates, isStored: false } }
  expect(storedAfter(fresh, null, { startDate: '2026-01-01', endDate: '2026-01-31' })).toEqual({})
})

test('a year is compared with the year before, and then what was chosen holds again', () => {
  const year = readView(dashboard, { startDate: '2025-11-20', endDate: '2026-11-19' }, null, context)
  expect(year.values.growthType).toBe('YEAR_ON_YEAR')
  const shorter = { ...year.params, ...paramsOf(dashboard, { startDate: '2026-01-01' }) }
  expect(readView(dashboard, shorter, null, context).values.growthType).toBe('MONTH_ON_MONTH')
})

test('a change says only what changes', () => {
  expect(paramsOf(dashboard, { marketplaces: ['DE', 'GB'] })).toEqual({ marketplaces: 'DE,GB' })
})

test('a view has the fields of its filters, and no others', () => {
  const fields = ['currencyCode', 'marketplaces', 'growthType', 'brandNames', 'groupBy']
  expect(Object.keys(dashboard.fields).toSorted()).toEqual(fields.toSorted())
})

test('a filter that a choice makes meaningless is as if nothing were chosen, and the address keeps what was', () => {
  const { values, params } = readView(dashboard, { groupBy: 'BRAND', brandNames: 'Brand A' }, null, context)
  expect(values.brandNames).toEqual([])
  expect(params['brandNames']).toBe('Brand A')
  expect(readView(dashboard, { ...params, groupBy: 'SKU' }, null, context).values.brandNames).toEqual([
    'Brand A',
  ])
})

test('what is not as it is by itself is applied, a filter of the page like one of all', () => {
  const applied = (search: Record<string, string>) => {
    const { values } = readView(dashboard, search, null, context)
    return [...dashboard.filters, ...dashboard.advanced]
      .filter((filter) => isApplied(dashboard, filter, values, context))
      .map((filter) => (typeof filter === 'string' ? filter : filter.field))
  }
  expect(applied({})).toEqual([])
  expect(applied({ brandNames: 'Brand A' })).toEqual(['brands'])
  expect(applied({ groupBy: 'BRAND', growthType: 'none' })).toEqual(['growth', 'groupBy'])
})
