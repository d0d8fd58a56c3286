import { expect, test } from 'vitest'
import { lackingNotes, reportsOfPage } from './lacking-reports.ts'

const METRICS = ['orderedProductSales', 'netProfit', 'netMargin', 'adSpend'] as const
const of = (source: string, start: string, end: string) => ({ source, ranges: [{ start, end }] })
const SETTLEMENTS = of('SETTLEMENT_V2', '2026-01-01', '2026-11-22')

test('with settlements alone a page says which report is missing for what', () => {
  expect(lackingNotes(METRICS, [SETTLEMENTS])).toEqual([
    {
      text: 'No order report for Net profit and Net margin',
      isWarning: true,
      act: { label: 'Where to find it', leadsTo: 'GUIDE', report: 'all_orders' },
    },
    {
      text: 'No sales and traffic report for Sales',
      isWarning: true,
      act: { label: 'Where to find it', leadsTo: 'GUIDE', report: 'business_report' },
    },
  ])
  const many = ['sessions', 'pageViews', 'unitsOrdered', 'averageSellingPrice', 'tacos'] as const
  expect(lackingNotes(many, []).map(({ text }) => text)).toEqual([
    'No sales and traffic report for Sessions, Page views, Units ordered and 2 more',
  ])
})

test('of reports that are there nothing is said, whichever days they are of', () => {
  const sources = [
    of('order_items', '2026-01-01', '2026-01-02'),
    of('sales_traffic_date', '2026-01-01', '2026-01-02'),
  ]
  expect(lackingNotes(METRICS, sources)).toEqual([])
})

test('days to look at are those of the reports that a page is made from', () => {
  expect(reportsOfPage(METRICS, [SETTLEMENTS]).days).toBeNull()
  const orders = [
    of('order_items', '2026-02-01', '2026-02-10'),
    of('order_items', '2026-03-01', '2026-06-30'),
  ]
  expect(reportsOfPage(METRICS, [SETTLEMENTS, ...orders]).days).toEqual({
    start: '2026-02-01',
    end: '2026-06-30',
  })
  expect(reportsOfPage(['sessions'], [SETTLEMENTS, ...orders]).days).toBeNull()
})
