/** What is declared, what can be answered, and that each number is explained by what it is made of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { AWAITED, isAnswered, SAID_OF_ANSWERS } from '#contract/metrics/awaited.ts'
import { COMPUTED } from '#contract/metrics/computed.ts'
import { measuresOf, partsOf } from '#contract/metrics/evaluate.ts'
import { METRIC_IDS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { other, refund, sale, wideFile } from '#test/support/settlement-file.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { LEDGER_MEASURES } from './facts/ledger-figures.ts'
import { MEASURED_MEASURES } from './facts/known-measures.ts'
import { formsOf } from '#test/support/drawn-cases.ts'

/** Names of rules that a metric is worked out by, itself and below. */
const rulesOf = (id: MetricId): string[] => {
  const { formula } = metricOf(id)
  return [...(formula.kind === 'computed' ? [formula.by] : []), ...partsOf(id).flatMap(rulesOf)]
}

test('the awaited metrics are those whose measures or rules are not there, and no others', () => {
  const isThere = (id: MetricId) =>
    [...measuresOf([id])].every(
      (measure) => LEDGER_MEASURES.has(measure) || MEASURED_MEASURES.has(measure),
    ) && rulesOf(id).every((rule) => rule in COMPUTED)
  const others = [...AWAITED, ...SAID_OF_ANSWERS]
  expect(others.toSorted()).toEqual(METRIC_IDS.filter((id) => !isThere(id)).toSorted())
})

describe('a company with a sale, a refund and a fee', () => {
  const JANUARY = { from: '2026-01-01', to: '2026-01-31', currency: 'EUR' } as const
  let server: TestServer
  let company: TestCompany
  beforeAll(async () => {
    server = await startTestServer()
    company = await server.company()
    await company.import(
      'settlement.txt',
      wideFile({
        id: '20000000001',
        start: '2026-01-01',
        end: '2026-01-15',
        currency: 'EUR',
        entries: [
          ...sale({
            order: '302-0000001',
            at: '2026-01-05 12:00:00',
            sku: "O'MUG\\1",
            marketplace: 'Amazon.de',
            units: 3,
            amounts: { 'ItemPrice Principal': '120.00', 'ItemFees Commission': '-18.00' },
          }),
          ...refund({
            order: '302-0000001',
            at: '2026-01-09 12:00:00',
            sku: "O'MUG\\1",
            marketplace: 'Amazon.de',
            amounts: { 'ItemPrice Principal': '-40.00', 'ItemFees Commission': '6.00' },
          }),
          other('Subscription Fee', '-39.00', '2026-01-10 12:00:00'),
        ],
      }),
    )
    // What is of orders alone is told of these.
    const record = await company.import('orders.json', {
      order_items: [
        {
          order_id: '302-0000001',
          order_item_id: '1',
          purchased_at: '2026-01-05T12:00:00Z',
          order_status: 'Shipped',
          marketplace: 'DE',
          currency: 'EUR',
          sku: "O'MUG\\1",
          quantity: 3,
          item_price: '120.00',
        },
      ],
      product_costs: [{ sku: "O'MUG\\1", valid_from: '2025-01-01', currency: 'EUR', manufacturing: '10.00' }],
    })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const explained = (metricId: MetricId, more: object = {}) =>
    server.operator.audit.explainValue({
      companyId: company.id,
      metricId,
      startDate: JANUARY.from,
      endDate: JANUARY.to,
      currencyCode: JANUARY.currency,
      ...more,
    })

  test('every metric that is made of others is explained, and its terms make it', async () => {
    const { row } = await company.pnl(JANUARY)
    const made = METRIC_IDS.filter((one) => isAnswered(one) && partsOf(one).length > 0)
    for (const id of formsOf(made, 30)) {
      const { value, terms, label, unit } = await explained(id)
      expect([id, label, unit]).toEqual([id, metricOf(id).label, metricOf(id).unit])
      expect(terms.map(({ metricId }) => metricId)).toEqual(partsOf(id))
      const { formula } = metricOf(id)
      if (formula.kind !== 'plus') continue
      if (terms.some((term) => term.value === null)) {
        expect([id, value]).toEqual([id, null])
        continue
      }
      const sum = terms.reduce((total, term, index) => {
        const amount = parseDecimal(term.value!)
        return formula.terms[index]!.startsWith('-') ? total - amount : total + amount
      }, 0n)
      // Each term is rounded to the sixth digit.
      expect([id, Number(value)]).toEqual([id, expect.closeTo(Number(toText(sum)), 5)])
    }
    // From the file above, by hand.
    expect((await explained('netUnits')).value).toBe('2')
    expect((await explained('amazonFees')).value).toBe('51')
    expect((await explained('netMargin')).value).toBe(
      toText(
        (parseDecimal(row.lines.netProfit.value!) * 10n ** 12n) / parseDecimal(row.lines.netSales.value!),
      ),
    )
  })

  test('a line of the statement is explained by its own name too', async () => {
    const { metricId, value } = await explained('unitsSold', {
      metricId: undefined,
      lineId: 'averageSellingPrice',
    })
    expect({ metricId, value }).toEqual({ metricId: 'statementAverageSellingPrice', value: '40' })
  })

  test('rows that a formula takes away carry that sign', async () => {
    const { rows } = await explained('netUnits')
    expect(rows.map(({ line, amount }) => [line, amount])).toEqual([
      ['unitsSold', '3'],
      ['unitsRefunded', '-1'],
    ])
    const fees = await explained('amazonFees')
    expect(fees.rows.map(({ converted }) => parseDecimal(converted!)).reduce((a, b) => a + b)).toBe(
      parseDecimal('51'),
    )
  })

  test('what is not read yet says so, and a question names one number', async () => {
    await expect(explained('packageVolume')).rejects.toThrow(
      'Volume comes from files that this version does not read yet',
    )
    await expect(explained('netSales', { lineId: 'netSales' })).rejects.toThrow('Name a metric or a line')
    await expect(explained('netSales', { metricId: undefined })).rejects.toThrow('Name a metric or a line')
  })

  test('what no line tells apart is read row by row, and says which rows', async () => {
    // Tax and costs that are derived are no money of Amazon's.
    const proceeds = await explained('netProceeds')
    expect([proceeds.value, proceeds.rowCount, proceeds.rows.map(({ amount }) => amount)]).toEqual([
      '29',
      5,
      ['120', '-18', '-40', '6', '-39'],
    ])
    // Asked on the other basis, it is told on its own.
    expect((await explained('netProceeds', { basis: 'ORDER' })).value).toBe('29')
    expect((await explained('netProceeds', { skus: ["O'MUG\\1"] })).value).toBe('68')
    // The order is settled, so nothing of its fees is expected any more.
    expect((await explained('feesOfOrders')).value).toBe('18')
    expect((await explained('estimatedFeeShare')).value).toBe('0')
    expect((await explained('estimatedFees')).rows.map(({ amount }) => amount)).toEqual(['-18', '18'])
    expect((await explained('unmappedAmount')).value).toBe('0')
  })

  test.each([
    ['everything', {}],
    ['a marketplace', { marketplaces: ['DE'] }],
    ['a product with quotes in its name', { skus: ["O'MUG\\1", 'x{a:String}'] }],
    [
      'a product that would end the statement',
      { skus: ["O'MUG\\1", "'", "\\'", "') OR 1 = 1 --", "')}; DROP TABLE ledger; --"] },
    ],
    ['a marketplace with its share', { marketplaces: ['DE'], notAllocated: 'SHARED' }],
  ])('the copied SQL runs as it is and adds up to the number: %s', async (_, scope) => {
    for (const metricId of ['netProfit', 'netProceeds'] as const) {
      const { value, sql } = await explained(metricId, scope)
      const found = await server.services.analytics.rows<{ line: string; amount: string }>(sql, {
        params: { companyId: company.id },
      })
      const sum = found.reduce((total, { amount }) => total + parseDecimal(amount), 0n)
      expect(value).toMatch(/[1-9]/)
      expect(toText(sum)).toBe(value)
      expect(sql).not.toMatch(/\{companyId/)
    }
  })
})
