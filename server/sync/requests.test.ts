import { expect, test } from 'vitest'
import { firstDayKept, sellerRequest } from './requests.ts'
import { sourceOf } from './sources.ts'

const NOW = new Date('2026-03-31T10:00:00Z')
const asked = (id: string, marketplaces: string[], firstDay: string, lastDay: string) => {
  const source = sourceOf(id)!
  if (source.question.kind !== 'REPORT') throw new Error(`${id} is no report`)
  return sellerRequest(source, source.question, { place: '', firstDay, lastDay }, { marketplaces }, NOW)
}

test.each([
  ['in America', ['US', 'MX'], '2026-01-10T00:00:00Z', '2026-02-08T07:59:59Z'],
  ['in Europe, in winter', ['GB', 'DE'], '2026-01-09T23:00:00Z', '2026-02-07T23:59:59Z'],
  ['in Japan', ['JP'], '2026-01-09T15:00:00Z', '2026-02-07T23:59:59Z'],
])('orders are asked for from the first moment of a day %s to the last', (_, marketplaces, start, end) => {
  expect(asked('orders', marketplaces, '2026-01-10', '2026-02-07')).toMatchObject({
    start: new Date(start),
    end: new Date(end),
  })
})

test('a day that is not over ends now, and summer begins an hour earlier', () => {
  expect(asked('returns', ['DE'], '2026-03-31', '2026-03-31')).toMatchObject({
    start: new Date('2026-03-30T22:00:00Z'),
    end: NOW,
  })
})

test('VAT transactions are asked for of a whole month, and where Amazon has them', () => {
  const request = asked('vatTransactions', ['DE', 'TR', 'GB'], '2026-01-01', '2026-01-31')
  expect(request).toEqual({
    reportType: 'GET_VAT_TRANSACTION_DATA',
    marketplaces: ['DE', 'GB'],
    start: new Date('2026-01-01T00:00:00Z'),
    end: new Date('2026-01-31T23:59:59Z'),
  })
  expect(+request.end! - +request.start!).toBeLessThan(31 * 86_400_000)
})

test('listings are asked for with English headings, whatever language the account has', () => {
  expect(asked('listings', ['DE'], '2026-03-31', '2026-03-31').options).toEqual({
    preferredReportDocumentLocale: 'en_US',
  })
})

test('the inventory ledger is asked for with a day before and a day after, of which nothing is taken', () => {
  expect(asked('stockLedger', ['DE'], '2026-01-10', '2026-02-07')).toMatchObject({
    start: new Date('2026-01-09T00:00:00Z'),
    end: new Date('2026-02-08T23:59:59Z'),
  })
  expect(asked('stockLedger', ['DE'], '2026-03-30', '2026-03-30').end).toEqual(NOW)
})

test('promotions are asked for by when they began, in the options that Amazon has for it', () => {
  const source = sourceOf('promotions')!
  if (source.question.kind !== 'REPORT') throw new Error('Promotions are a report')
  const days = { place: 'DE', firstDay: '2026-03-01', lastDay: '2026-03-31' }
  expect(sellerRequest(source, source.question, days, { marketplaces: ['DE', 'FR'] }, NOW)).toEqual({
    reportType: 'GET_PROMOTION_PERFORMANCE_REPORT',
    marketplaces: ['DE'],
    options: { promotionStartDateFrom: '2026-03-01T00:00:00Z', promotionStartDateTo: '2026-03-31T10:00:00Z' },
  })
})

test('no piece of orders is longer than the 30 days that Amazon takes, wherever it begins', () => {
  const { rhythm } = sourceOf('orders')!
  if (rhythm.kind !== 'DAYS') throw new Error('Orders come by days')
  const first = '2026-01-01'
  const last = new Date(Date.parse(first) + (rhythm.daysMax - 1) * 86_400_000).toISOString().slice(0, 10)
  for (const marketplaces of [['AU'], ['US'], ['GB', 'IN']]) {
    const { start, end } = asked('orders', marketplaces, first, last)
    expect(+end! - +start!).toBeLessThan(30 * 86_400_000)
  }
})

test('of advertising no day is asked for that Amazon keeps no longer, after however long a wait', () => {
  const source = sourceOf('sbCampaigns')!
  const kept = (firstDay: string, lastDay: string) =>
    firstDayKept(source, { firstDay, lastDay }, '2026-03-31')
  // Sixty days before 31 March.
  expect(kept('2026-01-30', '2026-02-28')).toBe('2026-01-30')
  expect(kept('2026-01-27', '2026-02-28')).toBe('2026-01-30')
  expect(kept('2026-01-01', '2026-01-29')).toBeUndefined()
})
