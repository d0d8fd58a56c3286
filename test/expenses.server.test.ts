/** Entered expenses in the statement: spread over their days, and down to the row that says them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { EXPENSE_LINES_MAX } from '#contract/profit-and-loss.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
/** What the server takes for now, but for days of which a test says something. */
let NOW: Date
beforeAll(async () => {
  server = await startTestServer()
  NOW = server.now
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const expense = <More extends object>(more: More) => ({
  name: 'Rent',
  amount: '3100.00',
  currency: 'EUR',
  start_date: '2025-01-01',
  frequency: 'MONTHLY',
  ...more,
})

const FEBRUARY = { from: '2025-02-01', to: '2025-02-28', currency: 'EUR' } as const

async function spent(company: TestCompany, from: string, to: string, rest = {}): Promise<string | null> {
  return (await company.pnl({ from, to, currency: 'EUR', ...rest })).lines.operatingExpenses
}

const DAY_MS = 86_400_000
const numberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

interface Entered {
  frequency: string
  amount: string
  start_date: string
  end_date: string | null
}

const MONTHS: Record<string, number> = { MONTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 }

/** The days of an expense in 10⁻⁹, occurrence by occurrence from its start, where the server goes by the day. */
function daysByHand({ frequency, amount, start_date: start, end_date: end }: Entered, until: string) {
  const days: [day: string, units: bigint][] = []
  const units = parseDecimal(amount) / 1000n
  const last = numberOf(end ?? (frequency === 'ONE_TIME' ? start : until))
  const [year, month, dayOfMonth] = start.split('-').map(Number) as [number, number, number]
  const startOf = (occurrence: number): number => {
    const months = MONTHS[frequency]
    if (frequency === 'ONE_TIME') return occurrence === 0 ? numberOf(start) : last + 1
    if (!months) return numberOf(start) + occurrence * (frequency === 'WEEKLY' ? 7 : 1)
    const lastOfMonth = new Date(Date.UTC(year, month + months * occurrence, 0)).getUTCDate()
    return Date.UTC(year, month - 1 + months * occurrence, Math.min(dayOfMonth, lastOfMonth)) / DAY_MS
  }
  for (let occurrence = 0; startOf(occurrence) <= last; occurrence++) {
    const first = startOf(occurrence)
    const length = BigInt(startOf(occurrence + 1) - first)
    const half = units < 0n ? -length : length
    let before = 0n
    for (let day = first; day < first + Number(length); day++) {
      const reached = (2n * units * BigInt(day - first + 1) + half) / (2n * length)
      const isWeekend = [0, 6].includes(new Date(day * DAY_MS).getUTCDay())
      if (day <= last && day <= numberOf(until) && !(frequency === 'WEEKDAYS' && isWeekend))
        days.push([dateOf(day), reached - before])
      before = reached
    }
  }
  return days
}

const PERIODS = [
  ['ONE_TIME', '2024-02-29', null],
  ['ONE_TIME', '2025-02-26', '2025-03-07'],
  ['ONE_TIME', '2024-12-31', '2024-12-31'],
  ['DAILY', '2024-02-27', '2024-03-02'],
  ['WEEKDAYS', '2025-02-01', '2025-02-17'],
  ['WEEKLY', '2025-01-30', '2025-03-05'],
  ['MONTHLY', '2024-01-31', null],
  ['MONTHLY', '2024-11-15', '2025-02-20'],
  ['QUARTERLY', '2023-11-30', null],
  ['ANNUALLY', '2024-02-29', null],
] as const

test('every frequency gives the days that a calendar gives, up to today', async () => {
  server.now = new Date('2025-03-03T12:00:00Z')
  const company = await server.company()
  const entered = PERIODS.flatMap(([frequency, start_date, end_date]) =>
    ['100', '-7.770000001'].map((amount) => expense({ frequency, amount, start_date, end_date })),
  )
  const { counts } = await company.import('facts.json', { expenses: entered })
  expect(counts).toMatchObject({ kept: entered.length, refused: 0 })

  const question = { from: '2023-01-01', to: '2026-12-31', currency: 'EUR' } as const
  const found: string[] = []
  let total = 1
  while (found.length < total) {
    const page = await company.explain('operatingExpenses', question, { limit: 500, offset: found.length })
    total = page.rowCount
    for (const { day, amount, lineNumber } of page.rows)
      found.push(`${lineNumber} ${day} ${-parseDecimal(amount) / 1000n}`)
  }
  const wanted = entered.flatMap((one, index) =>
    daysByHand(one, '2025-03-03').map(([day, units]) => `${index + 1} ${day} ${units}`),
  )
  expect(wanted.length).toBeGreaterThan(2_500)
  expect(found.toSorted()).toEqual(wanted.toSorted())
  const sum = wanted.reduce((all, row) => all + BigInt(row.split(' ')[2]!), 0n)
  expect(await spent(company, question.from, question.to)).toBe(toText(-sum * 1000n))
  server.now = NOW
})

const sale = (day: string, marketplace = 'DE') => ({
  transaction_type: 'Order',
  posted_at: `${day}T12:00:00Z`,
  order_id: `O-${day}-${marketplace}`,
  sku: 'MUG-1',
  marketplace,
  amount_type: 'ItemFees',
  amount_description: 'Commission',
  amount: '-10.00',
  currency: 'EUR',
})

formTest('an expense comes and goes with its file, and stays where it was seen', async () => {
  const company = await server.company()
  await company.import('sales.json', { settlement_lines: [sale('2025-02-01'), sale('2025-02-28')] })
  const without = await company.pnl(FEBRUARY)
  expect(without.lines).toMatchObject({ operatingExpenses: '0', netProfit: '-20' })
  expect(without.row.lines.netProfit.lacks).toContain('EXPENSES')
  const sums = await company.checksums()
  const asOf = await company.publishedVersion()

  const { id } = await company.import('expenses.json', { expenses: [expense({})] })
  const withRent = await company.pnl(FEBRUARY)
  expect(withRent.lines).toMatchObject({ operatingExpenses: '-3100', netProfit: '-3120' })
  expect(withRent.row.lines.netProfit.lacks).not.toContain('EXPENSES')
  expect(withRent.row.lines.operatingExpenses.lacks).toBeUndefined()
  expect((await company.pnl({ ...FEBRUARY, asOf })).lines).toEqual(without.lines)

  // The same row in another file is the same expense, whichever of them goes first.
  const again = await company.import('again.json', { expenses: [expense({}), expense({ name: 'Desk' })] })
  expect(await spent(company, FEBRUARY.from, FEBRUARY.to)).toBe('-6200')
  await company.undo(id)
  expect(await spent(company, FEBRUARY.from, FEBRUARY.to)).toBe('-6200')
  const before = await company.checksums()
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await company.checksums()).toEqual(before)
  await company.undo(again.id)
  expect((await company.pnl(FEBRUARY)).lines).toEqual(without.lines)
  expect(await company.checksums()).toEqual(sums)
})

test('the rows of the drawer add up to the cell and lead to the row of the file', async () => {
  const company = await server.company()
  const record = await company.import('expenses.json', {
    expenses: [
      expense({ amount: '1000.00', category: 'Premises' }),
      expense({
        name: 'Fair',
        amount: '31.00',
        currency: 'USD',
        frequency: 'ONE_TIME',
        start_date: '2025-02-03',
      }),
    ],
    exchange_rates: [{ rate_date: '2025-02-03', currency: 'EUR', usd_per_unit: '1.25' }],
  })
  const explained = await company.explain('operatingExpenses', FEBRUARY, { limit: 100 })
  expect(explained).toMatchObject({ value: '-1024.8', rowCount: 29 })
  expect(explained.lacks).toBeUndefined()
  const sum = explained.rows.reduce(
    (total, { currency, amount, converted }) =>
      total + parseDecimal(currency === 'EUR' ? amount : converted!),
    0n,
  )
  expect(toText(sum, 9)).toBe(explained.value)
  expect(explained.rows.find(({ currency }) => currency === 'USD')).toMatchObject({
    day: '2025-02-03',
    amount: '-31',
    converted: '-24.8',
    exchangeRate: '0.8',
    transactionType: 'Expense',
    amountDescription: 'Fair',
    importId: record.id,
    fileName: 'expenses.json',
    lineNumber: 2,
    rawLine: expect.stringContaining('"Fair"') as string,
  })
  expect(explained.rows[0]).toMatchObject({
    amountType: 'Premises',
    amountDescription: 'Rent',
    lineNumber: 1,
  })
  // An amount of a day without a rate is no amount.
  const pounds = await company.pnl({ ...FEBRUARY, currency: 'USD', to: '2025-02-28' })
  expect(pounds.row.lines.operatingExpenses).toMatchObject({ value: null, lacks: ['RATES'] })
  const profit = await company.explain('netProfit', FEBRUARY)
  expect(profit.terms.at(-1)).toMatchObject({
    metricId: 'statementOperatingExpenses',
    value: '-1024.8',
    rowCount: 29,
  })
})

test('an expense of one marketplace is that one’s, and one of the company is no marketplace’s', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    settlement_lines: [sale('2025-02-01'), sale('2025-02-28', 'FR')],
    expenses: [
      expense({ marketplace: 'DE', amount: '28.00' }),
      expense({ marketplace: 'IT', amount: '14.00' }),
      expense({ marketplace: 'ALL', brand_name: 'ALL', amount: '56.00' }),
    ],
  })
  const spentIn = async (rest: object) => {
    const { row } = await company.pnl({ ...FEBRUARY, ...rest })
    const { value, lacks = [] } = row.lines.operatingExpenses
    return [value, lacks.includes('EXPENSES')]
  }
  expect(await spentIn({})).toEqual(['-98', false])
  expect(await spentIn({ marketplaces: ['DE', 'FR', 'IT'] })).toEqual(['-98', false])
  // Italy has expenses and no sales, and is a marketplace all the same.
  expect(await spentIn({ marketplaces: ['DE', 'FR'] })).toEqual(['-28', true])
  expect(await spentIn({ marketplaces: ['DE'] })).toEqual(['-28', true])
  expect(await spentIn({ marketplaces: ['FR'] })).toEqual(['0', true])
  expect(await spentIn({ skus: ['MUG-1'] })).toEqual(['0', true])
  const german = await company.explain('operatingExpenses', FEBRUARY, { marketplaces: ['DE'] })
  expect(german).toMatchObject({ value: '-28', rowCount: 28 })
  expect(await company.explain('operatingExpenses', FEBRUARY, { skus: ['MUG-1'] })).toMatchObject({
    rowCount: 0,
  })
})

test('each category is a line of the statement, explained by itself, and they add up to the line', async () => {
  const company = await server.company()
  const { id } = await company.import('facts.json', {
    settlement_lines: [sale('2024-12-15'), sale('2024-12-15', 'FR'), sale('2025-02-28')],
    expenses: [
      expense({ name: 'Office', category: 'Rooms', amount: '620.00' }),
      expense({
        name: 'Storage',
        category: 'Rooms',
        amount: '28.00',
        start_date: '2025-02-01',
        marketplace: 'DE',
      }),
      expense({ name: 'Fair', category: 'Travel', currency: 'USD', frequency: 'ONE_TIME', amount: '50.00' }),
      expense({ name: 'Refund', amount: '-2.80', start_date: '2025-02-01', frequency: 'ONE_TIME' }),
    ],
    exchange_rates: [{ rate_date: '2025-01-01', currency: 'EUR', usd_per_unit: '1.25' }],
  })
  const monthly = { from: '2025-01-01', to: '2025-02-28', currency: 'EUR', dateInterval: 'MONTHLY' } as const
  const { rows } = await company.pnl(monthly)
  expect(rows.map(({ expenses }) => expenses!.map(({ category, value }) => [category, value]))).toEqual([
    [
      ['Rooms', '-620'],
      ['Travel', '-40'],
      ['', '0'],
    ],
    [
      ['Rooms', '-648'],
      ['Travel', '0'],
      ['', '2.8'],
    ],
  ])
  expect(rows.map(({ lines }) => lines.operatingExpenses.value)).toEqual(['-660', '-645.2'])
  // Against the month before, as every line.
  const grown = (await company.pnl({ ...monthly, growthMetricType: 'MONTH_ON_MONTH' })).rows
  expect(grown[1]!.expenses![0]).toMatchObject({ previous: '-620', growth: 0.045161 })
  // Of one marketplace its own alone; of both bases the same, and no difference between them.
  const german = await company.pnl({ ...FEBRUARY, marketplaces: ['DE'] })
  expect(german.row.expenses).toMatchObject([{ category: 'Rooms', value: '-28', lacks: ['EXPENSES'] }])
  server.now = new Date('2025-06-01T12:00:00Z')
  const [ordered] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: FEBRUARY.from,
    endDate: FEBRUARY.to,
    currencyCode: 'EUR',
  })
  server.now = NOW
  expect(ordered!.expenses!.map(({ category, value }) => [category, value])).toEqual([
    ['Rooms', '-648'],
    // Of what it is compared with.
    ['Travel', '0'],
    ['', '2.8'],
  ])
  // Before anything was entered nothing is said of any of them.
  const [before] = (await company.pnl({ ...monthly, from: '2024-12-01' })).rows
  expect(before!.expenses!.map(({ lacks }) => lacks)).toEqual([['EXPENSES'], ['EXPENSES'], ['EXPENSES']])
  // Money without a rate is no amount, of its own category alone.
  const { row: dollars } = await company.pnl({
    ...FEBRUARY,
    from: '2025-01-01',
    to: '2025-01-01',
    currency: 'USD',
  })
  expect(dollars.expenses!.map(({ category, value }) => [category, value])).toEqual([
    ['Travel', '-50'],
    ['Rooms', '-25'],
  ])

  const rooms = await company.explain('operatingExpenses', FEBRUARY, { expenseCategory: 'Rooms', limit: 100 })
  expect(rooms).toMatchObject({ value: '-648', rowCount: 56 })
  expect(new Set(rooms.rows.map(({ amountType }) => amountType))).toEqual(new Set(['Rooms']))
  const none = await company.explain('operatingExpenses', FEBRUARY, { expenseCategory: '', limit: 100 })
  expect(none).toMatchObject({ value: '2.8', rowCount: 1 })
  const asked = {
    companyId: company.id,
    startDate: FEBRUARY.from,
    endDate: FEBRUARY.to,
    currencyCode: 'EUR',
    metricId: 'statementOperatingExpenses',
    expenseCategory: 'Rooms',
  } as const
  const { groups, value } = await server.operator.audit.explainGroups({ ...asked, by: 'marketplace' })
  expect([value, groups.map((group) => [group.key, group.value])]).toEqual([
    '-648',
    [
      ['', '-620'],
      ['DE', '-28'],
    ],
  ])
  expect(await server.operator.audit.explainLines({ ...asked, limit: 1 })).toMatchObject({ rowCount: 56 })
  const change = await server.operator.audit.explainChange({
    ...asked,
    by: 'marketplace',
    comparisonStart: '2025-01-01',
    comparisonEnd: '2025-01-31',
  })
  expect(change).toMatchObject({ value: '-648', previous: '-620', change: '-28' })
  expect(change.contributors.map(({ key }) => key)).toEqual(['DE'])
  await expect(server.operator.audit.explainValue({ ...asked, metricId: 'netProfit' })).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  )

  // The whole statement is of all of them, whatever else a call says.
  const statement = {
    companyId: company.id,
    startDate: FEBRUARY.from,
    endDate: FEBRUARY.to,
    currencyCode: 'EUR',
  } as const
  const [whole] = await server.operator.profitAndLoss.getData(statement)
  for (const more of [
    { expenseCategory: 'Rooms' },
    { expenseBrands: 5, ownsBrandExpenses: 1 },
    { settings: 'x' },
    { parentAsin: '' },
  ])
    expect(await server.operator.profitAndLoss.getData({ ...statement, ...more } as never)).toEqual([whole])

  // The smaller ones of very many are one line.
  await company.undo(id)
  await company.import('many.json', {
    expenses: Array.from({ length: EXPENSE_LINES_MAX + 3 }, (_, place) =>
      expense({
        name: `No. ${place}`,
        category: `Category ${place}`,
        amount: String(28 * (place + 1)),
        start_date: '2025-02-01',
      }),
    ),
  })
  const { row: many } = await company.pnl(FEBRUARY)
  const expenses = many.expenses!
  expect(expenses).toHaveLength(EXPENSE_LINES_MAX + 1)
  expect([expenses[0]!.category, expenses.at(-1)]).toMatchObject([
    `Category ${EXPENSE_LINES_MAX + 2}`,
    { category: null, value: String(-28 * (1 + 2 + 3)) },
  ])
  expect(toText(expenses.reduce((sum, { value: one }) => sum + parseDecimal(one!), 0n))).toBe(
    many.lines.operatingExpenses.value,
  )
})

test('both bases have them, and months before the first expense say that none was entered', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    settlement_lines: [sale('2024-11-15'), sale('2025-02-28')],
    expenses: [expense({ amount: '31.00' })],
  })
  const rows = (
    await company.pnl({ from: '2024-11-01', to: '2025-02-28', currency: 'EUR', dateInterval: 'MONTHLY' })
  ).rows
  expect(rows.map(({ lines }) => lines.operatingExpenses.value)).toEqual(['0', '0', '-31', '-31'])
  expect(rows.map(({ lines }) => lines.netProfit.lacks?.includes('EXPENSES'))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const [byOrder] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: FEBRUARY.from,
    endDate: FEBRUARY.to,
    currencyCode: 'EUR',
  })
  expect(byOrder!.lines.operatingExpenses.value).toBe('-31')
})

test('what can’t be spread over days is refused by name', async () => {
  const company = await server.company()
  const record = await company.import('facts.json', {
    expenses: [
      expense({ frequency: 'monthly' }),
      expense({ frequency: 'FORTNIGHTLY' }),
      expense({ end_date: '2024-12-31' }),
      expense({ start_date: '1900-01-01' }),
      expense({ end_date: '9999-12-31' }),
      expense({ start_date: '2025-02-30' }),
    ],
  })
  expect(record.refusedRows.map(({ lineNumber, reason }) => [lineNumber, reason])).toEqual([
    [2, expect.stringMatching(/^frequency: "FORTNIGHTLY" is not one of ONE_TIME, DAILY/)],
    [3, 'end_date: 2024-12-31 lies before the start_date, 2025-01-01'],
    [4, 'start_date: "1900-01-01" is not a day from 1995 to 2100'],
    [5, 'end_date: "9999-12-31" is not a day from 1995 to 2100'],
    [6, 'start_date: "2025-02-30" is not a date such as 2026-03-31'],
  ])
  expect(await spent(company, FEBRUARY.from, FEBRUARY.to)).toBe('-3100')
})
