/** A line that no rule knows is placed by a person: what moves, from which day on, in which versions, and back again. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import type { Place } from '#contract/line-mappings.ts'
import { agrees } from '#contract/verification.ts'
import { addMember } from '#server/accounts/index.ts'
import { startTestServer, valuesOf, type TestCompany, type TestServer } from './support/server.ts'
import { other, sale, v2File } from './support/settlement-file.ts'

const NAME = {
  transactionType: 'other-transaction',
  amountType: 'other-transaction',
  amountDescription: 'Brand-new charge',
}
const MONTHS = { from: '2025-05-01', to: '2025-07-31', currency: 'EUR' } as const
const settlement = (id: string, month: string, charge: string) => ({
  id,
  start: `2025-${month}-01`,
  end: `2025-${month}-14`,
  currency: 'EUR',
  entries: [
    ...sale({
      order: `302-00000${month}`,
      at: `2025-${month}-02 10:00:00`,
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '40.00', 'ItemFees Commission': '-6.00' },
    }),
    other(NAME.amountDescription, charge, `2025-${month}-05 10:00:00`),
  ],
})

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
  await take('05', '-5.00')
  await take('06', '-7.50')
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

async function take(month: string, charge: string) {
  const record = await company.import(`${month}.txt`, v2File(settlement(`9${month}`, month, charge)))
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  return record
}

const ask = () => server.operator.profitAndLoss
const unmapped = (of = company) => ask().getUnmapped({ companyId: of.id })
const place = (places: Place[], seen: Place[], calls = server.operator) =>
  calls.profitAndLoss.setMapping({ companyId: company.id, ...NAME, places, seen })

/** Of each month with data: what stands in the line where nobody placed it, and in storage fees. */
async function byMonth(of = company, asOf?: number) {
  const rows = await ask().getData({
    companyId: of.id,
    startDate: MONTHS.from,
    endDate: MONTHS.to,
    currencyCode: MONTHS.currency,
    dateInterval: 'MONTHLY',
    ...(asOf !== undefined && { asOf }),
  })
  return rows
    .filter(({ column }) => column === 'bucket')
    .filter((row) => row.lines.adjustments.value !== null)
    .map((row) => [valuesOf(row).adjustments, valuesOf(row).monthlyStorageFees, row.flags.unmappedLines])
}

test('a line is placed from a day on, as the preview says, and taken back again', async () => {
  const before = await byMonth()
  const version = await company.publishedVersion()
  const sums = await company.checksums()
  const { names, choices } = await unmapped()
  expect(names).toEqual([
    {
      ...NAME,
      fallback: 'adjustments',
      places: [],
      firstDay: '2025-05-05',
      lastDay: '2025-06-05',
      amounts: [{ currency: 'EUR', amount: '-12.5', rows: 2 }],
      rowsUnmapped: 2,
    },
  ])
  expect(choices).toContain('monthlyStorageFees')
  expect(choices).not.toContain('netProfit')

  const places: Place[] = [{ validFrom: '2025-06-01', line: 'monthlyStorageFees' }]
  const moves = await ask().previewMapping({ companyId: company.id, ...NAME, places })
  expect(moves).toEqual([
    {
      month: '2025-06-01',
      currency: 'EUR',
      from: 'adjustments',
      to: 'monthlyStorageFees',
      amount: '-7.5',
      rows: 1,
    },
  ])
  expect(await company.checksums()).toEqual(sums)

  const { user, calls } = await server.person('manager@example.com')
  await addMember(server.services.accounts, { id: company.id }, user, 'MANAGER')
  await place(places, [], calls)
  expect(before.map(([, , count]) => count)).toEqual([1, 1])
  expect(await byMonth()).toEqual([
    ['-5', '0', 1],
    ['0', '-7.5', 0],
  ])
  // What was answered before stays what it was.
  expect(await byMonth(company, version)).toEqual(before)
  expect(
    (await company.reconcile())
      .toSorted((a, b) => (a.settlementId < b.settlementId ? -1 : 1))
      .map(({ unmapped: left, ledgerDifference }) => [left, ledgerDifference]),
  ).toEqual([
    ['-5', '0'],
    ['0', '0'],
  ])
  const { rows } = await company.explain('monthlyStorageFees', MONTHS)
  expect(rows).toMatchObject([{ amount: '-7.5', unmapped: false, fileName: '06.txt' }])

  // Files that come later, a rebuild, a verification and an undo use it as well.
  const { id } = await take('07', '-2.00')
  expect((await byMonth())[2]).toEqual(['0', '-2', 0])
  expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
  expect(agrees(await server.operator.operator.verify({ companyId: company.id }))).toBe(true)
  await company.undo(id)
  expect(await byMonth()).toHaveLength(2)

  // So does another installation.
  const directory = await mkdtemp(join(tmpdir(), 'sextant-line-mappings-'))
  await server.operator.operator.export({ companyId: company.id, directory })
  const twin = await server.company({ defaultCurrency: 'EUR' })
  await twin.import('facts.json', JSON.parse(await readFile(join(directory, 'facts.json'), 'utf8')) as object)
  await rm(directory, { recursive: true })
  expect(await byMonth(twin)).toEqual(await byMonth())

  // Who did not see it overwrites nothing.
  await expect(place([], [])).rejects.toMatchObject({ cause: { code: 'MAPPING_CHANGED' } })
  await expect(place([{ validFrom: '2025-06-01', line: 'netProfit' }], places)).rejects.toMatchObject({
    cause: { code: 'LINE_NOT_PLACEABLE' },
  })

  expect(await ask().previewMapping({ companyId: company.id, ...NAME, places: [] })).toEqual([
    {
      month: '2025-06-01',
      currency: 'EUR',
      from: 'monthlyStorageFees',
      to: 'adjustments',
      amount: '-7.5',
      rows: 1,
    },
  ])
  await place([], places)
  expect(await byMonth()).toEqual(before)
  expect(await company.checksums()).toEqual(sums)
  expect((await unmapped()).history).toMatchObject([
    { ...NAME, before: places, after: [], changedBy: 'operator' },
    { ...NAME, before: [], after: places, changedBy: 'manager@example.com' },
  ])
})

test('what is deferred moves once it is released, and what is of a closed month does not move', async () => {
  const its = await server.company({ defaultCurrency: 'EUR' })
  const charge = (more: object) => ({
    transaction_type: 'ServiceFee',
    amount_type: 'Brand-new fee',
    amount_description: 'Brand-new fee',
    currency: 'EUR',
    ...more,
  })
  await its.import('facts.json', {
    settlement_lines: [
      charge({ posted_at: '2025-05-05T10:00:00Z', amount: '-5.00' }),
      charge({ posted_at: '2025-06-05T10:00:00Z', amount: '-4.00', status: 'DEFERRED', order_id: '1' }),
      charge({ posted_at: '2025-06-06T10:00:00Z', amount: '-2.00' }),
    ],
  })
  await server.operator.accounting.closeMonths({ companyId: its.id, months: ['2025-05'] })
  const { names } = await unmapped(its)
  const { transactionType, amountType, amountDescription, fallback } = names[0]!
  const name = { companyId: its.id, transactionType, amountType, amountDescription }
  const moves = (places: Place[]) => ask().previewMapping({ ...name, places })
  const lines = async () => {
    const { lines: found } = await its.pnl(MONTHS)
    return [found.monthlyStorageFees, found[fallback], found.deferredNetProceeds]
  }

  const places: Place[] = [{ validFrom: '2025-01-01', line: 'monthlyStorageFees' }]
  expect(await lines()).toEqual(['0', '-7', '-4'])
  expect(await moves([])).toEqual([])
  expect(await moves(places)).toEqual([
    {
      month: '2025-06-01',
      currency: 'EUR',
      from: fallback,
      to: 'monthlyStorageFees',
      amount: '-2',
      rows: 1,
    },
  ])
  await ask().setMapping({ ...name, places, seen: [] })
  expect(await lines()).toEqual(['-2', '-5', '-4'])
  expect(await moves(places)).toEqual([])
})

formTest(
  'a name that no file holds cannot be placed, and as many long ones as there can be make no long answer',
  async () => {
    const long = (of: string) => of.padEnd(500, '.')
    const nameOf = (index: number) => ({
      transaction_type: long('ServiceFee'),
      amount_type: long('Brand-new fee'),
      amount_description: long(`Fee ${index}`),
    })
    const names = Array.from({ length: 480 }, (_, index) => nameOf(index))
    const its = await server.company({ defaultCurrency: 'EUR' })
    await its.import('facts.json', {
      company: {
        line_mappings: names.map((name) => ({
          ...name,
          valid_from: '2025-01-01',
          line: 'monthlyStorageFees',
        })),
      },
      settlement_lines: names.map((name) => ({
        ...name,
        currency: 'EUR',
        posted_at: '2025-05-05T10:00:00Z',
        amount: '-1.00',
      })),
    })
    await expect(
      ask().setMapping({
        companyId: its.id,
        transactionType: 'Nowhere',
        amountType: '',
        amountDescription: '',
        places: [{ validFrom: '2025-01-01', line: 'adjustments' }],
        seen: [],
      }),
    ).rejects.toMatchObject({ cause: { code: 'NAME_IN_NO_FILE' } })

    const {
      transaction_type: transactionType,
      amount_type: amountType,
      amount_description: amountDescription,
    } = names[0]!
    const name = { companyId: its.id, transactionType, amountType, amountDescription }
    let seen: Place[] = [{ validFrom: '2025-01-01', line: 'monthlyStorageFees' }]
    for (const first of [1, 2, 3]) {
      const places = Array.from({ length: 20 }, (_, index): Place => ({
        validFrom: `2025-0${first}-${10 + index}`.replace('2025-02-29', '2025-03-01'),
        line: 'adjustments',
      }))
      seen = await ask().setMapping({ ...name, places, seen })
      expect(seen).toHaveLength(20)
    }
    const answers = [
      await unmapped(its),
      await server.operator.companySettings.getHistory({ companyId: its.id }),
      await server.operator.companies.get({ companyId: its.id, asOf: 0 }),
    ] as const
    for (const answer of answers) expect(JSON.stringify(answer).length).toBeLessThan(1_000_000)
    const [{ history, hasMore }] = answers
    expect([hasMore, history.length, history[0]!.after]).toEqual([true, 50, seen])
    expect(answers[1]).toMatchObject({
      edits: [
        { after: { lineMappings: { first: { length: 10 }, total: 20 } } },
        {},
        {},
        { after: { lineMappings: { first: { length: 10 }, total: 480 } } },
      ],
      hasMore: false,
    })
  },
)
