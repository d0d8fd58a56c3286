/** Expenses that people enter: from the page's procedures to the statement, and down to the line again. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import type { SaveExpensesInput } from '#contract/expenses.ts'
import { EXPENSE_GROUPS_MAX, EXPENSES_MAX } from '#contract/dashboards/expenses.ts'
import { addMember, tables } from '#server/accounts/index.ts'
import type { z } from 'zod'
import { startTestServer, type RouterCaller, type TestCompany, type TestServer } from './support/server.ts'

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

type Changes = Omit<z.input<typeof SaveExpensesInput>, 'saveId'>

const RENT = {
  id: 'new-1',
  name: 'Rent, warehouse',
  amount: '2800.00',
  currency: 'EUR',
  frequency: 'MONTHLY',
  startDate: '2025-01-01',
  endDate: null,
  marketplace: null,
  categoryId: 'new-rent',
  vendorId: null,
  note: '',
} as const
const RENT_CATEGORY = { createdCategories: [{ id: 'new-rent', name: 'Rent' }] }

const saveAs = (
  calls: RouterCaller,
  { id }: { id: string },
  changes: Changes,
  saveId: string = randomUUID(),
) => calls.expenses.save({ companyId: id, saveId, ...changes })
const save = (company: TestCompany, changes: Changes, saveId?: string) =>
  saveAs(server.operator, company, changes, saveId)
const list = (company: TestCompany, more = {}) =>
  server.operator.expenses.list({ companyId: company.id, ...RANGE, ...more })
const history = async (company: TestCompany) =>
  (await server.operator.expenses.getHistory({ companyId: company.id })).edits
const spent = async (company: TestCompany) => (await company.pnl(FEBRUARY)).lines.operatingExpenses

async function companyWithRent() {
  const company = await server.company()
  await save(company, { ...RENT_CATEGORY, created: [RENT] })
  const { rows, categories } = await list(company)
  return { company, rent: rows[0]!, category: categories[0]! }
}

/** What a row says, as a change of it. */
const asChange = ({
  id,
  name,
  amount,
  currency,
  frequency,
  startDate,
  endDate,
  invoiceId,
  brandName,
  note,
  entered,
}: Awaited<ReturnType<typeof list>>['rows'][number]) => ({
  id,
  name,
  amount,
  currency: currency as 'EUR',
  frequency,
  startDate,
  endDate,
  marketplace: null,
  invoiceId,
  brandName,
  note,
  categoryId: entered!.categoryId!,
  vendorId: entered!.vendorId,
  revision: entered!.revision,
})

formTest('two invoices of the same amount and day are two expenses, each with its number', async () => {
  const { company, rent } = await companyWithRent()
  const photos = {
    ...RENT,
    name: 'Photos',
    amount: '50.00',
    frequency: 'ONE_TIME',
    startDate: '2025-02-03',
  } as const
  await save(company, {
    created: ['INV-1', 'INV-2'].map((invoiceId, index) => ({
      ...photos,
      id: `new-${index + 2}`,
      categoryId: rent.entered!.categoryId!,
      invoiceId,
    })),
  })
  const rows = (await list(company)).rows.filter(({ name }) => name === 'Photos')
  expect(rows.map(({ invoiceId }) => invoiceId)).toEqual(['INV-1', 'INV-2'])
  expect(await spent(company)).toBe('-2900')
  // The same rows in a file are the same two, and one without a number is another.
  const said = {
    name: 'Photos',
    amount: '50.00',
    currency: 'EUR',
    category: 'Rent',
    start_date: '2025-02-03',
    frequency: 'ONE_TIME',
  }
  await company.import('photos.json', { expenses: [{ ...said, invoice_id: 'INV-1' }, said] })
  expect(await spent(company)).toBe('-2950')
  await save(company, { updated: [{ ...asChange(rows[0]!), invoiceId: 'INV-9' }] })
  const [latest] = await history(company)
  expect([latest!.before?.['invoiceId'], latest!.after?.['invoiceId']]).toEqual(['INV-1', 'INV-9'])
  await expect(
    save(company, { updated: [{ ...asChange(rows[1]!), invoiceId: 'X'.repeat(36) }] }),
  ).rejects.toThrow('invoiceId')
})

test('an expense in yuan counts at the rate that the central bank published for its day', async () => {
  const company = await server.company()
  const samples = { ...RENT, name: 'Samples', amount: '745.00', currency: 'CNY' } as const
  await save(company, {
    ...RENT_CATEGORY,
    created: [{ ...samples, frequency: 'ONE_TIME', startDate: '2025-02-03' }],
  })
  // 7.45 yuan for a euro (eurofxref-hist.csv).
  expect(Number(await spent(company))).toBeCloseTo(-100, 6)
  expect(await list(company)).toMatchObject({ rows: [{ currency: 'CNY' }] })
})

test('a year before is compared with where expenses were known by then, month by month of the calendar', async () => {
  const company = await server.company()
  const ended = {
    ...RENT,
    name: 'Old rent',
    startDate: '2024-02-01',
    endDate: '2024-12-31',
    amount: '2900.00',
  }
  await save(company, { ...RENT_CATEGORY, created: [{ ...RENT, startDate: '2025-01-01' }] })
  // Nobody knows what was spent before the first of them began.
  expect(await list(company)).toMatchObject({ total: '2800', priorYear: null })
  const category = (await list(company)).categories[0]!.id
  await save(company, { created: [{ ...ended, categoryId: category }] })
  // All of February 2025 is compared with all of February 2024, which had a day more.
  expect(await list(company)).toMatchObject({ total: '2800', priorYear: '2900' })
  const days = { startDate: '2025-02-01', endDate: '2025-02-14' }
  expect(await list(company, days)).toMatchObject({ total: '1400', priorYear: '1400' })
  expect(await list(company, { startDate: '2025-01-31' })).toMatchObject({ priorYear: null })
  // Of a marketplace there was nothing, which is known too.
  expect(await list(company, { marketplaces: ['DE'] })).toMatchObject({ total: '0', priorYear: '0' })
  // The longest range that may be asked for has a day less than the same months a year before.
  const longest = { startDate: '2026-01-01', endDate: '2027-12-31' }
  expect(await list(company, longest)).toMatchObject({ priorYear: '67200' })
  await save(company, {
    created: [{ ...ended, id: 'new-2', name: 'Cairo', currency: 'EGP', categoryId: category }],
  })
  // No rate is known of it, and a part of a year before is not what it came to.
  expect(await list(company)).toMatchObject({ total: '2800', priorYear: null })
})

test('an expense of a brand is the brand’s, on the page, in the history and in files', async () => {
  const { company, rent } = await companyWithRent()
  await company.import('products.json', {
    listings: [{ marketplace: 'DE', snapshot_date: '2025-01-01', sku: 'CUP', asin: 'B000000001' }],
    catalogue_items: [
      { snapshot_date: '2025-01-01', marketplace: 'DE', asin: 'B000000001', brand: 'Harbour', title: 'Cup' },
    ],
  })
  const inBrand = async () => {
    const [row] = await server.operator.profitAndLoss.getData({
      companyId: company.id,
      ...RANGE,
      brandNames: ['Harbour'],
    })
    return row!.lines.operatingExpenses.value
  }
  // Those of no one brand are in none.
  expect(await inBrand()).toBeNull()
  await save(company, { updated: [{ ...asChange(rent), brandName: ' Harbour ' }] })
  expect([await inBrand(), await spent(company)]).toEqual(['-2800', '-2800'])
  const [row] = (await list(company)).rows
  expect(row).toMatchObject({ brandName: 'Harbour', entered: { revision: 2 } })
  const [latest] = await history(company)
  expect(latest).toMatchObject({ before: { brandName: '' }, after: { brandName: 'Harbour' } })
  // A file that says the same is the same expense; of another brand it is another one.
  const said = {
    name: RENT.name,
    amount: '2800.00',
    currency: 'EUR',
    category: 'Rent',
    start_date: '2025-01-01',
    frequency: 'MONTHLY',
  }
  await company.import('rent.json', { expenses: [{ ...said, brand_name: 'Harbour' }] })
  expect(await inBrand()).toBe('-2800')
  // Of all brands is of no one brand, in files, lists and calls.
  await company.import('all.json', { expenses: [{ ...said, name: 'Power', brand_name: 'ALL' }] })
  const power = { ...RENT, id: 'new-9', name: 'Power', categoryId: rent.entered!.categoryId! }
  await save(company, { created: [{ ...power, brandName: 'ALL' }] })
  const listed = (await list(company)).rows.filter(({ name }) => name === 'Power')
  expect(listed.map(({ brandName, entered }) => [brandName, entered !== null])).toEqual([['', true]])
  await save(company, { deleted: [{ id: listed[0]!.id, revision: 1 }] })
  expect((await list(company)).rows.find(({ name }) => name === 'Power')).toMatchObject({
    brandName: '',
    entered: null,
  })
  await company.import('rents.json', { expenses: [{ ...said, brand_name: 'Lumen' }] })

  expect([await inBrand(), await spent(company)]).toEqual(['-2800', '-8400'])
  const preview = await server.operator.expenses.preview({
    companyId: company.id,
    ...RANGE,
    updated: [{ ...asChange(row!), brandName: 'Lumen' }],
  })
  // The file's own stand in for both.
  expect(preview.byMonth).toEqual([])
  await expect(
    save(company, { updated: [{ ...asChange(row!), brandName: 'X'.repeat(101) }] }),
  ).rejects.toThrow('brandName')
})

test('what is entered is in the statement at once, leads to its line, and goes without a trace', async () => {
  const company = await server.company()
  await company.import('sales.json', {
    settlement_lines: ['2025-02-01', '2025-02-28'].map((day) => ({
      transaction_type: 'Order',
      posted_at: `${day}T12:00:00Z`,
      order_id: `O-${day}`,
      sku: 'MUG-1',
      marketplace: 'DE',
      amount_type: 'ItemFees',
      amount_description: 'Commission',
      amount: '-10.00',
      currency: 'EUR',
    })),
  })
  const [before, without] = [await company.pnl(FEBRUARY), await company.checksums()]
  expect(before.lines).toMatchObject({ operatingExpenses: '0', netProfit: '-20' })

  const versionBefore = await company.publishedVersion()
  const desk = {
    ...RENT,
    id: 'new-2',
    name: 'Desk',
    amount: '99.99',
    frequency: 'ONE_TIME',
    startDate: '2025-02-10',
  } as const
  const { version } = await save(company, { ...RENT_CATEGORY, created: [RENT, desk] })
  expect(version).toBe(await company.publishedVersion())
  expect((await company.pnl(FEBRUARY)).lines).toMatchObject({
    operatingExpenses: '-2899.99',
    netProfit: '-2919.99',
  })
  expect((await company.pnl({ ...FEBRUARY, asOf: versionBefore })).lines).toEqual(before.lines)
  const explained = await company.explain('operatingExpenses', FEBRUARY, { limit: 100 })
  expect(explained).toMatchObject({ value: '-2899.99', rowCount: 29 })
  expect(explained.rows.find(({ amountDescription }) => amountDescription === 'Desk')).toMatchObject({
    amountType: 'Rent',
    fileName: 'Expenses entered in Sextant.json',
    lineNumber: 2,
    rawLine: expect.stringContaining('"99.99"') as string,
  })

  const sums = await company.checksums()
  expect(await server.operator.operator.rebuild({ companyId: company.id })).toMatchObject({ changed: [] })
  expect(await company.checksums()).toEqual(sums)

  const { rows } = await list(company)
  expect(rows.map(({ name, inRange, category }) => [name, inRange, category])).toEqual([
    ['Rent, warehouse', '2800', 'Rent'],
    ['Desk', '99.99', 'Rent'],
  ])
  await save(company, { deleted: rows.map(({ id, entered }) => ({ id, revision: entered!.revision })) })
  expect((await company.pnl(FEBRUARY)).lines).toEqual(before.lines)
  expect(await company.checksums()).toEqual(without)
  expect(await list(company)).toMatchObject({ rows: [], total: '0', categories: [{ name: 'Rent', uses: 0 }] })
  expect(
    (await history(company)).map(({ subject, before: was, after }) => [
      subject,
      was?.['name'],
      after?.['name'],
    ]),
  ).toEqual([
    ['EXPENSE', 'Desk', undefined],
    ['EXPENSE', 'Rent, warehouse', undefined],
    ['EXPENSE', undefined, 'Desk'],
    ['EXPENSE', undefined, 'Rent, warehouse'],
    ['CATEGORY', undefined, 'Rent'],
  ])
})

test('of two people who change a row the second is told who was first, and nothing of theirs is half saved', async () => {
  const { company, rent, category } = await companyWithRent()
  const [ann, ben] = [await server.person('ann@example.com'), await server.person('ben@example.com')]
  for (const { user } of [ann, ben]) await addMember(server.services.accounts, company, user, 'MANAGER')
  await saveAs(ann.calls, company, { updated: [{ ...asChange(rent), amount: '2900' }] })
  const theirs = {
    created: [{ ...RENT, id: 'new-9', name: 'Forklift', categoryId: category.id }],
    updated: [{ ...asChange(rent), amount: '3000' }],
  }
  await expect(saveAs(ben.calls, company, theirs)).rejects.toThrow(
    'Nothing was saved, because someone else has changed the same rows: “Rent, warehouse” was changed by ann@example.com.',
  )
  expect((await list(company)).rows.map(({ name, amount }) => [name, amount])).toEqual([
    ['Rent, warehouse', '2900'],
  ])
  expect(await spent(company)).toBe('-2900')
  const [now] = (await list(company)).rows
  expect(now!.entered).toMatchObject({ changedBy: 'ann@example.com', revision: 2 })
  await saveAs(ben.calls, company, { ...theirs, updated: [{ ...asChange(now!), amount: '3000' }] })
  expect(await spent(company)).toBe('-5800')
  await saveAs(ann.calls, company, { deleted: [{ id: rent.id, revision: 3 }] })
  await expect(saveAs(ben.calls, company, { updated: [{ ...asChange(now!), revision: 3 }] })).rejects.toThrow(
    '“Rent, warehouse” was deleted by ann@example.com',
  )
})

test('a save that ends halfway has changed nothing, and done again it is done once', async () => {
  const { company, rent } = await companyWithRent()
  const sums = await company.checksums()
  const { accounts, reports } = server.services
  const open = reports.open.bind(reports)
  // The process that saves is taken for dead when all its rows are written: another one has buried its version.
  reports.open = async (...args) => {
    const { openVersions, deadVersions } = tables
    const [left] = await accounts.db
      .delete(openVersions)
      .where(eq(openVersions.companyId, company.id))
      .returning()
    await accounts.db
      .insert(deadVersions)
      .values({ companyId: company.id, version: left!.version, reason: 'its process ended' })
    return open(...args)
  }
  const saveId = randomUUID()
  const changes = {
    updated: [{ ...asChange(rent), amount: '2856' }],
    created: [{ ...RENT, id: 'new-2', name: 'Parking', amount: '28', categoryId: rent.entered!.categoryId! }],
  }
  await expect(save(company, changes, saveId)).rejects.toThrow('can no longer be published')
  reports.open = open
  expect(await spent(company)).toBe('-2800')
  expect(await company.checksums()).toEqual(sums)
  expect((await list(company)).rows).toHaveLength(1)

  const { createdIds } = await save(company, changes, saveId)
  expect(await spent(company)).toBe('-2884')
  expect(createdIds).toEqual([(await list(company)).rows[1]!.id])
  // The answer was lost, and the page asks again.
  expect(await save(company, changes, saveId)).toMatchObject({ createdIds })
  expect(await spent(company)).toBe('-2884')
  expect((await list(company)).rows.map(({ name }) => name)).toEqual(['Rent, warehouse', 'Parking'])
  expect(await history(company)).toHaveLength(4)
})

test('categories and vendors are renamed, deleted and moved in one save', async () => {
  const company = await server.company()
  await save(company, {
    createdCategories: ['Rent', 'Travel', 'Post'].map((name) => ({ id: `new-${name}`, name })),
    createdVendors: [{ id: 'new-v', name: 'Landlord' }],
    created: ['Rent', 'Travel', 'Post'].map((name) => ({
      ...RENT,
      id: `new-e-${name}`,
      name: `For ${name}`,
      categoryId: `new-${name}`,
      vendorId: 'new-v',
    })),
  })
  const { categories, vendors } = await list(company)
  const idOf = (name: string) => categories.find((group) => group.name === name)!.id
  const [before] = [await company.checksums()]
  await save(company, {
    renamedCategories: [
      { id: idOf('Rent'), name: 'Travel' },
      { id: idOf('Travel'), name: 'Rent' },
    ],
    deletedCategories: [{ id: idOf('Post'), moveTo: idOf('Rent') }],
    deletedVendors: [{ id: vendors[0]!.id, moveTo: null }],
  })
  const after = await list(company)
  expect(after.rows.map(({ name, category, vendor }) => [name, category, vendor])).toEqual([
    ['For Rent', 'Travel', ''],
    ['For Travel', 'Rent', ''],
    ['For Post', 'Travel', ''],
  ])
  expect(after.categories.map(({ name, uses }) => [name, uses])).toEqual([
    ['Rent', 1],
    ['Travel', 2],
  ])
  expect(await spent(company)).toBe('-8400')
  expect(await company.checksums()).not.toEqual(before)
  await expect(save(company, { createdCategories: [{ id: 'new-1', name: 'rENT' }] })).rejects.toThrow(
    'would be called "rENT"',
  )
  await expect(save(company, { created: [{ ...RENT, categoryId: idOf('Post') }] })).rejects.toThrow(
    'does not exist any more',
  )
  // A company goes with all of it.
  await server.operator.companies.delete({ companyId: company.id })
})

test('rows of files are listed and cannot be changed, and the file of what was entered is not undone', async () => {
  const { company } = await companyWithRent()
  await company.import('expenses.json', {
    expenses: [
      {
        name: 'Software',
        amount: '28',
        currency: 'EUR',
        start_date: '2025-02-01',
        frequency: 'MONTHLY',
        marketplace: 'DE',
      },
      {
        name: 'Translation',
        amount: '5.00',
        currency: 'EUR',
        start_date: '2025-02-10',
        frequency: 'ONE_TIME',
        marketplace: 'FR',
      },
      {
        name: 'Rent, warehouse',
        category: 'Rent',
        amount: '2800.00',
        currency: 'EUR',
        start_date: '2025-01-01',
        frequency: 'MONTHLY',
      },
    ],
  })
  // The same row in two files is one expense, whoever wrote them.
  expect(await spent(company)).toBe('-2833')
  const { rows, total, leftOut } = await list(company)
  expect(total).toBe('2833')
  expect(leftOut).toBe(0)
  expect(rows.map(({ name, entered, file }) => [name, entered !== null, file?.fileName])).toEqual([
    ['Rent, warehouse', true, undefined],
    ['Software', false, 'expenses.json'],
    ['Translation', false, 'expenses.json'],
  ])
  expect(await list(company, { marketplaces: ['DE'] })).toMatchObject({
    total: '28',
    leftOut: 1,
    rows: [{ name: 'Software' }],
  })
  const { imports } = await server.operator.imports.list({ companyId: company.id })
  const entered = imports.find(({ fileName }) => fileName.startsWith('Expenses entered'))!
  await expect(company.undo(entered.id)).rejects.toThrow('on the Expenses page')
  await save(company, { deleted: [{ id: rows[0]!.id, revision: 1 }] })
  // The row of the file stands in for it, and its import says so.
  expect(await spent(company)).toBe('-2833')
  const uploaded = imports.find(({ fileName }) => fileName === 'expenses.json')!
  expect((await company.importRecord(uploaded.id)).counts).toMatchObject({ kept: 3, known: 0 })
})

test('what saving would do is known before, by the same formula, and days to come are planned', async () => {
  const { company, rent } = await companyWithRent()
  const scope = {
    companyId: company.id,
    currencyCode: 'EUR',
    startDate: '2026-10-01',
    endDate: '2026-12-31',
  } as const
  const saved = (startDate: string, endDate: string) =>
    company
      .pnl({ from: startDate, to: endDate, currency: 'EUR' })
      .then(({ lines }) => lines.operatingExpenses)
  const changed = { ...asChange(rent), amount: '3000', endDate: '2026-12-15' }
  const preview = await server.operator.expenses.preview({ ...scope, updated: [changed] })
  expect(preview).toEqual({
    rows: [{ id: rent.id, inRange: '7451.612903' }],
    byMonth: [
      { month: '2026-10-01', isPlanned: false, change: '200' },
      { month: '2026-11-01', isPlanned: false, change: '100' },
      { month: '2026-11-01', isPlanned: true, change: '100' },
      { month: '2026-12-01', isPlanned: true, change: '-1348.387097' },
    ],
    toToday: '300',
    planned: '-1248.387097',
    closed: null,
  })
  const before = await saved('2026-10-01', '2026-12-31')
  await save(company, { updated: [changed] })
  expect(Number(before) - Number(await saved('2026-10-01', '2026-12-31'))).toBe(300)
  expect(await server.operator.expenses.list(scope)).toMatchObject({
    total: '7451.612903',
    toToday: '4500',
    perMonth: { amount: '3000', count: 1 },
  })
})

const preview = (company: TestCompany, changes: Changes) =>
  server.operator.expenses.preview({ companyId: company.id, ...RANGE, ...changes })
const IN_FEBRUARY = { ...RENT, amount: '310.00', frequency: 'ONE_TIME', startDate: '2025-02-03' } as const

test('what would be spent in a closed month is none of the effect, as it is in no statement after saving', async () => {
  const { company, category } = await companyWithRent()
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2025-02'] })
  const created = [
    { ...IN_FEBRUARY, categoryId: category.id },
    { ...IN_FEBRUARY, id: 'new-2', categoryId: category.id, startDate: '2025-02-28', endDate: '2025-03-03' },
  ]
  const before = await spent(company)
  expect(
    await server.operator.expenses.preview({
      companyId: company.id,
      ...RANGE,
      endDate: '2025-03-31',
      created,
    }),
  ).toEqual({
    rows: [
      { id: 'new-1', inRange: '310' },
      { id: 'new-2', inRange: '310' },
    ],
    byMonth: [{ month: '2025-03-01', isPlanned: false, change: '232.5' }],
    toToday: '232.5',
    planned: '0',
    closed: { months: ['2025-02-01'], change: '387.5' },
  })
  await save(company, { created })
  expect(await spent(company)).toBe(before)
})

test('an expense that a file says word for word changes nothing, whether it is entered or deleted', async () => {
  const { company, category } = await companyWithRent()
  const { id: _, categoryId: _c, vendorId: _v, startDate: start_date, ...said } = IN_FEBRUARY
  await company.import('expenses.json', {
    expenses: [{ ...said, endDate: undefined, marketplace: '', category: 'Rent', start_date }],
  })
  const before = await spent(company)
  const copy = { ...IN_FEBRUARY, categoryId: category.id }
  const nothing = { byMonth: [], toToday: '0', planned: '0', closed: null }

  expect(await preview(company, { created: [copy] })).toEqual({
    rows: [{ id: 'new-1', inRange: '310' }],
    ...nothing,
  })
  await save(company, { created: [copy] })
  expect(await spent(company)).toBe(before)

  const { rows } = await list(company)
  const saved = rows.find(({ amount }) => amount === '310')!
  // A second one is more than the file has, as are other words.
  const another = await preview(company, { created: [copy] })
  expect(another.toToday).toBe('310')
  const renamed = { renamedCategories: [{ id: category.id, name: 'Rents' }] }
  expect((await preview(company, renamed)).toToday).toBe('310')
  expect(await preview(company, { deleted: [{ id: saved.id, revision: 1 }] })).toEqual({
    rows: [],
    ...nothing,
  })
  await save(company, { deleted: [{ id: saved.id, revision: 1 }] })
  expect(await spent(company)).toBe(before)
})

test('nobody below a manager saves, and what is out of bounds is refused by name', async () => {
  const { company, rent, category } = await companyWithRent()
  const viewer = await server.person()
  await addMember(server.services.accounts, company, viewer.user, 'VIEWER')
  await expect(saveAs(viewer.calls, company, { deleted: [{ id: rent.id, revision: 1 }] })).rejects.toThrow(
    'Your role',
  )
  const stranger = await server.person()
  await expect(stranger.calls.expenses.list({ companyId: company.id, ...RANGE })).rejects.toThrow('not yours')
  const other = await companyWithRent()
  await expect(save(other.company, { deleted: [{ id: rent.id, revision: 1 }] })).rejects.toThrow(
    'was deleted',
  )
  await expect(save(other.company, { created: [{ ...RENT, categoryId: category.id }] })).rejects.toThrow(
    'does not exist any more',
  )

  const create = (more: object) => save(company, { created: [{ ...RENT, categoryId: category.id, ...more }] })
  await expect(create({ name: 'x' })).rejects.toThrow('2 to 100 characters')
  await expect(create({ amount: '0.00' })).rejects.toThrow('The amount cannot be 0')
  await expect(create({ amount: '1e9' })).rejects.toThrow('Give a number')
  await expect(create({ amount: '1000000000' })).rejects.toThrow('up to 9 digits')
  await expect(create({ endDate: '2024-12-31' })).rejects.toThrow('The end is before the start.')
  await expect(create({ startDate: '2025-02-30' })).rejects.toThrow('Give a date')
  await expect(create({ marketplace: 'XX' })).rejects.toThrow('marketplace')
  // A deleted category may leave an expense without one; nobody saves it like that again.
  const uncategorised = { ...asChange(rent), categoryId: null } as never
  await expect(create({ categoryId: null })).rejects.toThrow('categoryId')
  await expect(save(company, { updated: [uncategorised] })).rejects.toThrow('categoryId')
  await expect(
    server.operator.expenses.preview({ companyId: company.id, ...RANGE, updated: [uncategorised] }),
  ).rejects.toThrow('categoryId')
  await expect(create({ name: 'a\0b' })).rejects.toThrow('cannot be stored')
  await expect(
    save(company, {
      created: Array.from({ length: 501 }, (_, i) => ({ ...RENT, id: `new-${i}`, categoryId: category.id })),
    }),
  ).rejects.toThrow('created')
  await expect(
    save(company, { deleted: [{ id: rent.id, revision: 1 }], updated: [asChange(rent)] }),
  ).rejects.toThrow('changed once')
  await expect(list(company, { endDate: '2027-02-28' })).rejects.toThrow('Max days exceeded')
  await expect(
    save(company, {
      createdVendors: Array.from({ length: EXPENSE_GROUPS_MAX + 1 }, (_, i) => ({
        id: `v-${i}`,
        name: `Vendor ${i}`,
      })),
    }),
  ).rejects.toThrow('createdVendors')
  for (let batch = 0; batch < EXPENSES_MAX / 500 - 1; batch++)
    await save(company, {
      created: Array.from({ length: 500 }, (_, i) => ({
        ...RENT,
        id: `new-${i}`,
        name: `Row ${batch}-${i}`,
        amount: '0.28',
        categoryId: category.id,
      })),
    })
  await expect(
    save(company, {
      created: Array.from({ length: 500 }, (_, i) => ({ ...RENT, id: `new-${i}`, categoryId: category.id })),
    }),
  ).rejects.toThrow(`at most ${EXPENSES_MAX} expenses`)
  expect(await spent(company)).toBe('-3220')
})
