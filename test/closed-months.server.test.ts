/** A closed month stays as it was, whatever comes to its days; what came is listed, and adds up to what the month would be. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { changesAddUp } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { agrees } from '#contract/verification.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { addMember } from '#server/accounts/index.ts'
import { startTestServer, valuesOf, type TestCompany, type TestServer } from './support/server.ts'
import { other, sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2025-08-20T12:00:00Z')
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const PLACES = { EUR: 'Amazon.de', GBP: 'Amazon.co.uk' } as const
let files = 0
/** A settlement with a sale and a charge in each month. */
const settlement = (months: readonly string[], currency: keyof typeof PLACES, price: string) => {
  const id = String(90_000_000_000 + ++files)
  return v2File({
    id,
    start: `2025-${months[0]}-01`,
    end: `2025-${months.at(-1)}-28`,
    currency,
    entries: months.flatMap((month) => [
      ...sale({
        order: `302-${id}-${month}`,
        at: `2025-${month}-10 10:00:00`,
        sku: `SKU-${(files % 3) + 1}`,
        marketplace: PLACES[currency],
        amounts: { 'ItemPrice Principal': price, 'ItemFees Commission': '-6.00' },
      }),
      other('Brand-new charge', '-1.25', `2025-${month}-12 10:00:00`),
    ]),
  })
}

const spend = (month: string, cost: string) => ({
  ads_daily: [
    {
      date: `2025-${month}-03`,
      marketplace: 'DE',
      currency: 'EUR',
      ad_type: 'SP',
      cost,
    },
  ],
})

const MONTHS = ['2025-05', '2025-06', '2025-07'] as const
/** Every cell of each month, and of both months that get closed together, in a currency that needs rates; and other pages. */
async function said(company: TestCompany, { isThorough = false } = {}) {
  const ask = { companyId: company.id, currencyCode: 'USD' as const }
  const range = { startDate: '2025-05-01', endDate: '2025-07-31' }
  const statements = await Promise.all(
    [{}, { marketplaces: ['DE' as const] }, ...(isThorough ? [{ skus: ['SKU-1'] }] : [])].map((scope) =>
      server.operator.profitAndLoss.getData({ ...ask, ...range, ...scope, dateInterval: 'MONTHLY' }),
    ),
  )
  const explained = await Promise.all(
    (isThorough ? MONTHS : []).map((month) =>
      company.explain(
        'netProfit',
        { from: `${month}-01`, to: `${month}-30`, currency: 'USD' },
        { limit: 100 },
      ),
    ),
  )
  return MONTHS.map((month, index) => ({
    statements: statements.map((rows) => {
      const {
        closedAt: _,
        comparisonStart: __,
        comparisonEnd: ___,
        lines,
        ...row
      } = rows.find(({ column, periodStart }) => column === 'bucket' && periodStart === `${month}-01`)!
      // What a month is compared with may be one that is open.
      return {
        ...row,
        lines: Object.fromEntries(
          PNL_LINE_IDS.map((line) => {
            const { growth: _growth, previous: _previous, ...cell } = lines[line]
            return [line, cell]
          }),
        ),
      }
    }),
    explained: {
      value: explained[index]?.value,
      rows: explained[index]?.rows.map(
        ({ day, metricId, amount, converted, fileName, rawLine, costEntry }) => ({
          day,
          metricId,
          amount,
          converted,
          fileName,
          rawLine,
          costEntry,
        }),
      ),
    },
  }))
}

/** Everything that may change numbers of days that are over. */
const CHANGES: Record<string, (company: TestCompany, undoable: number[]) => Promise<unknown>> = {
  settlement: async (company, undoable) => {
    const record = await company.import(`late-${files}.txt`, settlement(['05', '06', '07'], 'EUR', '77.00'))
    expect(record.status).toBe('PUBLISHED')
    undoable.push(record.id)
  },
  pounds: async (company, undoable) => {
    const record = await company.import(`gb-${files}.txt`, settlement(['05', '06', '07'], 'GBP', '31.00'))
    undoable.push(record.id)
  },
  undo: async (company, undoable) => {
    const id = undoable.shift()
    if (id !== undefined) await company.undo(id)
  },
  advertising: (company) => company.import(`ads-${files}.json`, spend('06', '9.00')),
  earlierAdvertising: (company) => company.import(`ads-${files}.json`, spend('05', '4.00')),
  costs: (company) =>
    company.import(`costs-${++files}.json`, {
      product_costs: [
        {
          sku: 'SKU-1',
          valid_from: `2025-0${(files % 5) + 1}-01`,
          currency: 'EUR',
          manufacturing: `${files}.00`,
        },
      ],
    }),
  expenses: (company) =>
    company.import(`expenses-${++files}.json`, {
      expenses: [
        {
          name: `Rent ${files}`,
          category: 'Rent',
          amount: '310.00',
          currency: 'EUR',
          frequency: 'MONTHLY',
          start_date: '2025-05-01',
        },
      ],
    }),
  rates: (company) =>
    company.import(`rates-${++files}.json`, {
      exchange_rates: [{ currency: 'EUR', rate_date: '2025-05-09', usd_per_unit: `1.0${files % 10}` }],
    }),
  vatRates: (company) =>
    company.set({
      vatRates: [{ marketplace: 'DE', validFrom: '2025-01-01', rate: `0.${10 + (++files % 9)}` }],
    }),
  country: (company) => company.set({ establishmentCountry: ++files % 2 === 0 ? 'DE' : 'FR' }),
  latestRates: (company) => company.set({ fxPolicy: 'LATEST' }),
  dailyRates: (company) => company.set({ fxPolicy: 'DAILY' }),
}

async function companyWithMonths() {
  const company = await server.company({ defaultCurrency: 'USD' })
  const record = await company.import('first.txt', settlement(['05', '06', '07'], 'EUR', '40.00'))
  await CHANGES.expenses!(company, [])
  return { company, undoable: [record.id] }
}

const books = () => server.operator.accounting
const months = (company: TestCompany) => books().listMonths({ companyId: company.id, currencyCode: 'USD' })
const close = (company: TestCompany, ...of: string[]) =>
  books().closeMonths({ companyId: company.id, months: of })

test('nothing that comes changes a closed month, and what came adds up to what it would be', async () => {
  const names = Object.keys(CHANGES)
  const drawn = fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), { numRuns: 1, seed: 14 })
  for (const sequence of drawn) {
    const { company, undoable } = await companyWithMonths()
    await company.import('costs.json', {
      product_costs: ['SKU-1', 'SKU-2', 'SKU-3'].map((sku) => ({
        sku,
        valid_from: '2024-01-01',
        currency: 'EUR',
        manufacturing: '2.50',
      })),
    })
    await close(company, '2025-05')
    const [may] = await said(company)
    await CHANGES.settlement!(company, undoable)
    await close(company, '2025-06')
    const [, june, july] = await said(company)
    const thorough = await said(company, { isThorough: true })
    for (const name of sequence) {
      await CHANGES[name]!(company, undoable)
      const now = await said(company)
      expect(now[0], `May after ${name} of ${sequence.join()}`).toEqual(may)
      expect(now[1], `June after ${name} of ${sequence.join()}`).toEqual(june)
    }
    const now = await said(company, { isThorough: true })
    expect(now.slice(0, 2)).toEqual(thorough.slice(0, 2))
    expect(
      now[0]!.explained.rows!.filter(({ costEntry }) => costEntry?.fileName === 'costs.json'),
    ).toHaveLength(1)
    expect((await said(company))[2]).not.toEqual(july)

    const verified = await server.operator.operator.verify({ companyId: company.id })
    expect(agrees(verified)).toBe(true)
    const held = await monthly(company)
    const after = await Promise.all(
      ['2025-05', '2025-06'].map((month) =>
        books().getAfterClosing({ companyId: company.id, month, currencyCode: 'USD' }),
      ),
    )
    for (const month of ['2025-05', '2025-06'])
      await books().reopenMonth({ companyId: company.id, month, reason: 'To see what it says now' })
    const open = await monthly(company)
    for (const [index, { lines, publications }] of after.entries()) {
      const month = ['2025-05', '2025-06'][index]!
      const [was, is] = [held, open].map((rows) => valuesOf(rows[index]!))
      expect(publications.length, month).toBeGreaterThan(0)
      const changed = new Map(lines.map((one) => [one.line, one]))
      const additive = PNL_LINE_IDS.filter((one) => changesAddUp(metricOfLine(one), 'line'))
      for (const line of additive.filter((one) => is![one] !== null)) {
        const one = changed.get(line)
        if (!one) {
          expect(was![line] ?? '0', `${month} ${line}`).toBe(is![line])
          continue
        }
        const amount = (text: string | null) => parseDecimal(text ?? '0')
        // As answers write them.
        expect(
          [one.before, one.now].map((text) => toText(amount(text))),
          `${month} ${line}`,
        ).toEqual([was![line] ?? '0', is![line]])
        expect(amount(one.now) - amount(one.before)).toBe(amount(one.difference))
        expect(one.parts.reduce((sum, part) => sum + amount(part.amount), 0n)).toBe(amount(one.difference))
      }
    }
  }
}, 120_000)

const monthly = async (company: TestCompany) => {
  const rows = await server.operator.profitAndLoss.getData({
    companyId: company.id,
    startDate: '2025-05-01',
    endDate: '2025-07-31',
    currencyCode: 'USD',
    dateInterval: 'MONTHLY',
  })
  return rows.filter(({ column }) => column === 'bucket')
}

test('the list of months says what was closed at a moment, and what had come by then', async () => {
  const { company, undoable } = await companyWithMonths()
  const moments: string[] = []
  const lists: Awaited<ReturnType<typeof months>>[] = []
  const note = async () => {
    const { publications } = await server.operator.audit.listMoments({ companyId: company.id })
    moments.push(publications[0]!.at)
    lists.push(await months(company))
  }
  await note()
  await close(company, '2025-06')
  await note()
  await CHANGES.settlement!(company, undoable)
  await note()
  await books().reopenMonth({ companyId: company.id, month: '2025-06', reason: 'Late rows' })
  await note()
  const june = lists.map((list) => list.find(({ month }) => month === '2025-06')!.closed)
  expect(june.map((closed) => closed && closed.hasChanged)).toEqual([null, false, true, null])
  const asked = { companyId: company.id, currencyCode: 'USD' } as const
  for (const [index, asOf] of moments.entries())
    expect(await books().listMonths({ ...asked, asOf }), asOf).toEqual(lists[index])
  const after = (asOf: string) => books().getAfterClosing({ ...asked, month: '2025-06', asOf })
  expect((await after(moments[1]!)).lines).toEqual([])
  expect((await after(moments[2]!)).lines.map(({ line }) => line)).toContain('productSales')
  await expect(after(moments[0]!)).rejects.toThrow('2025-06 is not closed.')
  await expect(after(moments[3]!)).rejects.toThrow('2025-06 is not closed.')
  await expect(
    books().closeMonths({ companyId: company.id, months: ['2025-06'], asOf: moments[1]! } as never),
  ).rejects.toThrow()
})

test('who keeps the books closes and reopens months that are over, and no others', async () => {
  const { company, undoable } = await companyWithMonths()
  const companyId = company.id
  const member = async (role: 'VIEWER' | 'ACCOUNTANT') => {
    const { user, calls } = await server.person()
    await addMember(server.services.accounts, company, user, role)
    return calls.accounting
  }
  const [viewer, accountant] = await Promise.all([member('VIEWER'), member('ACCOUNTANT')])
  await expect(viewer.closeMonths({ companyId, months: ['2025-06'] })).rejects.toThrow('Your role')
  await expect(
    (await server.person()).calls.accounting.closeMonths({ companyId, months: ['2025-06'] }),
  ).rejects.toThrow('does not exist')
  // The last marketplaces are half a day behind.
  server.now = new Date('2025-08-01T03:00:00Z')
  await expect(accountant.closeMonths({ companyId, months: ['2025-06', '2025-07'] })).rejects.toThrow(
    '2025-07 is not over',
  )
  server.now = new Date('2025-08-20T12:00:00Z')
  for (const month of ['2025-08', '2025-09', '2100-12'])
    await expect(accountant.closeMonths({ companyId, months: [month] })).rejects.toThrow('is not over')
  for (const month of ['1969-12', '2101-01', '2025-13', '2025-6', '-271821-04', '9999-12', '2025-06-01'])
    await expect(accountant.closeMonths({ companyId, months: [month] }), month).rejects.toThrow()
  await expect(
    accountant.closeMonths({ companyId, months: Array.from({ length: 10_000 }, () => '2025-06') }),
  ).rejects.toThrow('At most')
  expect((await months(company)).filter(({ closed }) => closed)).toEqual([])

  // What came after the page was read is not closed unseen; what came to other months does not matter.
  const version = (await months(company))[0]!.version
  await CHANGES.settlement!(company, undoable)
  const unseen = accountant.closeMonths({ companyId, months: ['2025-06', '1970-01'], seenVersion: version })
  await expect(unseen).rejects.toMatchObject({ cause: { code: 'MONTHS_CHANGED' } })
  await accountant.closeMonths({ companyId, months: ['1970-01'], seenVersion: version })
  await accountant.reopenMonth({ companyId, month: '1970-01', reason: 'Not asked for' })
  const seenVersion = (await months(company))[0]!.version
  await accountant.closeMonths({ companyId, months: ['2025-06', '1970-01'], seenVersion })
  const listed = await months(company)
  expect(listed.length).toBeLessThanOrEqual(600)
  expect(listed.slice(0, 3).map(({ month, isOver, closed }) => [month, isOver, closed !== null])).toEqual([
    ['2025-08', false, false],
    ['2025-07', true, false],
    ['2025-06', true, true],
  ])
  await CHANGES.settlement!(company, undoable)
  const [, , june] = await months(company)
  expect(june!.closed).toMatchObject({ hasChanged: true })
  expect(june!.closed!.newestNetProfit.value).not.toBe(june!.netProfit.value)
  await expect(server.operator.operator.rebuild({ companyId })).rejects.toThrow('closed months: 2025-06')

  // Only who reopens it, and says why, makes another number of it; nobody who closes it once more, alone or with others.
  await expect(accountant.closeMonths({ companyId, months: ['2025-06'] })).rejects.toMatchObject({
    cause: { code: 'MONTHS_CLOSED_ALREADY' },
  })
  const upTo = await accountant.closeMonths({ companyId, months: ['2025-05', '2025-06'] })
  expect(upTo.map(({ month }) => month)).toEqual(['2025-05', '2025-06'])
  expect((await months(company))[2]).toEqual({ ...june, version: expect.any(Number) })
  await accountant.reopenMonth({ companyId, month: '2025-05', reason: 'Not yet' })

  const closeAnew = async () => {
    await accountant.reopenMonth({ companyId, month: '2025-06', reason: 'More came' })
    await accountant.closeMonths({ companyId, months: ['2025-06'] })
  }
  await closeAnew()
  const [, , again] = await months(company)
  expect(again).toMatchObject({ netProfit: june!.closed!.newestNetProfit, closed: { hasChanged: false } })
  // What is in no line of the statement came as well.
  await company.import('traffic.json', {
    sales_traffic_date: [{ date: '2025-06-10', marketplace: 'DE', currency: 'EUR', sessions: 7 }],
  })
  expect((await months(company))[2]!.closed).toMatchObject({ hasChanged: true })
  await closeAnew()
  expect((await months(company))[2]!.closed).toMatchObject({ hasChanged: false })
  const before = await said(company)
  await server.operator.operator.rebuild({ companyId })
  expect(await said(company)).toEqual(before)

  await expect(accountant.reopenMonth({ companyId, month: '2025-06', reason: '  ' })).rejects.toThrow(
    'Say why',
  )
  await accountant.reopenMonth({ companyId, month: '2025-06', reason: 'A missing invoice' })
  await expect(accountant.reopenMonth({ companyId, month: '2025-06', reason: 'Once more' })).rejects.toThrow(
    '2025-06 is not closed',
  )
  const log = await server.operator.threefinAdmin.getAuditLog({ subject: 'company', limit: 50 } as never)
  expect(log.entries.find(({ action }) => action === 'company.reopenMonth')).toMatchObject({
    details: { month: '2025-06', reason: 'A missing invoice' },
  })
}, 60_000)

test('a range with closed months lacks the days that these lacked when they were closed', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  const part = (id: number, [start, end]: readonly [string, string]) =>
    v2File({
      id: String(75_000_000_000 + id),
      start,
      end,
      currency: 'EUR',
      entries: sale({
        order: `302-${id}`,
        at: `${start} 12:00:00`,
        sku: 'SKU-1',
        marketplace: 'Amazon.de',
        amounts: { 'ItemPrice Principal': '119.00' },
      }),
    })
  const ask = async (startDate: string, endDate: string) => {
    const scope = { companyId: company.id, currencyCode: 'EUR' as const, startDate, endDate }
    const [{ coverage, lines }] = (await server.operator.profitAndLoss.getData(scope)) as [PnlRow]
    return [
      coverage.missing.map((days) => [days.startDate, days.endDate]),
      lines.netSales.lacks?.includes('DAYS') ?? false,
    ]
  }
  await company.import('first.txt', part(1, ['2025-05-01', '2025-05-14']))
  await company.import('june.txt', part(3, ['2025-06-01', '2025-06-30']))
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2025-05'] })
  await company.import('second.txt', part(2, ['2025-05-14', '2025-06-01']))
  const lacking = [[['2025-05-15', '2025-05-31']], true]
  expect(await ask('2025-05-01', '2025-05-31')).toEqual(lacking)
  expect(await ask('2025-05-01', '2025-06-30')).toEqual(lacking)
  expect(await ask('2025-06-01', '2025-06-30')).toEqual([[], false])
  // Closed at another version.
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2025-06'] })
  expect(await ask('2025-05-01', '2025-06-30')).toEqual(lacking)
})

formTest('a rebuild is refused where other advertising would count in a closed month', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  await company.import('settlement.json', {
    settlement_lines: [
      {
        transaction_type: 'ServiceFee',
        amount_type: 'Cost of Advertising',
        amount_description: 'TransactionTotalAmount',
        posted_at: '2025-05-10T12:00:00Z',
        marketplace: 'DE',
        currency: 'EUR',
        amount: '-50.00',
      },
    ],
  })
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2025-05'] })
  const may = async () => (await company.pnl({ from: '2025-05-01', to: '2025-05-31', currency: 'EUR' })).lines
  const closed = await may()
  expect(closed.advertisingBilled).toBe('-50')
  await company.import('ads.json', {
    ads_daily: [{ date: '2025-04-28', ad_type: 'SP', marketplace: 'DE', currency: 'EUR', cost: '1.00' }],
  })
  await expect(server.operator.operator.rebuild({ companyId: company.id })).rejects.toThrow(
    'closed months: 2025-05',
  )
  expect(await may()).toEqual(closed)
})

test('the net profit of a month says what it is without, as it is and as it would be closed', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  const half = (order: string, [start, end]: readonly [string, string]) =>
    v2File({
      id: String(70_000_000_000 + ++files),
      start,
      end,
      currency: 'EUR',
      entries: sale({
        order,
        at: `${start} 12:00:00`,
        sku: 'SKU-1',
        marketplace: 'Amazon.de',
        amounts: { 'ItemPrice Principal': '119.00' },
      }),
    })
  const may = async () =>
    (await books().listMonths({ companyId: company.id, currencyCode: 'EUR' })).find(
      ({ month }) => month === '2025-05',
    )!
  await company.import('first.txt', half('302-1', ['2025-05-01', '2025-05-14']))
  const lacks = ['DAYS', 'COSTS', 'EXPENSES', 'ADVERTISING', 'STOCK_LOSSES']
  expect((await may()).netProfit).toEqual({ value: '100', lacks })

  await close(company, '2025-05')
  await company.import('second.txt', half('302-2', ['2025-05-14', '2025-06-02']))
  expect(await may()).toMatchObject({
    netProfit: { value: '100', lacks },
    closed: { newestNetProfit: { value: '200', lacks: lacks.slice(1) } },
  })
})

test('what is told beside the statement holds for closed months too', async () => {
  const ask = { currencyCode: 'EUR' as const, startDate: '2025-05-01', endDate: '2025-05-31' }
  const company = await server.company({ defaultCurrency: 'EUR' })
  const withReserve = (back: string, kept: string, end: string) => {
    const id = String(80_000_000_000 + ++files)
    const at = `${end} 08:00:00`
    return v2File({
      id,
      start: '2025-05-01',
      end,
      currency: 'EUR',
      entries: [
        ...sale({
          order: `302-${id}`,
          at,
          marketplace: 'Amazon.de',
          amounts: { 'ItemPrice Principal': '100.00', 'ItemPrice Tax': '19.00' },
        }),
        other('Previous Reserve Amount Balance', back, at),
        other('Current Reserve Amount', kept, at),
      ],
    })
  }
  const first = await company.import('first.txt', withReserve('30.00', '-50.00', '2025-05-14'))
  await close(company, '2025-05')
  const late = await company.import('late.txt', withReserve('50.00', '-20.00', '2025-05-28'))
  expect(late.status).toBe('PUBLISHED')

  // Reserves run from month to month beside the files, whichever months are closed.
  const [euros] = await server.operator.profitAndLoss.getHeldBack({ companyId: company.id })
  expect(euros!.reserves).toEqual({
    months: [{ month: '2025-05', start: '30', brought: '0', held: '70', released: '80', end: '20' }],
    unexplained: '0',
  })

  // What a month that is closed anew takes in was there before it: no exchange rate made it.
  const { publications } = await server.operator.audit.listMoments({ companyId: company.id })
  await books().reopenMonth({ companyId: company.id, month: '2025-05', reason: 'A late file' })
  await close(company, '2025-05')
  const { lines } = await server.operator.audit.listChanges({
    companyId: company.id,
    ...ask,
    since: publications[0]!.at,
  })
  expect(lines.find(({ line }) => line === 'productSales')!.parts).toEqual([
    { amount: '119', version: null, of: 'CLOSING', count: 1 },
  ])

  // The file that a closed month was read from says what its rows are, also when its import is undone.
  await company.undo(first.id)
  const asked = { companyId: company.id, ...ask }
  const { rows } = await server.operator.vatReport.getData(asked)
  expect(rows.length).toBeGreaterThan(0)
  const told = await Promise.all(
    rows.map(({ key }) => server.operator.vatReport.getLines({ ...asked, key, limit: 100, offset: 0 })),
  )
  const files_ = told.flatMap((one) => one.rows.map(({ fileName, rawLine }) => [fileName, rawLine !== null]))
  expect(new Set(files_.map(String))).toEqual(new Set(['first.txt,true', 'late.txt,true']))
})

test('a month that is not over counts expenses as far as its data, as the statement does', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  await company.import('august.txt', settlement(['08'], 'EUR', '119.00'))
  await CHANGES.expenses!(company, [])
  const listed = await books().listMonths({ companyId: company.id, currencyCode: 'EUR' })
  const { lastDay } = await server.operator.imports.getCoverage({ companyId: company.id })
  const august = { companyId: company.id, currencyCode: 'EUR', startDate: '2025-08-01' } as const
  const [statement] = await server.operator.profitAndLoss.getData({ ...august, endDate: lastDay! })
  // Rent of ten euros a day, and today is the 20th.
  expect([lastDay, statement!.lines.operatingExpenses.value]).toEqual(['2025-08-12', '-120'])
  expect(listed.find(({ month }) => month === '2025-08')).toMatchObject({
    isOver: false,
    netProfit: { value: statement!.lines.netProfit.value },
  })
})
