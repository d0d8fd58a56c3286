/** What reports say of campaigns, through the public doors: files in, budgets and the share at the top of search out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExplainInput } from '#contract/explain.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { getCompany } from '#server/accounts/index.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { readMeasured } from './measured.ts'
import type { MeasureKey } from './measured-sums.ts'
import { formTest } from '#test/support/drawn-cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
const METRICS = [
  'campaignBudget',
  'budgetUtilisation',
  'topOfSearchImpressions',
  'impressionsWithShare',
  'topOfSearchImpressionShare',
] as const

const explain = (company: TestCompany, metricId: MetricId, more: Partial<ExplainInput> = {}) =>
  server.operator.audit.explainValue({ companyId: company.id, metricId, ...MARCH, ...more })
const valuesOf = (company: TestCompany, more: Partial<ExplainInput> = {}) =>
  Promise.all(METRICS.map(async (id) => (await explain(company, id, more)).value))

async function imported(company: TestCompany, name: string, file: object | string): Promise<void> {
  expect(await company.import(name, file)).toMatchObject({
    status: 'PUBLISHED',
    refusedRows: [],
    problem: null,
  })
}

const row = (date: string, more: object = {}) => ({
  date,
  ad_type: 'SP',
  marketplace: 'DE',
  currency: 'EUR',
  campaign_id: 'C-1',
  cost: '0',
  ...more,
})
const product = (date: string, cost: string, more: object = {}) =>
  row(date, { level: 'PRODUCT', sku: 'MUG', cost, ...more })
/** As the report by campaign has it; enabled, with a daily budget. */
const campaign = (date: string, campaign_budget: string | null, more: object = {}) =>
  row(date, {
    level: 'CAMPAIGN',
    campaign_status: 'ENABLED',
    campaign_budget,
    campaign_budget_type: 'DAILY_BUDGET',
    ...more,
  })
const BRITISH = { marketplace: 'GB', currency: 'GBP', ad_type: 'SB', campaign_id: 'C-9' }

describe('campaigns of two marketplaces', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    await imported(company, 'ads.json', {
      ads_daily: [
        product('2026-03-02', '3.00'),
        product('2026-03-02', '1.00', { sku: 'CUP' }),
        product('2026-03-03', '6.00'),
        product('2026-03-03', '1.00', { campaign_id: 'C-2' }),
        campaign('2026-03-02', '10.00', { cost: '4.00', impressions: 400, top_of_search_share: '0.25' }),
        // Amazon does not say the share of every day.
        campaign('2026-03-03', '12.50', { cost: '6.00', impressions: 100 }),
        // It was paused, on the second day after it had cost something.
        campaign('2026-03-02', '50.00', { campaign_id: 'C-2', campaign_status: 'PAUSED' }),
        campaign('2026-03-03', '50.00', {
          campaign_id: 'C-2',
          campaign_status: 'PAUSED',
          cost: '1.00',
          impressions: 10,
          top_of_search_share: '0.5',
        }),
        campaign('2026-03-03', '20.00', {
          ...BRITISH,
          cost: '15.00',
          impressions: 300,
          top_of_search_share: '0.1',
        }),
        // What may be spent in all of its days says nothing of one of them.
        campaign('2026-03-03', '900.00', {
          ...BRITISH,
          campaign_id: 'C-8',
          campaign_budget_type: 'LIFETIME_BUDGET',
          impressions: 20,
        }),
      ],
      exchange_rates: [
        { rate_date: '2026-03-01', currency: 'EUR', usd_per_unit: '1.10' },
        { rate_date: '2026-03-01', currency: 'GBP', usd_per_unit: '1.32' },
        { rate_date: '2026-03-03', currency: 'EUR', usd_per_unit: '1.10' },
        { rate_date: '2026-03-03', currency: 'GBP', usd_per_unit: '1.43' },
      ],
    })
  })

  formTest('each day counts once, at its own rate', async () => {
    // 10 + 12.50, and 20 pounds at 1.3; 4 + 7 and 15 × 1.3 were spent. 400 × 25 %, 10 × 50 % and 300 × 10 % were at the top.
    expect(await valuesOf(company)).toEqual(['48.5', '0.628866', '135', '710', '0.190141'])
    // 11 of 22.50; 105 of 410.
    expect(await valuesOf(company, { marketplaces: ['DE'] })).toEqual([
      '22.5',
      '0.488889',
      '105',
      '410',
      '0.256098',
    ])
    expect(await valuesOf(company, { startDate: '2026-03-02', endDate: '2026-03-02' })).toEqual([
      '10',
      '0.4',
      '100',
      '400',
      '0.25',
    ])
  })

  test('nobody tells them of a product', async () => {
    expect(await valuesOf(company, { skus: ['MUG'] })).toEqual(METRICS.map(() => null))
    expect((await explain(company, 'campaignBudget', { skus: ['MUG'] })).rowCount).toBe(0)
  })

  test('by marketplace', async () => {
    const answer = await byKey(company, 'marketplace')
    expect(answer(undefined)).toEqual(['48.5', '135', '710'])
    expect(answer('DE')).toEqual(['22.5', '105', '410'])
    expect(answer('GB')).toEqual(['26', '30', '300'])
    for (const by of ['sku', 'adType'] as const)
      expect((await byKey(company, by))(undefined)).toEqual(['null', 'null', 'null'])
  })

  test('they are explained down to the lines of the reports, and the copied SQL says the same', async () => {
    for (const id of ['campaignBudget', 'topOfSearchImpressions', 'impressionsWithShare'] as const)
      for (const scope of [{}, { marketplaces: ['DE' as const] }]) {
        const { value, rows, rowCount, sql } = await explain(company, id, scope)
        expect([id, rowCount]).toEqual([id, rows.length])
        const sum = rows.reduce((all, { converted }) => all + parseDecimal(converted!), 0n)
        expect([id, toText(sum)]).toEqual([id, value])
        const found = await server.services.analytics.rows<{ amount: string }>(sql, {
          params: { companyId: company.id },
        })
        expect([id, found.map(({ amount }) => toText(parseDecimal(amount)))]).toEqual([id, [value]])
      }
    const { rows, exchangeRates } = await explain(company, 'campaignBudget')
    expect(rows.map(({ day, amount, currency }) => `${day} ${amount} ${currency}`)).toEqual([
      '2026-03-02 10 EUR',
      '2026-03-03 12.5 EUR',
      '2026-03-03 20 GBP',
    ])
    expect(JSON.parse(rows[1]!.rawLine!)).toMatchObject({ campaign_id: 'C-1', campaign_budget: '12.50' })
    expect(exchangeRates).toMatchObject([{ currency: 'GBP', lowest: '1.3', highest: '1.3' }])
    const { terms, rowCount } = await explain(company, 'budgetUtilisation')
    expect(terms.map((term) => [term.metricId, term.value, term.rowCount])).toEqual([
      ['adSpend', '30.5', 6],
      ['campaignBudget', '48.5', 3],
    ])
    expect(rowCount).toBe(9)
    expect(
      await server.operator.audit.explainGroups({
        ...MARCH,
        companyId: company.id,
        metricId: 'campaignBudget',
        by: 'marketplace',
      }),
    ).toMatchObject({
      value: '48.5',
      groups: [
        { key: 'GB', value: '26', rowCount: 1 },
        { key: 'DE', value: '22.5', rowCount: 2 },
      ],
    })
  })
})

test('a budget in money that no journal holds is converted at a rate that is told', async () => {
  const company = await server.company()
  await imported(company, 'ads.json', {
    // Spend counts from the finer report, so that nothing but the budget is in pounds.
    ads_daily: [product('2026-03-02', '4.00'), campaign('2026-03-02', '20.00', { currency: 'GBP' })],
    exchange_rates: [
      { rate_date: '2026-03-02', currency: 'EUR', usd_per_unit: '1.10' },
      { rate_date: '2026-03-02', currency: 'GBP', usd_per_unit: '1.32' },
    ],
  })
  for (const [id, value] of [
    ['campaignBudget', '24'],
    ['budgetUtilisation', '0.166667'],
  ] as const)
    expect(await explain(company, id)).toMatchObject({
      value,
      exchangeRates: [{ currency: 'GBP', lowest: '1.2', highest: '1.2' }],
    })
  expect((await explain(company, 'adSpend')).exchangeRates).toEqual([])
})

const MEASURES: Measure[] = [
  'advertising.budget',
  'advertising.topOfSearchImpressions',
  'advertising.impressionsWithShare',
]
async function byKey(company: TestCompany, by: MeasureKey) {
  const period = { start: MARCH.startDate, end: MARCH.endDate }
  const answer = await readMeasured(
    server.services,
    (await getCompany(server.services.accounts, company.id))!,
    {
      measures: MEASURES,
      by,
      currencyCode: 'EUR',
      marketplaces: [],
      skus: [],
      periods: [{ period, comparison: null }],
    },
    undefined,
  )
  return (key: string | undefined) =>
    MEASURES.map((measure) => {
      const { value } = answer.figure(measure, period, key)
      return value === null ? 'null' : toText(value)
    })
}

describe('a budget of a part is none of what was spent', () => {
  const told = campaign('2026-03-02', '10.00', { cost: '4.00' })
  const budgetOf = async (rows: object[], more: Partial<ExplainInput> = {}) => {
    const company = await server.company()
    await imported(company, 'ads.json', { ads_daily: rows })
    const [budget, utilisation] = await Promise.all(
      (['campaignBudget', 'budgetUtilisation'] as const).map((id) => explain(company, id, more)),
    )
    const isOf = (lacks: readonly string[] | undefined) => lacks?.includes('BUDGETS') ?? false
    expect(isOf(utilisation!.lacks)).toBe(isOf(budget!.lacks))
    const found = await server.services.analytics.rows<{ amount: string }>(budget!.sql, {
      params: { companyId: company.id },
    })
    expect(found.length).toBe(budget!.value === null ? 0 : 1)
    return [budget!.value, utilisation!.value, isOf(budget!.lacks)]
  }
  const other = { campaign_id: 'C-2', cost: '1.00' }

  test('told of all of it', async () => {
    expect(await budgetOf([told])).toEqual(['10', '0.4', false])
    // What cost nothing asks for no budget.
    const idle = product('2026-03-02', '0', { campaign_id: 'C-2' })
    expect(await budgetOf([told, product('2026-03-02', '4.00'), idle])).toEqual(['10', '0.4', false])
    // Of several rows of a facts file that state no level, each has the budget of its campaign.
    expect(
      await budgetOf([
        { ...told, level: undefined, sku: 'MUG' },
        { ...told, level: undefined, sku: 'CUP', cost: '1.00' },
      ]),
    ).toEqual(['10', '0.5', false])
    // Nothing was enabled, and there is nothing to divide by.
    expect(await budgetOf([{ ...told, campaign_status: 'PAUSED' }])).toEqual(['0', null, false])
  })

  test('not told of all of it', async () => {
    const toldOn = (day: string) => campaign(day, '10.00', { cost: '4.00' })
    const cases: Record<string, (day: string) => object[]> = {
      'no report by campaign': (day) => [product(day, '4.00')],
      'another campaign without it': (day) => [
        toldOn(day),
        product(day, '4.00'),
        product(day, '1.00', other),
      ],
      'no state': (day) => [toldOn(day), campaign(day, '5.00', { ...other, campaign_status: null })],
      'no budget': (day) => [toldOn(day), campaign(day, null, other)],
      'a budget of no known type': (day) => [
        toldOn(day),
        campaign(day, '5.00', { ...other, campaign_budget_type: '' }),
      ],
      'a budget of all its days': (day) => [
        toldOn(day),
        campaign(day, '5.00', { ...other, campaign_budget_type: 'LIFETIME_BUDGET' }),
      ],
      'an equal id of another kind': (day) => [toldOn(day), product(day, '1.00', { ad_type: 'SD' })],
      'no campaign': (day) => [toldOn(day), row(day, { ad_type: 'SD', campaign_id: '', cost: '1.00' })],
    }
    const names = Object.keys(cases)
    const dayOf = (name: string) => addDays('2026-03-02', names.indexOf(name))
    const company = await server.company()
    await imported(company, 'ads.json', {
      ads_daily: [
        toldOn(MARCH.startDate),
        ...Object.entries(cases).flatMap(([name, rowsOn]) => rowsOn(dayOf(name))),
      ],
    })
    const on = async (start: string, end: string) => {
      const { value, lacks = [] } = await explain(company, 'campaignBudget', {
        startDate: start,
        endDate: end,
      })
      return [value, lacks.includes('BUDGETS')]
    }
    expect(await on(MARCH.startDate, MARCH.startDate)).toEqual(['10', false])
    for (const name of names)
      expect([name, ...(await on(dayOf(name), dayOf(name)))]).toEqual([name, null, true])
    // One day without it is enough.
    expect(await on(MARCH.startDate, dayOf(names[0]!))).toEqual([null, true])
  })

  formTest(
    'a marketplace of which nothing is missing keeps its own, unless spend may be of any',
    async () => {
      const british = campaign('2026-03-02', '20.00', { ...BRITISH, cost: '5.00' })
      const rows = [british, product('2026-03-02', '4.00')]
      const ofBritain = { marketplaces: ['GB' as const], currencyCode: 'GBP' as const }
      expect(await budgetOf(rows, ofBritain)).toEqual(['20', '0.25', false])
      const unplaced = row('2026-03-02', { marketplace: '', ad_type: 'SD', cost: '1.00' })
      expect(await budgetOf([british, unplaced], ofBritain)).toEqual([null, null, true])
      const company = await server.company()
      await imported(company, 'ads.json', { ads_daily: [told, unplaced] })
      const answer = await byKey(company, 'marketplace')
      expect([answer('DE')[0], answer(undefined)[0]]).toEqual(['null', 'null'])
    },
  )

  test('money without a rate', async () => {
    const company = await server.company()
    await imported(company, 'ads.json', {
      ads_daily: [told, campaign('2026-03-20', '3.00', { ...BRITISH, cost: '1.00' })],
      exchange_rates: [
        { rate_date: '2026-03-01', currency: 'EUR', usd_per_unit: '1.10' },
        { rate_date: '2026-03-01', currency: 'GBP', usd_per_unit: '1.32' },
      ],
    })
    expect(await explain(company, 'campaignBudget')).toMatchObject({
      value: null,
      lacks: expect.arrayContaining(['RATES']) as string[],
      unconverted: [{ currency: 'GBP', amount: '3' }],
    })
  })

  formTest('no share is not a share of nothing', async () => {
    const company = await server.company()
    await imported(company, 'ads.json', { ads_daily: [{ ...told, impressions: 100 }] })
    expect((await valuesOf(company)).slice(2)).toEqual([null, null, null])
    await imported(company, 'more.json', {
      ads_daily: [campaign('2026-03-04', '1.00', { impressions: 100, top_of_search_share: '0' })],
    })
    expect((await valuesOf(company)).slice(2)).toEqual(['0', '100', '0'])
  })
})

test('reports of the API and of the console say the same as a facts file', async () => {
  const company = await server.company()
  const api = {
    date: '2026-03-02',
    campaignId: 1,
    campaignBudgetCurrencyCode: 'USD',
    impressions: 200,
    clicks: 2,
    cost: 5,
    sales7d: 0,
  }
  await imported(
    company,
    'spCampaigns.json',
    JSON.stringify([
      {
        ...api,
        campaignStatus: 'ENABLED',
        campaignBudgetAmount: 25.5,
        campaignBudgetType: 'DAILY_BUDGET',
        topOfSearchImpressionShare: 0.125,
      },
    ]),
  )
  await imported(
    company,
    'Sponsored_Products_Campaign.csv',
    `Date,Campaign Name,Status,Currency,Budget,Country,Impressions,Top-of-search Impression Share,Clicks,Spend,7 Day Total Sales
"Mar 3, 2026",Mugs,ENABLED,USD,$14.50,United States,100,30%,2,$5.00,$0
"Mar 3, 2026",Cups,PAUSED,USD,$90.00,United States,50,<5%,2,$0.00,$0
`,
  )
  // 10 of 40; 200 × 12.5 % and 100 × 30 % of 300.
  expect(await valuesOf(company, { currencyCode: 'USD' })).toEqual(['40', '0.25', '55', '300', '0.183333'])
})

test('hostile values are refused, each with its column', async () => {
  const company = await server.company()
  const { refusedRows } = await company.import('ads.json', {
    ads_daily: [
      campaign('2026-03-02', '-1'),
      campaign('2026-03-02', '1', { top_of_search_share: '1.01' }),
      campaign('2026-03-02', '1', { top_of_search_share: '-0.1' }),
      campaign('2026-03-02', '1', { campaign_status: "ENABLED'; --" }),
      campaign('2026-03-02', '1', { campaign_budget_type: 'DAILY' }),
      campaign('2026-03-02', '12345678901'),
      campaign('2026-03-02', '7'),
    ],
  })
  expect(refusedRows.map(({ reason }) => reason)).toEqual([
    'campaign_budget: "-1" is below zero',
    'top_of_search_share: "1.01" is not a share from 0 to 1',
    'top_of_search_share: "-0.1" is not a share from 0 to 1',
    `campaign_status: "ENABLED'; --" is not one of ENABLED, PAUSED, ARCHIVED`,
    'campaign_budget_type: "DAILY" is not one of DAILY_BUDGET, LIFETIME_BUDGET',
    'campaign_budget: "12345678901" has more than 9 digits before the decimal point',
  ])
  expect((await valuesOf(company))[0]).toBe('7')
})
