/** A company is portable: what one installation exports, another one imports, and every answer is the same. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths } from '#contract/date-range.ts'
import type { PnlInput } from '#contract/profit-and-loss.ts'
import { demoCompany, demoFiles } from '#sandbox/index.ts'
import { casesOf, formTest, printedSeed } from './support/drawn-cases.ts'
import { EUROPE, RANDOM_RANGE, randomLedger } from './support/random-ledger.ts'
import {
  startTestServer,
  type FileContent,
  type ImportOptions,
  type TestCompany,
  type TestServer,
} from './support/server.ts'
import {
  dateRangeFile,
  oneSaleFile,
  other,
  refund,
  sale,
  v2File,
  wideFile,
  type Settlement,
} from './support/settlement-file.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  server = await startTestServer()
  directory = await mkdtemp(join(tmpdir(), 'sextant-portable-'))
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await rm(directory, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

type File = [name: string, content: FileContent, options?: ImportOptions]

async function importAll(company: TestCompany, files: readonly File[]): Promise<void> {
  for (const [name, content, options] of files) {
    const record = await company.import(name, content, options)
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  }
}

/** The text of the company's facts file. */
async function exported(company: TestCompany): Promise<string> {
  const place = await mkdtemp(join(directory, 'export-'))
  await server.operator.operator.export({ companyId: company.id, directory: place })
  return readFile(join(place, 'facts.json'), 'utf8')
}

/** Reports that lost against better ones are not in an export, and neither are the days that they alone name. */
const isOfItsOwnDays = ({ source }: { source: string }) =>
  source !== 'SETTLEMENT_WIDE' && source !== 'DATE_RANGE'

type Scope = Partial<PnlInput> & Pick<PnlInput, 'currencyCode'>

const SCOPES: readonly Scope[] = (['EUR', 'GBP'] as const).flatMap((currencyCode) => [
  { currencyCode },
  { currencyCode, marketplaces: ['GB'] },
  { currencyCode, marketplaces: ['DE'], notAllocated: 'SHARED' },
  { currencyCode, notAllocated: 'ONLY' },
  { currencyCode, useAdjustedAdvertising: false },
  { currencyCode, skus: ['MUG-1', 'SKU-A'] },
])

/** Everything that somebody can ask about numbers and settings, in each of the ranges. */
async function answersOf(
  { id: companyId, server: { operator } }: TestCompany,
  from: string,
  to: string,
  scopes: readonly Scope[] = SCOPES,
) {
  const question = { companyId, startDate: from, endDate: to, dateInterval: 'MONTHLY' as const }
  const statements = []
  for (const scope of scopes) {
    const input = { ...question, ...scope, summaryViews: { total: true } }
    statements.push(await operator.profitAndLoss.getData(input))
    statements.push(await operator.profitAndLoss.getOrderData(input))
  }
  const {
    publishedAt: _,
    version: _version,
    sources,
    ...covered
  } = await operator.imports.getCoverage({ companyId })
  const { name: __, ...settings } = await operator.companySettings.getGeneral({ companyId })
  const tables = await operator.operator.checksums({ companyId })
  return {
    statements,
    settlements: (await operator.profitAndLoss.getSettlements({ companyId })).toSorted((a, b) =>
      a.settlementId < b.settlementId ? -1 : 1,
    ),
    covered,
    days: sources
      .filter(isOfItsOwnDays)
      .map(({ source, account, ranges, gaps }) => ({ source, account, ranges, gaps }))
      // Accounts stand in the order of ids that are drawn.
      .toSorted((a, b) => (`${a.source} ${a.account}` < `${b.source} ${b.account}` ? -1 : 1)),
    settings,
    brandAliases: await operator.companySettings.getBrandAliases({ companyId }),
    notes: await notesOf(operator, companyId),
    tables: tables.filter(({ table }) => /^(ledger|measures)/.test(table)),
    products: await operator.productMaster.getProducts({ companyId }),
  }
}

/** What people plan and note, apart from who did and when: nobody of one installation is known to another. */
async function notesOf(operator: TestServer['operator'], companyId: string) {
  const [targets, notes, annotations] = await Promise.all([
    operator.executiveSummary.getTargets({ companyId, from: '2025-01', to: '2027-12' }),
    operator.wbr.getNotes({ companyId, startDate: '2025-06-01', endDate: '2026-12-31' }),
    operator.wbr.getAnnotations({ companyId }),
  ])
  return {
    targets: targets.map(({ marketplace, month, amount, currency }) => ({
      marketplace,
      month,
      amount,
      currency,
    })),
    weeklyNotes: notes.map(({ week, text }) => ({ week, text })),
    annotations: annotations.map(({ date, text }) => ({ date, text })),
  }
}

/** Without what follows from which days each single file covers: an export is one file. */
const booksOf = ({ tables, settlements, settings, products }: Awaited<ReturnType<typeof answersOf>>) => ({
  tables,
  settlements,
  settings,
  products,
})

/**
 * Imports what a company exports into an empty one, and holds both against each other; the copy must export the same
 * bytes. Gives what was compared.
 */
async function expectPortable(company: TestCompany, from: string, to: string, scopes?: readonly Scope[]) {
  const text = await exported(company)
  const copy = await server.company()
  const record = await copy.import('facts.json', text)
  expect(record).toMatchObject({ status: 'PUBLISHED', problem: null, refusedRows: [] })
  const { read, kept } = record.counts!
  expect(kept).toBe(read)
  const before = await answersOf(company, from, to, scopes)
  const after = await answersOf(copy, from, to, scopes)
  expect(scopes?.length === 0 ? booksOf(after) : after).toEqual(
    scopes?.length === 0 ? booksOf(before) : before,
  )
  expect(await exported(copy)).toBe(text)
  const file = JSON.parse(text) as Record<string, Record<string, string>[]>
  // Ids of accounts are drawn, so an order by them would be another one in every copy.
  const named = file.settlement_lines!.map(({ account }) => account!)
  if (named.length < 50_000) expect(named).toEqual(named.toSorted())
  return { answers: after, file, copy }
}

/** A German settlement, one of Great Britain and one of another account, each with money that belongs to no marketplace. */
const GERMAN: Settlement = {
  id: '10000000001',
  start: '2026-01-01',
  end: '2026-01-15',
  currency: 'EUR',
  entries: [
    ...sale({
      order: '302-0000001',
      at: '2026-01-05 23:30:00',
      sku: 'MUG-1',
      units: 2,
      marketplace: 'Amazon.de',
      amounts: {
        'ItemPrice Principal': '47.60',
        'ItemPrice Shipping': '4.99',
        'ItemFees Commission': '-7.14',
      },
    }),
    // Sold twice in the same moment: equal rows, and both are real.
    ...[1, 2].flatMap(() =>
      sale({
        order: '302-0000002',
        at: '2026-01-06 10:00:00',
        sku: 'MUG-1',
        marketplace: 'Amazon.fr',
        amounts: { 'ItemPrice Principal': '23.80', 'ItemFees Commission': '-3.57' },
      }),
    ),
    ...refund({
      order: '302-0000001',
      at: '2026-01-12 08:00:00',
      sku: 'MUG-1',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '-23.80', 'ItemFees Commission': '3.57' },
    }),
    other('Storage Fee', '-20.00', '2026-01-07 00:30:00'),
    other('Nobody knows', '-1.11', '2026-01-08 10:00:00'),
  ],
}
const BRITISH: Settlement = {
  id: '10000000002',
  start: '2026-01-01',
  end: '2026-01-15',
  currency: 'GBP',
  entries: [
    ...sale({
      order: '202-0000001',
      at: '2026-01-09 10:00:00',
      sku: 'MUG-1',
      marketplace: 'Amazon.co.uk',
      channel: 'MFN',
      amounts: { 'ItemPrice Principal': '12.00', 'ItemFees Commission': '-1.80' },
    }),
    other('Storage Fee', '-50.00', '2026-01-10 10:00:00'),
  ],
}
const AMERICAN: Settlement = {
  id: '10000000003',
  start: '2026-01-01',
  end: '2026-01-15',
  currency: 'USD',
  entries: [
    ...sale({
      order: '111-0000001',
      at: '2026-01-03 04:00:00',
      sku: 'MUG-1',
      marketplace: 'Amazon.com',
      amounts: { 'ItemPrice Principal': '19.99', 'ItemPrice Tax': '1.60', 'ItemFees Commission': '-3.00' },
    }),
    ...sale({
      order: 'S01-0000001',
      at: '2026-01-04 04:00:00',
      sku: 'MUG-1',
      marketplace: 'Non-Amazon US',
      amounts: { 'ItemPrice Principal': '0.00', 'ItemFees FBAPerUnitFulfillmentFee': '-5.00' },
    }),
    other('Subscription Fee', '-39.99', '2026-01-05 03:00:00'),
  ],
}
/** Known from its date-range report alone. */
const LATER: Settlement = {
  ...AMERICAN,
  id: '10000000004',
  start: '2026-01-15',
  end: '2026-01-29',
  entries: AMERICAN.entries.map((entry) => ({
    ...entry,
    at: entry.at.replace('2026-01-0', '2026-01-2'),
    ...(entry.order && { order: `${entry.order}9` }),
  })),
}

const order = (id: string, more: object) => ({
  order_id: id,
  order_item_id: '1',
  marketplace: 'DE',
  sku: 'MUG-1',
  title: '\u00a0Mug of stoneware',
  quantity: 1,
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  purchased_at: '2026-01-05T10:00:00Z',
  ...more,
})
const cost = (manufacturing: string) => ({
  sku: 'MUG-1',
  valid_from: '2025-01-01',
  currency: 'EUR',
  manufacturing,
  freight: '0.123456789',
})

const FILES: File[] = [
  ['de-wide.txt', wideFile(GERMAN)],
  ['de-v2.txt', v2File(GERMAN)],
  ['gb-wide.txt', wideFile(BRITISH)],
  ['us-date-range.csv', dateRangeFile(AMERICAN), { marketplace: 'US' }],
  ['us-v2.txt', v2File(AMERICAN)],
  ['us-later.csv', dateRangeFile(LATER), { marketplace: 'US' }],
  [
    'first.json',
    {
      product_costs: [cost('3.10')],
      order_items: [
        order('302-0000001', { order_status: 'Pending', last_updated_at: '2026-01-05T11:00:00Z' }),
        order('302-0000009', { order_status: 'Shipped', item_price: '23.80', item_tax: '3.80' }),
      ],
      ads_daily: [{ date: '2026-01-05', ad_type: 'SP', marketplace: 'DE', cost: '10.00' }],
      exchange_rates: [{ rate_date: '2026-01-02', currency: 'GBP', usd_per_unit: '1.3' }],
    },
    { account: 'Europe' },
  ],
  [
    'second.json',
    {
      product_costs: [cost('3.30')],
      order_items: [
        order('302-0000001', { order_status: 'Canceled', last_updated_at: '2026-01-06T11:00:00Z' }),
        order('302-0000010', { order_status: 'Pending', purchased_at: '2026-01-07T10:00:00Z' }),
      ],
      ads_daily: [
        { date: '2026-01-05', ad_type: 'SP', marketplace: 'DE', cost: '12.00' },
        { date: '2026-01-06', ad_type: 'SB', marketplace: 'GB', cost: '4.00' },
      ],
      exchange_rates: [
        { rate_date: '2026-01-02', currency: 'GBP', usd_per_unit: '1.35', source: 'Our bank' },
        {
          rate_date: '2026-01-02',
          currency: 'EUR',
          usd_per_unit: '1.123456789012345678',
          source: 'Our bank',
        },
      ],
      vat_rates: [{ marketplace: 'FR', sku: 'MUG-1', rate: '0.055' }],
      returns: [
        {
          return_date: '2026-01-14',
          order_id: '302-0000001',
          sku: 'MUG-1',
          quantity: 1,
          disposition: 'SELLABLE',
        },
      ],
      coverage: [
        { table_name: 'returns', marketplace: 'DE', start_date: '2026-01-01', end_date: '2026-01-31' },
      ],
      listings: [
        {
          snapshot_date: '2026-01-05',
          marketplace: 'DE',
          sku: 'CUP-1',
          asin: 'B000000009',
          title: 'Becher, blau',
          price: '9.90',
          status: 'Active',
        },
      ],
      catalogue_items: [
        {
          snapshot_date: '2026-01-05',
          marketplace: 'DE',
          asin: 'B000000009',
          parent_asin: 'B000000008',
          title: 'Becher',
          brand: 'Hafen',
          image_address: 'https://m.media-amazon.com/images/I/51becher.jpg',
          package_length: '12.5',
          package_width: '10',
          package_height: '9.25',
          length_unit: 'centimeters',
          package_weight: '410',
          weight_unit: 'grams',
        },
      ],
      inventory_planning: [
        {
          date: '2026-01-05',
          marketplace: 'DE',
          sku: 'MUG-1',
          available: 4,
          age_0_to_90: 3,
          age_181_to_270: 1,
          price: '23.80',
          storage_next_month: '0.40',
        },
      ],
      stranded_inventory: [{ date: '2026-01-05', marketplace: 'DE', sku: 'MUG-1', units: 1 }],
      storage_fees: [
        { month: '2026-01-01', marketplace: 'DE', fnsku: 'X1', currency: 'EUR', fee: '1.20' },
        { month: '2026-01-01', marketplace: 'DE', fnsku: 'X2', currency: 'EUR', fee: '0.20' },
      ],
      aged_fees: [
        { date: '2026-01-15', marketplace: 'DE', sku: 'MUG-1', currency: 'EUR', amount: '0.10', tier: '181' },
      ],
      reimbursements: [
        { date: '2026-01-09', reimbursement_id: 'R1', sku: 'MUG-1', amount: '20.00', currency: 'EUR' },
      ],
      removal_orders: [
        {
          date: '2026-01-08',
          order_id: 'O1',
          sku: 'MUG-1',
          requested: 2,
          shipped: 1,
          last_updated: '2026-01-09',
        },
      ],
      removal_shipments: [{ date: '2026-01-09', order_id: 'O1', sku: 'MUG-1', quantity: 1 }],
      promotions: [
        {
          promotion_id: 'P1',
          marketplace: 'DE',
          asin: 'B01',
          start_at: '2026-01-02T10:00:00Z',
          units_sold: 3,
        },
      ],
      coupons: [{ coupon_id: 'C1', marketplace: 'DE', clips: 4, start_at: '2026-01-02T10:00:00Z' }],
      vat_transactions: [
        { date: '2026-01-08', transaction_type: 'SALE', marketplace: 'DE', vat_rate: '0.19', vat: '3.80' },
      ],
      fee_estimates: [
        {
          sku: 'MUG-1',
          marketplace: 'DE',
          snapshot_date: '2026-01-01',
          price: '23.80',
          referral_fee: '3.57',
        },
      ],
      expenses: [
        { name: 'Rent', amount: '3100.00', currency: 'EUR', start_date: '2026-01-01', frequency: 'MONTHLY' },
      ],
      settlement_lines: [
        {
          line_id: 'L-1',
          status: 'DEFERRED',
          transaction_type: 'Order',
          posted_at: '2026-01-13T10:00:00Z',
          order_id: '302-0000010',
          sku: 'MUG-1',
          marketplace: 'DE',
          amount_type: 'ItemPrice',
          amount_description: 'Principal',
          amount: '23.80',
          quantity: 1,
        },
        // In the British settlement too, which is the better source.
        {
          transaction_type: 'Order',
          posted_at: '2026-01-13T11:00:00Z',
          order_id: '202-0000001',
          sku: 'MUG-1',
          marketplace: 'GB',
          amount_type: 'ItemPrice',
          amount_description: 'Principal',
          amount: '12.00',
          quantity: 1,
        },
      ],
    },
    { account: 'Europe' },
  ],
]

const SETTINGS = {
  establishmentCountry: 'DE',
  feeVatRecoverable: true,
  defaultCurrency: 'GBP',
  fxPolicy: 'DAILY',
  vatRates: [{ marketplace: 'DE', validFrom: '2026-01-06', rate: '0.07' }],
  replenishment: {
    leadTimeDays: 50,
    safetyDays: 7,
    targetCoverDays: 30,
    marketplaceLeadTimeDays: { GB: 70 },
  },
  wastedClickThreshold: 25,
} as const

type Notes = Awaited<ReturnType<typeof notesOf>>

const NOTES: Notes = {
  targets: [
    { marketplace: null, month: '2026-01', amount: '12000.5', currency: 'EUR' },
    { marketplace: 'DE', month: '2026-01', amount: '8000', currency: 'GBP' },
  ],
  weeklyNotes: [
    { week: '2026-01-05', text: 'Price up.\n\n“Watch” the mug: {1}' },
    { week: '2026-01-12', text: 'Stock is short.' },
  ],
  annotations: [
    { date: '2026-01-06', text: 'New price' },
    { date: '2026-01-09', text: 'Deal, 20 %' },
  ],
}

async function writeNotes(companyId: string, { targets, weeklyNotes, annotations }: Notes): Promise<void> {
  const { executiveSummary, wbr } = server.operator
  await executiveSummary.saveTargets({
    companyId,
    targets: targets.map((target) => ({ ...target, updatedAt: null })) as never,
  })
  for (const note of weeklyNotes) await wbr.saveNote({ companyId, ...note, updatedAt: null })
  for (const annotation of annotations) await wbr.saveAnnotation({ companyId, ...annotation })
}

const ENDED = { account: 'Europe', currency: 'GBP', lastDay: '2026-01-31' } as const

describe('a company of settlements of both kinds, with date-range reports beside them', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    await importAll(company, FILES)
    await company.set(SETTINGS as never)
    await server.operator.sqp.setBrandAliases({ companyId: company.id, brandAliases: ['acme', 'akme'] })
    await server.operator.companySettings.setEndedSales({ companyId: company.id, ...ENDED })
    await writeNotes(company.id, NOTES)
  })

  test('gives the same answers where its export was imported', async () => {
    const { answers, file } = await expectPortable(company, '2026-01-01', '2026-01-31')
    // By hand, from the files above.
    const [whole] = answers.statements
    expect(whole![0]!.lines.deferredNetProceeds.value).toBe('23.8')
    expect(whole![0]!.lines.unitsSold.value).toBe('7')
    expect(
      answers.settlements.map(({ settlementId, source, total }) => [settlementId, source, total]),
    ).toEqual([
      ['10000000001', 'SETTLEMENT_V2', '44.57'],
      ['10000000002', 'SETTLEMENT_WIDE', '-39.8'],
      ['10000000003', 'SETTLEMENT_V2', '-26.4'],
      ['10000000004', 'DATE_RANGE', null],
    ])
    expect(answers.covered).toMatchObject({ firstDay: '2026-01-02', lastDay: '2026-01-24' })
    expect(answers.settings).toMatchObject(SETTINGS)
    expect(answers.brandAliases).toEqual(['acme', 'akme'])
    expect(answers.notes).toEqual(NOTES)
    expect(answers.covered.sales).toContainEqual(
      expect.objectContaining({ account: 'Europe', currency: 'GBP', saidToEnd: ENDED.lastDay }),
    )
    const money = file['settlement_lines']!.find(({ amount }) => amount === '-50')
    expect(money).toMatchObject({ account: 'Europe', source: 'SETTLEMENT_WIDE', currency: 'GBP' })
    expect(file['settlement_lines']!.every(({ currency }) => /^[A-Z]{3}$/.test(currency!))).toBe(true)
    expect(file['product_costs']).toMatchObject([{ manufacturing: '3.3', freight: '0.123456789' }])
    expect(file['ads_daily']!.map(({ cost: spent }) => spent)).toEqual(['12', '4'])
  })

  formTest('counts the same money once where its files are there already', async () => {
    const before = await answersOf(company, '2026-01-01', '2026-01-31')
    await importAll(company, [['facts.json', await exported(company)]])
    const after = await answersOf(company, '2026-01-01', '2026-01-31')
    expect(after.statements).toEqual(before.statements)
    expect(after.settlements).toEqual(before.settlements)
    expect(after.settings).toEqual(before.settings)
  })
})

test('what people note is said by the import, and what stands there already stays', async () => {
  const from = await server.company({ defaultCurrency: 'EUR' })
  await importAll(from, [['sale.txt', oneSaleFile()]])
  await writeNotes(from.id, NOTES)
  const facts = await exported(from)
  const to = await server.company({ defaultCurrency: 'EUR' })
  const [target] = NOTES.targets
  const [note] = NOTES.weeklyNotes
  const own = {
    targets: [{ ...target!, amount: '5' }],
    weeklyNotes: [{ ...note!, text: 'Ours.' }],
    annotations: NOTES.annotations.slice(0, 1),
  }
  await writeNotes(to.id, own)
  const { id } = await to.import('facts.json', facts)
  const expected = {
    targets: [...own.targets, ...NOTES.targets.slice(1)],
    weeklyNotes: [...own.weeklyNotes, ...NOTES.weeklyNotes.slice(1)],
    annotations: NOTES.annotations,
  }
  expect(await notesOf(server.operator, to.id)).toEqual(expected)
  const said = await server.operator.wbr.getNotes({
    companyId: to.id,
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  })
  expect(said.map(({ updatedBy }) => updatedBy)).toEqual(['operator', 'import'])
  await to.undo(id)
  expect(await notesOf(server.operator, to.id)).toEqual(expected)
})

test('an export says how much of a company it leaves out', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  await importAll(company, [['german.txt', v2File(GERMAN)]])
  const leftOut = async () => {
    const place = await mkdtemp(join(directory, 'export-'))
    return (await server.operator.operator.export({ companyId: company.id, directory: place })).leftOut
  }
  expect(await leftOut()).toEqual({ closedMonths: 0, bankStatements: 0 })
  const companyId = company.id
  await server.operator.accounting.closeMonths({ companyId, months: ['2026-01'] })
  await server.operator.bankMatch.importStatement({
    companyId,
    fileName: 'bank.csv',
    content: Buffer.from('Date,Amount,Currency\n2026-01-05,10.00,EUR\n').toString('base64'),
  })
  expect(await leftOut()).toEqual({ closedMonths: 1, bankStatements: 1 })
})

const DEMO_DAY = '2026-11-01'
/** Of two years, the newest: a month of it takes as long as ten companies of the others. */
const DEMO_MONTHS = casesOf(1, 24)

formTest(
  'the demo gives the same answers where its export was imported',
  async () => {
    const { name: _, ...settings } = demoCompany
    const company = await server.company(settings)
    const from = addMonths(DEMO_DAY, -DEMO_MONTHS)
    for await (const { fileName, content, account, marketplace } of demoFiles({ today: DEMO_DAY })) {
      const month = /-(\d{4}-\d{2})(-\d{2})?\.txt$/.exec(fileName)?.[1]
      if (month !== undefined && month < from.slice(0, 7)) continue
      const chunks: string[] = []
      for await (const chunk of content()) chunks.push(chunk)
      await importAll(company, [
        [fileName, chunks.join(''), { account, ...(marketplace && { marketplace }) }],
      ])
    }
    const { file } = await expectPortable(company, from, addDays(DEMO_DAY, -1))
    expect(file['settlement_lines']!.length).toBeGreaterThan(2_000 * DEMO_MONTHS)
  },
  900_000,
)

const LEDGERS = casesOf(1, 100)

formTest(
  'ledgers drawn at random are portable',
  async () => {
    let cases = 0
    await fc.assert(
      fc.asyncProperty(randomLedger, async ({ settlements, facts }) => {
        const company = await server.company({ establishmentCountry: 'DE', defaultCurrency: 'EUR' })
        await importAll(company, [
          ...settlements.flatMap(({ settlement, seller, layouts }) =>
            layouts.map((layout): File => [
              `${settlement.id}-${layout}.txt`,
              layout === 'V2' ? v2File(settlement) : wideFile(settlement),
              seller,
            ]),
          ),
          ['facts.json', facts, EUROPE],
        ])
        await expectPortable(company, RANDOM_RANGE.from, RANDOM_RANGE.to, [])
        cases++
      }),
      // To make a ledger smaller that fails takes hours.
      { numRuns: LEDGERS, seed: printedSeed(), endOnFailure: true },
    )
    expect(cases).toBe(LEDGERS)
  },
  60_000 + LEDGERS * 60_000,
)

const REAL = fileURLToPath(new URL('../../shared/data', import.meta.url))
const CANADIAN = ['23874397121', '24288684721', '24391894961', '24495221541', '24702193891']

test.skipIf(!existsSync(REAL))('settlements of real sellers are portable', async () => {
  const company = await server.company()
  const paths = [
    ...CANADIAN.map((id) => `settlement/v1-wide-real/amazon-ca-${id}.txt`),
    `settlement/v2-derived/amazon-ca-24288684721.v2.txt`,
    'date-range-transactions/amazon-us-unified-transactions-2025-06-08.csv',
  ]
  for (const path of paths)
    await company.import(basename(path), readFileSync(join(REAL, path)), {
      account: 'North America',
      marketplace: 'US',
    })
  const { answers } = await expectPortable(company, '2025-06-01', '2025-11-30')
  expect(answers.settlements.filter(({ difference }) => difference === '0')).toHaveLength(CANADIAN.length)
})

test('an export is its owner’s alone, and takes files with names longer than a disk takes', async () => {
  const company = await server.company()
  await importAll(company, [[`${'Zahlungen für März '.repeat(15)}.txt`, oneSaleFile()]])
  const place = join(directory, 'long-names')
  const before = process.umask(0o022)
  try {
    await server.operator.operator.export({ companyId: company.id, directory: place })
  } finally {
    process.umask(before)
  }
  const [original] = await readdir(join(place, 'originals'))
  expect(original).toMatch(/^\d+-.* März \.txt$/)
  for (const path of ['', 'facts.json', 'originals', join('originals', original!)])
    expect((await stat(join(place, path))).mode & 0o077, path).toBe(0)
})
