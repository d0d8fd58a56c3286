/** Numbers as they were at a moment, and what has changed them since: parts that add up exactly. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangedLine, ChangesSince } from '#contract/as-it-was.ts'
import { addDays } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { addMember } from '#server/accounts/index.ts'
import { PROCEDURES } from '#server/router.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const FEBRUARY = { from: '2025-02-01', to: '2025-02-28', currency: 'EUR' } as const
const RANGE = { startDate: '2025-02-01', endDate: '2025-02-28', currencyCode: 'EUR' } as const

const sale = (order: string, amount: string, currency: string, marketplace: string, day = '2025-02-10') => ({
  transaction_type: 'Order',
  posted_at: `${day}T12:00:00Z`,
  order_id: order,
  sku: 'MUG',
  quantity: 1,
  marketplace,
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount,
  currency,
})

const momentsOf = async (company: TestCompany) =>
  (await server.operator.audit.listMoments({ companyId: company.id })).publications
const lastMoment = async (company: TestCompany) => (await momentsOf(company))[0]!.at
const changes = (company: TestCompany, since: string, more: object = {}): Promise<ChangesSince> =>
  server.operator.audit.listChanges({ companyId: company.id, ...RANGE, since, ...more })
const lineOf = ({ lines }: ChangesSince, id: ChangedLine['line']) => lines.find(({ line }) => line === id)

const rent = (amount: string, more: object = {}) => ({
  id: 'new-1',
  name: 'Rent',
  amount,
  currency: 'EUR' as const,
  frequency: 'MONTHLY' as const,
  startDate: '2025-01-01',
  endDate: null,
  marketplace: null,
  categoryId: 'new-rent',
  vendorId: null,
  note: '',
  ...more,
})
const spend = (company: TestCompany, amount: string, more: object = {}, calls = server.operator) =>
  calls.expenses.save({
    companyId: company.id,
    saveId: randomUUID(),
    createdCategories: [{ id: 'new-rent', name: `Rent ${randomUUID()}` }],
    created: [rent(amount, more)],
  })

function expectPartsToAddUp({ lines }: ChangesSince): void {
  for (const { line, difference, parts } of lines) {
    if (difference === null) continue
    const sum = parts.reduce((total, { amount }) => total + parseDecimal(amount), ZERO)
    expect(toText(sum, 12), line).toBe(difference)
  }
}

test('each part is named by what made it, whoever did it, and they add up to the difference', async () => {
  const company = await server.company()
  await company.import('first.json', { settlement_lines: [sale('O-1', '119.00', 'EUR', 'DE')] })
  const then = await lastMoment(company)
  const { user, calls } = await server.person('manager@example.com')
  await addMember(server.services.accounts, { id: company.id }, user, 'MANAGER')
  const gone = await company.import('gone.json', { settlement_lines: [sale('O-2', '11.90', 'EUR', 'DE')] })
  await company.import('second.json', { settlement_lines: [sale('O-3', '59.50', 'EUR', 'DE')] })
  await calls.imports.undo({ companyId: company.id, importId: gone.id })
  await spend(company, '28.00', {}, calls)
  await calls.companies.set({ companyId: company.id, establishmentCountry: 'DE' })

  expect((await momentsOf(company))[0]).toMatchObject({
    kind: 'SETTINGS',
    by: 'manager@example.com',
    settings: ['establishmentCountry'],
  })
  const found = await changes(company, then)
  const profit = lineOf(found, 'netProfit')!
  const named = profit.parts.map(({ amount, version, of }) => {
    const cause = found.publications.find((one) => one.version === version)
    return [cause?.kind ?? of, cause?.fileName ?? null, cause?.by ?? null, amount]
  })
  expect(named).toEqual([
    ['IMPORT', 'second.json', null, '50'],
    ['EXPENSES', null, 'manager@example.com', '-28'],
    ['IMPORT', 'gone.json', null, '10'],
    ['UNDO', 'gone.json', 'manager@example.com', '-10'],
  ])
  expect(profit).toMatchObject({ before: '100', now: '122', difference: '22' })
  expectPartsToAddUp(found)
  expect((await company.pnl({ ...FEBRUARY, asOf: then })).lines.netProfit).toBe('100')
  // What came to nothing in a line does not stand in it.
  expect(lineOf(found, 'unitsSold')).toMatchObject({ before: '1', now: '2', difference: '1' })
  expect(await changes(company, await lastMoment(company))).toMatchObject({ lines: [], publicationCount: 0 })
})

test('rates, days that came and rules are parts of their own', async () => {
  const company = await server.company()
  await company.import('pounds.json', { settlement_lines: [sale('O-1', '100.00', 'GBP', 'GB')] })
  await company.import('billed.json', {
    settlement_lines: [
      {
        ...sale('', '-10.00', 'EUR', 'DE'),
        transaction_type: 'ServiceFee',
        quantity: 0,
        amount_type: 'Cost of Advertising',
        amount_description: 'TransactionTotalAmount',
      },
    ],
  })
  const before = await lastMoment(company)
  const day = before.slice(0, 10)
  const now = server.now
  // As long as nothing is published the days of an expense go on coming.
  await spend(company, '1.00', { frequency: 'DAILY', startDate: addDays(day, -1) })
  const then = await lastMoment(company)
  try {
    server.now = new Date(Date.parse(then) + 3 * 86_400_000)
    const range = { startDate: addDays(day, -5), endDate: addDays(day, 30) }
    const found = await changes(company, then, range)
    expect(lineOf(found, 'operatingExpenses')).toMatchObject({
      before: '-2',
      now: '-5',
      parts: [{ of: 'DAYS', version: null, amount: '-3' }],
    })
    expectPartsToAddUp(found)
  } finally {
    server.now = now
  }

  await company.import('rates.json', {
    exchange_rates: [
      { rate_date: '2025-02-10', currency: 'GBP', usd_per_unit: '2.00' },
      { rate_date: '2025-02-10', currency: 'EUR', usd_per_unit: '1.00' },
    ],
  })
  await company.import('ads.json', {
    ads_daily: [{ date: '2025-02-09', marketplace: 'DE', currency: 'EUR', ad_type: 'SP', cost: '4.00' }],
  })
  const found = await changes(company, then)
  expectPartsToAddUp(found)
  const sales = lineOf(found, 'grossSales')!
  expect(sales.now).toBe('200')
  expect(sales.parts).toMatchObject([{ of: 'RATES', amount: sales.difference! }])
  const byRules = { before: '-10', now: '0', parts: [{ of: 'RULES', amount: '10' }] }
  expect(lineOf(found, 'advertisingBilled')).toMatchObject(byRules)
  // That the month is closed by now changes no reason.
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2025-02'] })
  const closed = await changes(company, then)
  expectPartsToAddUp(closed)
  expect(lineOf(closed, 'advertisingBilled')).toMatchObject(byRules)
})

test('what a brand came to then is that of the products it had then', async () => {
  const company = await server.company()
  const of = (sku: string, amount: string) => ({ ...sale(`O-${sku}`, amount, 'EUR', 'DE'), sku })
  await company.import('sales.json', { settlement_lines: [of('MUG', '100.00'), of('POT', '50.00')] })
  const branded = (sku: string, asin: string) => ({
    listings: [{ snapshot_date: '2025-02-28', marketplace: 'DE', sku, asin }],
    catalogue_items: [{ snapshot_date: '2025-02-28', marketplace: 'DE', asin, brand: 'Potters' }],
  })
  await company.import('mug.json', branded('MUG', 'B000000001'))
  const then = await lastMoment(company)
  await company.import('more.json', { settlement_lines: [of('POT', '7.00')] })
  await company.import('pot.json', branded('POT', 'B000000002'))
  const brand = { brandNames: ['Potters'] }
  const found = await changes(company, then, brand)
  expect(lineOf(found, 'grossSales')).toMatchObject({
    before: '100',
    now: '157',
    parts: [{ of: 'RULES', amount: '50' }, { amount: '7' }],
  })
  expectPartsToAddUp(found)
  const asked = { companyId: company.id, ...RANGE, ...brand, asOf: then }
  const [page] = await server.operator.profitAndLoss.getData(asked)
  expect(page!.lines.grossSales.value).toBe('100')
  // Of everything nothing but the sale has come.
  expect(lineOf(await changes(company, then), 'grossSales')).toMatchObject({
    before: '150',
    now: '157',
    parts: [{ amount: '7' }],
  })
})

test('over random sequences of changes parts add up, and each is what its version made', async () => {
  const step = fc.oneof(
    fc.record({
      what: fc.constant('import' as const),
      amount: fc.integer({ min: 1, max: 99_999 }),
      place: fc.constantFrom(['EUR', 'DE'], ['GBP', 'GB'], ['PLN', 'PL']),
    }),
    fc.record({ what: fc.constant('undo' as const), which: fc.nat(5) }),
    fc.record({ what: fc.constant('country' as const), country: fc.constantFrom('DE', 'FR', null) }),
    fc.record({ what: fc.constant('rent' as const), amount: fc.integer({ min: 1, max: 9_999 }) }),
  )
  let number = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const company = await server.company()
      const live: number[] = []
      const add = async (amount: string, [currency, marketplace]: readonly string[]) => {
        const order = `O-${++number}`
        const { id } = await company.import(`${order}.json`, {
          settlement_lines: [
            sale(order, amount, currency!, marketplace!),
            {
              ...sale(order, `-${amount}`, currency!, marketplace!),
              quantity: 0,
              amount_type: 'ItemFees',
              amount_description: 'Commission',
            },
          ],
        })
        live.push(id)
      }
      await add('12.34', ['EUR', 'DE'])
      for (const one of steps) {
        if (one.what === 'import') await add((one.amount / 100).toFixed(2), one.place)
        else if (one.what === 'country') await company.set({ establishmentCountry: one.country })
        else if (one.what === 'rent') await spend(company, String(one.amount))
        else if (live.length > 0) await company.undo(live.splice(one.which % live.length, 1)[0]!)
      }
      const moments = (await momentsOf(company)).toReversed()
      const values = []
      for (const { version } of moments)
        values.push((await company.pnl({ ...FEBRUARY, asOf: version })).lines)
      for (const [index, { at }] of moments.entries()) {
        const found = await changes(company, at)
        expectPartsToAddUp(found)
        const told = new Set(found.lines.map(({ line }) => line))
        for (const line of Object.keys(values[index]!) as ChangedLine['line'][]) {
          if (line === 'averageSellingPrice') continue
          const [was, is] = [values[index]![line], values.at(-1)![line]]
          if (was === null || is === null) continue
          expect(told.has(line), line).toBe(was !== is)
          const { before, now } = lineOf(found, line) ?? { before: was, now: is }
          expect([toText(parseDecimal(before!)), toText(parseDecimal(now!))]).toEqual([was, is])
        }
        for (const { line, parts } of found.lines)
          for (const { version, of, amount } of parts) {
            expect(of, line).toBe(null)
            const at_ = moments.findIndex((moment) => moment.version === version)
            const [before, after] = [values[at_ - 1]![line], values[at_]![line]]
            if (before === null || after === null) continue
            const made = parseDecimal(after) - parseDecimal(before)
            // Both are written to the sixth digit.
            expect(Number(toText(parseDecimal(amount) - made, 12)), line).toBeCloseTo(0, 5)
          }
      }
    }),
    { numRuns: casesOf(1, 60), seed: printedSeed() },
  )
})

test('a moment before a rebuild cannot be read, and nothing of a past moment can be changed', async () => {
  const company = await server.company()
  await company.import('first.json', { settlement_lines: [sale('O-1', '100.00', 'EUR', 'DE')] })
  const then = await lastMoment(company)
  expect((await company.pnl({ ...FEBRUARY, asOf: then })).lines.grossSales).toBe('100')
  await expect(
    server.operator.companies.set({ companyId: company.id, establishmentCountry: 'DE', asOf: then }),
  ).rejects.toThrow('Go back to now first')
  await server.operator.operator.rebuild({ companyId: company.id })
  await expect(company.pnl({ ...FEBRUARY, asOf: then })).rejects.toThrow('made anew')
  await expect(changes(company, then)).rejects.toThrow('made anew')
  const { publications, begins } = await server.operator.audit.listMoments({ companyId: company.id })
  expect(publications.map(({ kind, at }) => [kind, at])).toEqual([['REBUILD', begins]])
  expect((await company.pnl({ ...FEBRUARY, asOf: begins! })).lines.grossSales).toBe('100')
})

test('products are called, tagged and measured as they were', async () => {
  const company = await server.company()
  await company.import('first.json', { settlement_lines: [sale('O-1', '119.00', 'EUR', 'DE')] })
  const call = (revision: number, customName: string, tags: string[], side: string | null) =>
    server.operator.productMaster.updateProducts({
      companyId: company.id,
      saveId: randomUUID(),
      products: [
        {
          sku: 'MUG',
          revision,
          customName,
          category: '',
          tags,
          length: side,
          width: side,
          height: side,
          weight: '1',
        },
      ],
    })
  const moments = [await lastMoment(company)]
  await call(0, 'Mug', ['Kitchen', 'Old'], '2.5')
  moments.push(await lastMoment(company))
  await call(1, 'Blue mug', ['New'], null)
  const namesAt = async (asOf?: string) => {
    const asked = { companyId: company.id, ...(asOf !== undefined && { asOf }) }
    const { products } = await server.operator.productMaster.getProducts(asked)
    const tags = await server.operator.productMaster.getCustomTags({ ...asked, searchText: '' })
    const { rows } = await server.operator.productMaster.list({ ...asked, currencyCode: 'EUR' })
    return [
      products.map(({ basicInformation }) => basicInformation.customName),
      tags.map(({ name }) => name),
      ...rows.map(({ size, weight }) => [size?.length ?? null, weight?.value ?? null]),
    ]
  }
  expect(await namesAt(moments[0])).toEqual([[''], [], [null, null]])
  expect(await namesAt(moments[1])).toEqual([['Mug'], ['Kitchen', 'Old'], ['2.5', '1']])
  expect(await namesAt()).toEqual([['Blue mug'], ['New'], [null, '1']])
  expect((await momentsOf(company)).map(({ kind }) => kind)).toEqual(['PRODUCTS', 'PRODUCTS', 'IMPORT'])
})

test('expenses are listed as they were, with what they came to, and none of them can be changed', async () => {
  const company = await server.company()
  await company.import('first.json', {
    settlement_lines: [sale('O-1', '119.00', 'EUR', 'DE')],
    expenses: [
      { name: 'Licence', amount: '28', currency: 'EUR', start_date: '2025-02-01', frequency: 'MONTHLY' },
    ],
  })
  const moments = [await lastMoment(company)]
  await spend(company, '2800.00')
  moments.push(await lastMoment(company))
  const listed = (asOf?: string) =>
    server.operator.expenses.list({
      companyId: company.id,
      startDate: RANGE.startDate,
      endDate: RANGE.endDate,
      currencyCode: 'EUR',
      ...(asOf !== undefined && { asOf }),
    })
  const { rows: now } = await listed()
  const rentNow = now.find(({ name }) => name === 'Rent')!
  await server.operator.expenses.save({
    companyId: company.id,
    saveId: randomUUID(),
    deleted: [{ id: rentNow.id, revision: rentNow.entered!.revision }],
    createdCategories: [{ id: 'other', name: 'Software' }],
    created: [rent('56.00', { name: 'Shop', categoryId: 'other' })],
  })
  const said = async (asOf?: string) => {
    const { rows, total, categories } = await listed(asOf)
    return [
      rows.map(({ name, amount, entered }) => [name, amount, entered !== null]),
      total,
      categories.length,
    ]
  }
  expect(await said(moments[0])).toEqual([[['Licence', '28', false]], '28', 0])
  expect(await said(moments[1])).toEqual([
    [
      ['Licence', '28', false],
      ['Rent', '2800', false],
    ],
    '2828',
    0,
  ])
  expect(await said()).toEqual([
    [
      ['Shop', '56', true],
      ['Licence', '28', false],
    ],
    '84',
    2,
  ])
  const [before] = await server.operator.expenses.getDailyAllocation({
    companyId: company.id,
    startDate: '2025-02-01',
    endDate: '2025-02-01',
    currencyCode: 'EUR',
    asOf: moments[0]!,
  })
  expect(before).toMatchObject({ name: 'Licence', amount: '1' })
})

test('products are listed with what they cost then, and none of it can be changed', async () => {
  const company = await server.company()
  await company.import('first.json', {
    settlement_lines: [sale('O-1', '119.00', 'EUR', 'DE')],
    product_costs: [{ sku: 'MUG', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '3.00' }],
  })
  const moments = [await lastMoment(company)]
  const save = (changes: object) =>
    server.operator.productMaster.saveCosts({ companyId: company.id, saveId: randomUUID(), ...changes })
  const cost = {
    id: 'new',
    sku: 'MUG',
    marketplace: null,
    validFrom: '2025-02-01',
    validTo: null,
    currency: 'EUR' as const,
    manufacturing: '4.00',
    freight: null,
    duty: null,
    other: null,
    fbmShipping: null,
    note: '',
  }
  await save({ created: [cost] })
  moments.push(await lastMoment(company))
  const said = async (asOf?: string) => {
    const asked = { companyId: company.id, currencyCode: 'EUR' as const, ...(asOf !== undefined && { asOf }) }
    const [{ rows }, { periods }] = await Promise.all([
      server.operator.productMaster.list(asked),
      server.operator.productMaster.getCosts({ ...asked, sku: 'MUG' }),
    ])
    return [
      rows.map(({ costs }) => costs.map(({ landed }) => landed)),
      periods.map((period) => [period.validFrom, period.landed, period.entered !== null]),
    ]
  }
  const { periods } = await server.operator.productMaster.getCosts({
    companyId: company.id,
    currencyCode: 'EUR',
    sku: 'MUG',
  })
  const { id, entered } = periods.find((period) => period.entered !== null)!
  await save({ updated: [{ ...cost, id, revision: entered!.revision, manufacturing: '5.00' }] })
  const first = ['2025-01-01', '3', false]
  expect(await said(moments[0])).toEqual([[['3']], [first]])
  expect(await said(moments[1])).toEqual([[['4']], [first, ['2025-02-01', '4', false]]])
  expect(await said()).toEqual([[['5']], [first, ['2025-02-01', '5', true]]])
})

test('every question about a company takes a moment', async () => {
  const company = await server.company()
  const askedOfCompany = Object.entries(PROCEDURES).filter(
    ([path, { _def }]) =>
      path !== 'companies.isCompanyBlocked' &&
      _def.type === 'query' &&
      (_def.meta as { callers?: string }).callers?.startsWith('members of the company'),
  )
  expect(askedOfCompany.length).toBeGreaterThan(40)
  for (const [path] of askedOfCompany) {
    const call = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], server.operator)
    const asked = (call as (input: unknown) => Promise<unknown>)({ companyId: company.id, asOf: 'yesterday' })
    await expect(asked, path).rejects.toThrow('asOf: Give a')
  }
})

test('what a change would do is asked of now alone', async () => {
  const company = await server.company()
  await spend(company, '5.00')
  const { preview, previewList } = server.operator.expenses
  const { proposeCosts, previewList: previewProducts } = server.operator.productMaster
  const file = { fileName: 'list.csv', content: '' }
  for (const call of [preview, previewList, proposeCosts, previewProducts] as ((
    input: object,
  ) => Promise<unknown>)[])
    await expect(call({ companyId: company.id, asOf: await lastMoment(company), file })).rejects.toThrow(
      'Numbers of a past moment cannot be changed.',
    )
})
