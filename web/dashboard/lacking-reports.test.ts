import { expect, test } from 'vitest'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { daysOfReports, lackingNotes } from './lacking-reports.ts'

const METRICS = ['orderedProductSales', 'netProfit', 'netMargin', 'adSpend'] as const
const of = (source: string, start: string, end: string) => ({ source, ranges: [{ start, end }] })
const SETTLEMENTS = of('SETTLEMENT_V2', '2026-01-01', '2026-11-22')

test('with settlements alone a page says which report is missing for what', () => {
  expect(lackingNotes(reportsOf(METRICS), [SETTLEMENTS])).toEqual([
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
  expect(lackingNotes(reportsOf(many), []).map(({ text }) => text)).toEqual([
    'No sales and traffic report for Sessions, Page views, Units ordered and 2 more',
  ])
})

test('of reports that are there nothing is said, whichever days they are of', () => {
  const sources = [
    of('order_items', '2026-01-01', '2026-01-02'),
    of('sales_traffic_date', '2026-01-01', '2026-01-02'),
  ]
  expect(lackingNotes(reportsOf(METRICS), sources)).toEqual([])
})

test('days to look at are those of the reports that a page is made from', () => {
  expect(daysOfReports(reportsOf(METRICS), [SETTLEMENTS])).toBeNull()
  const orders = [
    of('order_items', '2026-02-01', '2026-02-10'),
    of('order_items', '2026-03-01', '2026-06-30'),
  ]
  expect(daysOfReports(reportsOf(METRICS), [SETTLEMENTS, ...orders])).toEqual({
    start: '2026-02-01',
    end: '2026-06-30',
  })
  expect(daysOfReports(reportsOf(['sessions']), [SETTLEMENTS, ...orders])).toBeNull()
})
