/** Which cost of advertising counts, and that every place says so: the statement, its drawer and the settlements. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const january = { from: '2026-01-01', to: '2026-01-31', currency: 'EUR' } as const

const billed = (marketplace: string, day: string, amount: string, more = {}) => ({
  transaction_type: 'ServiceFee',
  amount_type: 'Cost of Advertising',
  amount_description: 'TransactionTotalAmount',
  posted_at: `${day}T12:00:00Z`,
  marketplace,
  currency: 'EUR',
  amount,
  ...more,
})
const spent = (marketplace: string, date: string, cost: string) => ({
  date,
  ad_type: 'SP',
  marketplace,
  currency: 'EUR',
  cost,
})

/** The rows that the drawer shows of a line, and their sum. */
async function drawer(company: TestCompany, line: PnlLine, rest = {}) {
  const { value, rows, rowCount } = await company.explain(line, january, rest)
  expect(rows).toHaveLength(rowCount)
  return {
    value,
    amounts: rows.map(({ amount }) => amount),
    lines: [...new Set(rows.map((row) => row.line))],
  }
}

describe('charges that are billed in settlements', () => {
  test('are the cost where no report of their marketplace is there', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      ads_daily: [spent('DE', '2026-01-05', '10.00')],
      settlement_lines: [billed('FR', '2026-01-10', '-200.00'), billed('DE', '2026-01-11', '-70.00')],
    })
    const { lines } = await company.pnl(january)
    expect(lines).toMatchObject({
      advertisingSp: '-10',
      advertisingBilled: '-200',
      marketing: '-210',
      memoAdvertisingBilled: '-70',
    })
    expect(await drawer(company, 'advertisingBilled')).toEqual({
      value: '-200',
      amounts: ['-200'],
      lines: ['advertisingBilled'],
    })
    expect(await drawer(company, 'memoAdvertisingBilled')).toMatchObject({ value: '-70', amounts: ['-70'] })
    expect((await drawer(company, 'netProfit')).amounts).toEqual(['-10', '-200'])
  })

  test('are the cost until the day on which the reports of their marketplace begin', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      // On its first day nothing was spent; it is covered all the same.
      ads_daily: [spent('DE', '2026-01-10', '0'), spent('DE', '2026-01-12', '8.00')],
      settlement_lines: [
        billed('DE', '2026-01-09', '-50.00'),
        billed('DE', '2026-01-10', '-30.00'),
        // Of no marketplace: the reports of its currency decide.
        billed('', '2026-01-04', '-5.00'),
        billed('', '2026-01-20', '-4.00'),
      ],
    })
    const { lines } = await company.pnl(january)
    expect(lines).toMatchObject({
      advertisingSp: '-8',
      advertisingBilled: '-55',
      memoAdvertisingBilled: '-34',
      netProfit: '-63',
    })
    expect((await drawer(company, 'advertisingBilled')).amounts).toEqual(['-5', '-50'])
    expect((await drawer(company, 'memoAdvertisingBilled')).amounts).toEqual(['-30', '-4'])
  })

  test('are the cost everywhere where that is asked for, and the reports are the memo', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      ads_daily: [spent('DE', '2026-01-05', '10.00')],
      settlement_lines: [billed('DE', '2026-01-11', '-70.00')],
    })
    const billedCounts = { useAdjustedAdvertising: false }
    const { lines } = await company.pnl({ ...january, ...billedCounts })
    expect(lines).toMatchObject({
      advertisingSp: '0',
      advertisingBilled: '-70',
      memoAdvertisingBilled: '-10',
    })
    expect((await drawer(company, 'advertisingSp', billedCounts)).amounts).toEqual([])
    expect((await drawer(company, 'advertisingBilled', billedCounts)).amounts).toEqual(['-70'])
    expect((await drawer(company, 'memoAdvertisingBilled', billedCounts)).amounts).toEqual(['-10'])
  })
})

test('a settlement is split into profit and memo as the statement is, before reports come and after', async () => {
  const company = await server.company()
  await company.import(
    'settlement.txt',
    v2File({
      id: '90000000001',
      start: '2026-01-01',
      end: '2026-01-31',
      currency: 'USD',
      entries: [
        ...sale({
          order: '111-0000001-0000001',
          at: '2026-01-05 10:00:00',
          marketplace: 'Amazon.com',
          amounts: { 'ItemPrice Principal': '100.00' },
        }),
        {
          type: 'ServiceFee',
          amountType: 'Cost of Advertising',
          description: 'TransactionTotalAmount',
          amount: '-40.00',
          at: '2026-01-10 10:00:00',
        },
      ],
    }),
    { account: 'Shop', marketplace: 'US' },
  )
  const inDollars = { ...january, currency: 'USD' } as const
  const both = async () => {
    const [{ lines }, [settlement]] = await Promise.all([company.pnl(inDollars), company.reconcile()])
    expect(settlement!.ledgerDifference).toBe('0')
    return {
      statement: [lines.netProfit, lines.memo],
      settlement: [settlement!.profitAndLoss, settlement!.memo],
    }
  }
  expect(await both()).toEqual({ statement: ['60', '0'], settlement: ['60', '0'] })
  await company.import('ads.json', {
    ads_daily: [{ date: '2026-01-01', ad_type: 'SP', marketplace: 'US', currency: 'USD', cost: '0' }],
  })
  expect(await both()).toEqual({ statement: ['100', '-40'], settlement: ['100', '-40'] })
})

test('rows of net units and of costs add up to their cell, and a cost leads to its row of the price list', async () => {
  const company = await server.company()
  await company.import(
    'costs.csv',
    'sku,valid_from,currency,manufacturing,freight\nMUG,2026-01-01,EUR,3,0.5\n',
  )
  await company.import('facts.json', {
    settlement_lines: [
      { order_id: 'A-1', transaction_type: 'Order', quantity: 2, amount: '40.00' },
      { order_id: 'A-1', transaction_type: 'Refund', quantity: 1, amount: '-20.00' },
    ].map((row, index) => ({
      ...row,
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      posted_at: `2026-01-1${index}T12:00:00Z`,
      marketplace: 'DE',
      currency: 'EUR',
      sku: 'MUG',
    })),
  })
  expect(await drawer(company, 'netUnits')).toMatchObject({ value: '1', amounts: ['2', '-1'] })
  const { value, rows } = await company.explain('cogs', january)
  expect([value, rows.map(({ amount }) => amount)]).toEqual(['-7', ['-1', '-6']])
  for (const row of rows)
    expect(row.costEntry).toMatchObject({
      fileName: 'costs.csv',
      lineNumber: 2,
      rawLine: 'MUG,2026-01-01,EUR,3,0.5',
    })
  const [sold] = (await company.explain('productSales', january)).rows
  expect(sold!.costEntry).toBeNull()
})

describe('advertising of a marketplace whose reports end earlier', () => {
  const sold = (marketplace: string, day: string, currency = 'EUR') => ({
    transaction_type: 'Order',
    order_id: `O-${marketplace}-${day}`,
    order_item_id: '1',
    amount_type: 'ItemPrice',
    amount_description: 'Principal',
    posted_at: `${day}T12:00:00Z`,
    sku: 'MUG',
    marketplace,
    currency,
    amount: '100.00',
  })
  const settledIn = (settlement_id: string, currency = 'EUR') => ({
    settlement_id,
    start_at: '2025-12-31T23:00:00Z',
    end_at: '2026-02-28T22:59:59Z',
    currency,
    total_amount: '0.00',
  })
  const february = { from: '2026-02-01', to: '2026-02-28', currency: 'EUR' } as const
  const lackOf = async (company: TestCompany, marketplaces: ('DE' | 'FR' | 'US')[] = []) => {
    const [row] = await server.operator.profitAndLoss.getData({
      companyId: company.id,
      startDate: february.from,
      endDate: february.to,
      currencyCode: 'EUR',
      marketplaces,
    })
    return [row!.lines.advertisingSp, row!.lines.netProfit].map(({ lacks = [] }) =>
      lacks.includes('ADVERTISING'),
    )
  }

  test('is not known because another one of the same currency has reports', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      settlements: [settledIn('1')],
      settlement_lines: ['DE', 'FR']
        .flatMap((marketplace) => [sold(marketplace, '2026-01-10'), sold(marketplace, '2026-02-10')])
        .map((row) => ({ ...row, settlement_id: '1' })),
      ads_daily: [
        spent('DE', '2026-01-01', '1.00'),
        spent('DE', '2026-01-31', '1.00'),
        spent('FR', '2026-01-01', '1.00'),
        spent('FR', '2026-02-28', '1.00'),
      ],
    })
    expect(await lackOf(company, ['DE'])).toEqual([true, true])
    expect(await lackOf(company, ['FR'])).toEqual([false, false])
    expect(await lackOf(company)).toEqual([true, true])
  })

  test('is not known because another one is billed', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      settlements: [settledIn('1'), settledIn('2', 'USD')],
      settlement_lines: [
        ...[sold('DE', '2026-02-10'), billed('DE', '2026-02-11', '-400.00')].map((row) => ({
          ...row,
          settlement_id: '1',
        })),
        ...[sold('US', '2026-02-10', 'USD'), billed('US', '2026-02-11', '-10.00', { currency: 'USD' })].map(
          (row) => ({
            ...row,
            settlement_id: '2',
          }),
        ),
      ],
      ads_daily: [spent('DE', '2026-01-01', '1.00'), spent('DE', '2026-01-31', '1.00')],
    })
    expect(await lackOf(company, ['DE'])).toEqual([true, true])
    expect(await lackOf(company, ['US'])).toEqual([false, false])
    expect(await lackOf(company)).toEqual([true, true])
  })
})
