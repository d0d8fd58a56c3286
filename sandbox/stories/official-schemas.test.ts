/**
 * Reports in JSON against Amazon's own schemas, which lie beside the repository on some machines and are not part of it.
 * Without them these tests show as skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { sellersOf } from '../index.ts'
import type { Seller } from '../seller.ts'

const folder = fileURLToPath(new URL('../../../shared/data/official/report-schemas', import.meta.url))
const FORMATS = { date: /^\d{4}-\d{2}-\d{2}$/, 'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/ }
const NOW = new Date('2026-11-24T09:13:00Z')

describe.skipIf(!existsSync(folder))('as Amazon’s schemas say', () => {
  const [seller, reducing] = ['kumo-paper', 'harbour-hearth'].map(
    (id) => sellersOf({ ids: [id], firstDay: '2026-09-01' })[0]!,
  ) as [Seller, Seller]
  const answerTo = (
    reportType: string,
    start: string,
    end: string,
    options: Record<string, string>,
    of = seller,
  ) => {
    const { region, marketplaces: all } = of.regions[0]!
    const marketplaces = all.slice(0, 1)
    const days = { start: new Date(`${start}T00:00:00Z`), end: new Date(`${end}T23:59:59Z`) }
    const answer = of.report({ region, reportType, marketplaces, ...days, options }, NOW)
    return answer.kind === 'DONE' ? (JSON.parse(answer.content) as Record<string, object[]>) : {}
  }
  const problems = (name: string, answer: unknown): unknown => {
    const schema = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as {
      definitions: Record<string, object>
    }
    // What was not bought has no price, which the schema forgets.
    const { CurrencyAmount } = schema.definitions
    if (CurrencyAmount) Object.assign(CurrencyAmount, { type: ['object', 'null'] })
    for (const one of Object.values(schema.definitions)) Object.assign(one, { additionalProperties: false })
    const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS })
    const validate = ajv.compile(schema)
    return validate(answer) ? [] : validate.errors
  }

  test.each(['PARENT', 'CHILD', 'SKU'])('sales and traffic by day and %s', (asinGranularity) => {
    const options = { dateGranularity: 'DAY', asinGranularity }
    const answer = answerTo('GET_SALES_AND_TRAFFIC_REPORT', '2026-11-01', '2026-11-07', options)
    expect(answer['salesAndTrafficByDate']).toHaveLength(7)
    expect(answer['salesAndTrafficByAsin']!.length).toBeGreaterThan(3)
    expect(problems('sellerSalesAndTrafficReport', answer)).toEqual([])
    expect(problems('sellerSalesAndTrafficReport', {})).not.toEqual([])
  })

  test('searches of a week', () => {
    const asins = seller.items('JP').map(({ asin }) => asin)
    const type = 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'
    const options = { reportPeriod: 'WEEK', asin: asins.slice(0, 8).join(' ') }
    const answer = answerTo(type, '2026-11-08', '2026-11-14', options)
    expect(answer['dataByAsin']!.length).toBeGreaterThan(3)
    expect(problems('sellingPartnerSearchQueryPerformanceReport', answer)).toEqual([])
    expect(problems('sellingPartnerSearchQueryPerformanceReport', {})).not.toEqual([])
  })

  test.each([
    ['promotion', 'promotionReport', 'promotions', 1],
    ['coupon', 'sellerCouponReport', 'coupons', 2],
  ])('%s performance', (kind, schema, list, count) => {
    const type = `GET_${kind.toUpperCase()}_PERFORMANCE_REPORT`
    const began = (start: string, end: string) => ({
      [`${kind}StartDateFrom`]: `${start}T00:00:00Z`,
      [`${kind}StartDateTo`]: `${end}T23:59:59Z`,
    })
    const [start, end] = ['2026-09-01', '2026-11-24']
    const answer = answerTo(type, start, end, began(start, end), reducing)
    expect(answer[list]).toHaveLength(count)
    expect(problems(schema, answer)).toEqual([])
    const none = answerTo(type, start, end, began('2026-10-02', '2026-10-20'), reducing)
    expect([none[list], problems(schema, none)]).toEqual([[], []])
    expect(problems(schema, {})).not.toEqual([])
  })
})
