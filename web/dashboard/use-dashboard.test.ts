import { expect, test } from 'vitest'
import type { DashboardSubject } from './dashboard-subject.ts'
import { scopeOf } from './use-dashboard.ts'

const subject: DashboardSubject = {
  company: { id: 'c1', name: 'Company' },
  firstDay: '2025-01-01',
  lastDay: '2026-11-19',
  publishedAt: null,
  sources: [],
  offered: ['DE'],
  currencyCode: 'EUR',
}
const dates = { startDate: '2026-06-01', endDate: '2026-11-19' }

test('where nothing is chosen all products count, and none is named', () => {
  const nothing = { ...dates, marketplaces: [], brandNames: [] }
  expect(scopeOf(subject, nothing, [])).toEqual({ companyId: 'c1', currencyCode: 'EUR', marketplaces: [] })
})

test('what is chosen is what is asked for', () => {
  const view = {
    ...dates,
    currencyCode: 'GBP' as const,
    marketplaces: ['GB' as const],
    brandNames: ['Brand A'],
  }
  expect(scopeOf(subject, view, ['MUG-1'])).toEqual({
    companyId: 'c1',
    currencyCode: 'GBP',
    marketplaces: ['GB'],
    brandNames: ['Brand A'],
    skus: ['MUG-1'],
  })
})

test('every question of a page that is read as of a moment names it', () => {
  const asOf = '2026-03-03T14:05:00.000Z'
  expect(scopeOf({ ...subject, asOf }, { ...dates, marketplaces: [] }, [])).toMatchObject({ asOf })
})
