/** Lists of products and of expenses: from a file to a preview, to all numbers at once, and back again. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
import { LIST_FILE_BYTES_MAX } from '#contract/dashboards/entered-lists.ts'
import { zipOf } from '#amazon/testing.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-04-02T12:00:00Z')
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'GBP' } as const
const sale = (sku: string, quantity: number) => ({
  transaction_type: 'Order',
  posted_at: '2026-03-10T12:00:00Z',
  order_id: `O-${sku}`,
  sku,
  quantity,
  marketplace: 'GB',
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount: '100.00',
  currency: 'GBP',
})

async function companyWithSales(): Promise<TestCompany> {
  const company = await server.company()
  await company.import('sales.json', { settlement_lines: [sale('CUP', 2), sale('LAMP', 3), sale('JAR', 1)] })
  return company
}

const fileOf = (content: string | Uint8Array, fileName = 'list.csv') => ({
  fileName,
  content: Buffer.from(content).toString('base64'),
})
type File = ReturnType<typeof fileOf>
type Area = 'productMaster' | 'expenses'
const look = (area: Area, { id }: TestCompany, file: File) =>
  server.operator[area].previewList({ companyId: id, file })
const take = (area: Area, { id }: TestCompany, file: File, digest: string, saveId: string = randomUUID()) =>
  server.operator[area].importList({ companyId: id, file, digest, saveId })
const historyOf = async (area: Area, { id }: TestCompany) =>
  (await server.operator[area].getHistory({ companyId: id })).edits
const undo = async (area: Area, company: TestCompany, undoneSaveId: string) =>
  server.operator[area].undoSave({ companyId: company.id, undoneSaveId, saveId: randomUUID() })
const productsOf = async ({ id }: TestCompany) =>
  (await server.operator.productMaster.list({ companyId: id, currencyCode: 'GBP', sortBy: 'SKU' })).rows.map(
    ({ sku, customName, category, tags, costs }) => [
      sku,
      customName,
      category,
      tags.join('+'),
      costs[0]?.landed ?? '',
    ],
  )

const PRODUCTS = [
  'sku;custom_name;category;tags;marketplace;valid_from;currency;manufacturing;freight',
  'CUP;Blue cup;Kitchen;new, blue;;01.01.2026;GBP;3,00;0,50',
  'CUP;;;;DE;2026-01-01;EUR;4,00;',
  'LAMP;;Kitchen;;;2026-01-01;GBP;;',
  'GHOST;Ghost;;;;;;;',
].join('\r\n')

test('a list of products is looked at first, imported as a whole, and taken back', async () => {
  const company = await companyWithSales()
  const file = fileOf(PRODUCTS)
  const preview = await look('productMaster', company, file)
  expect(preview).toMatchObject({
    problems: [],
    unknown: [{ lineNumber: 5, name: 'GHOST' }],
    unread: [],
    counts: { rows: 4, created: 2, changed: 2, unchanged: 0, unknown: 1, problems: 0 },
  })
  expect(preview.changes.map(({ lineNumber, subject, name }) => [lineNumber, subject, name])).toEqual([
    [2, 'PRODUCT', 'CUP'],
    [4, 'PRODUCT', 'LAMP'],
    [2, 'COST', 'CUP'],
    [3, 'COST', 'CUP'],
  ])
  expect(preview.changes[0]).toMatchObject({
    before: { customName: '', category: '', tags: '' },
    after: { customName: 'Blue cup', category: 'Kitchen', tags: 'new, blue' },
  })
  // Nothing of it is stored.
  expect(await historyOf('productMaster', company)).toEqual([])

  const saveId = randomUUID()
  await take('productMaster', company, file, preview.digest, saveId)
  await take('productMaster', company, file, preview.digest, saveId)
  const imported = await productsOf(company)
  expect(imported).toEqual([
    ['CUP', 'Blue cup', 'Kitchen', 'new+blue', '3.5'],
    ['JAR', '', '', '', ''],
    ['LAMP', '', 'Kitchen', '', ''],
  ])
  expect((await company.pnl(MARCH)).lines.cogs).toBe('-7')
  const edits = await historyOf('productMaster', company)
  expect(edits.map(({ saveId: of }) => of)).toEqual([saveId, saveId, saveId, saveId])
  // A cell that is empty changes nothing, and what stands already is no change.
  expect((await look('productMaster', company, file)).counts).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 3,
  })

  await undo('productMaster', company, saveId)
  expect(await productsOf(company)).toEqual(imported.map(([sku]) => [sku, '', '', '', '']))
  await expect(undo('productMaster', company, saveId)).rejects.toThrow(/someone else has changed/)
  await expect(undo('productMaster', company, randomUUID())).rejects.toThrow('does not exist')
})

test('costs that were exported are imported again: what was left alone changes nothing, and what was typed counts', async () => {
  const company = await companyWithSales()
  await company.import('costs.json', {
    product_costs: [
      { sku: 'LAMP', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '2.00', duty: '0' },
      { sku: 'LAMP', valid_from: '2026-03-05', currency: 'GBP', manufacturing: '2.50' },
      { sku: 'JAR', valid_from: '2026-01-01', valid_to: '2026-03-31', currency: 'GBP', manufacturing: '1' },
    ],
  })
  const file = fileOf(PRODUCTS)
  await take('productMaster', company, file, (await look('productMaster', company, file)).digest)
  const asked = { companyId: company.id, skus: ['CUP', 'JAR', 'LAMP', 'GHOST'] }
  const costs = await server.operator.productMaster.listCosts(asked)
  expect(costs.map(({ sku, marketplace, freight, duty }) => [sku, marketplace, freight, duty])).toEqual([
    ['CUP', '', '0.5', null],
    ['CUP', 'DE', null, null],
    ['JAR', '', null, null],
    ['LAMP', '', null, '0'],
    ['LAMP', '', null, null],
  ])
  // As the page writes them, apart from the columns that no import reads.
  const heads = 'sku,marketplace,valid_from,valid_to,currency,manufacturing,freight,duty,other,fbm_shipping'
  const lines = costs.map(({ sku, marketplace, validFrom, validTo, currency, ...parts }) => {
    const { manufacturing, freight, duty, other, fbmShipping } = parts
    const end = sku === 'JAR' ? validTo : ''
    return [
      sku,
      marketplace,
      validFrom,
      end,
      currency,
      manufacturing,
      freight,
      duty,
      other,
      fbmShipping,
    ].join()
  })
  const exported = `${heads}\n${lines.join('\n')}\n`
  expect(await look('productMaster', company, fileOf(exported))).toMatchObject({
    problems: [],
    counts: { rows: 5, created: 0, changed: 0, unchanged: 5 },
  })
  const typed = fileOf(exported.replace('LAMP,,2026-03-05,,GBP,2.5', 'LAMP,,2026-03-05,,GBP,9'))
  expect((await look('productMaster', company, typed)).changes).toMatchObject([
    { subject: 'COST', name: 'LAMP', after: { validFrom: '2026-03-05', manufacturing: '9' } },
  ])
  expect(await server.operator.productMaster.listCosts({ ...asked, skus: ['GHOST'] })).toEqual([])
  await expect(server.operator.productMaster.listCosts({ ...asked, skus: [] })).rejects.toThrow('skus')
  const many = Array.from({ length: 501 }, (_, index) => `S${index}`)
  await expect(server.operator.productMaster.listCosts({ ...asked, skus: many })).rejects.toThrow('skus')
})

formTest(
  'sizes of a list are looked at and imported; empty cells and Amazon’s own numbers change nothing',
  async () => {
    const company = await companyWithSales()
    await company.import('catalogue.json', {
      listings: [
        { snapshot_date: '2026-03-31', marketplace: 'GB', sku: 'CUP', asin: 'B000000001', title: 'Cup' },
      ],
      catalogue_items: [
        {
          snapshot_date: '2026-03-31',
          marketplace: 'GB',
          asin: 'B000000001',
          package_length: '5',
          package_width: '4',
          package_height: '2',
          length_unit: 'inches',
          package_weight: '410',
          weight_unit: 'grams',
        },
      ],
    })
    const sizes = async () =>
      (
        await server.operator.productMaster.list({
          companyId: company.id,
          currencyCode: 'GBP',
          sortBy: 'SKU',
        })
      ).rows.map(({ sku, size, weight }) => [
        sku,
        size && [size.length, size.width, size.height, size.source],
        weight && [weight.value, weight.source],
      ])
    const ofAmazon = [
      ['CUP', ['12.7', '10.16', '5.08', 'AMAZON'], ['0.41', 'AMAZON']],
      ['JAR', null, null],
      ['LAMP', null, null],
    ]
    expect(await sizes()).toEqual(ofAmazon)

    // As the page exports them.
    const exported = fileOf(
      [
        'SKU,"Dimensions, cm and kg: Length","Dimensions, cm and kg: Width","Dimensions, cm and kg: Height","Dimensions, cm and kg: Weight","Dimensions, cm and kg: Volume, cm³"',
        'CUP,12.7,10.16,5.08,0.41,655.48256',
        'JAR,,,,,',
      ].join('\n'),
    )
    expect(await look('productMaster', company, exported)).toMatchObject({
      problems: [],
      changes: [],
      unread: ['Dimensions, cm and kg: Volume, cm³'],
      counts: { unchanged: 2 },
    })

    const file = fileOf(
      [
        'sku;length_cm;width_cm;height_cm;weight_kg',
        'CUP;13,5;;;',
        'LAMP;30;20,50;10;',
        'JAR;;;;0,250',
        'LAMP;30,0;20,5;10;2',
      ].join('\r\n'),
    )
    const preview = await look('productMaster', company, file)
    expect(preview).toMatchObject({ problems: [], unread: [], counts: { changed: 3, created: 0 } })
    const saveId = randomUUID()
    await take('productMaster', company, file, preview.digest, saveId)
    expect(await sizes()).toEqual([
      ['CUP', ['13.5', '10.16', '5.08', 'USER'], ['0.41', 'AMAZON']],
      ['JAR', null, ['0.25', 'USER']],
      ['LAMP', ['30', '20.5', '10', 'USER'], ['2', 'USER']],
    ])
    await undo('productMaster', company, saveId)
    expect(await sizes()).toEqual(ofAmazon)

    const wrong = await look(
      'productMaster',
      company,
      fileOf(
        [
          'sku,length_cm,width_cm,height_cm,weight_kg',
          'JAR,0,-1,1e9,ten',
          'LAMP,1,1,,',
          'CUP,,,,=1+1',
          'JAR,1.2345,1,1,1000000000',
        ].join('\n'),
      ),
    )
    expect(wrong.changes).toEqual([])
    expect(wrong.problems.map(({ lineNumber, column }) => [lineNumber, column])).toEqual([
      [2, 'weight_kg'],
      [3, 'height_cm'],
      [4, 'weight_kg'],
      [5, 'length_cm'],
      [5, 'weight_kg'],
    ])
  },
)

test('the template for a list of products asks for sizes, the one for costs does not', async () => {
  const company = await companyWithSales()
  const rowsOf = async (withSizes: boolean) => {
    const { workbook, fileName } = await server.operator.productMaster.getCostTemplate({
      companyId: company.id,
      withSizes,
    })
    const { unread, counts } = await look('productMaster', company, { fileName, content: workbook })
    const [headings] = await readSheet(Buffer.from(workbook, 'base64'))
    return { unread, unchanged: counts.unchanged, headings: headings!.slice(-4) }
  }
  expect(await rowsOf(true)).toEqual({
    unread: ['note'],
    unchanged: 3,
    headings: ['length_cm', 'width_cm', 'height_cm', 'weight_kg'],
  })
  expect((await rowsOf(false)).headings).toEqual(['duty', 'other', 'fbm_shipping', 'note'])
})

formTest(
  'it lists what was sold without a cost, then what has no size, and says nothing of rows that are left',
  async () => {
    const company = await companyWithSales()
    const listed = async () => {
      const template = { companyId: company.id, withSizes: true }
      const { workbook, fileName, products } = await server.operator.productMaster.getCostTemplate(template)
      const [, ...rows] = await readSheet(Buffer.from(workbook, 'base64'))
      expect(rows.length).toBe(products)
      const { problems, changes } = await look('productMaster', company, { fileName, content: workbook })
      expect([problems, changes]).toEqual([[], []])
      return rows.map(([sku, , validFrom]) => [sku, validFrom !== null])
    }
    const enter = async (list: string) => {
      const { digest } = await look('productMaster', company, fileOf(list))
      await take('productMaster', company, fileOf(list), digest)
    }
    expect(await listed()).toEqual([
      ['LAMP', true],
      ['CUP', true],
      ['JAR', true],
    ])
    await enter('sku,valid_from,currency,manufacturing\nLAMP,2025-01-01,GBP,1\nCUP,2025-01-01,GBP,1')
    expect(await listed()).toEqual([
      ['JAR', true],
      ['CUP', false],
      ['LAMP', false],
    ])
    await enter('sku,length_cm,width_cm,height_cm\nJAR,1,2,3\nLAMP,1,2,3')
    expect(await listed()).toEqual([
      ['JAR', true],
      ['CUP', false],
    ])
  },
)

test('each wrong row is named with its line and column, and nothing of the list is imported', async () => {
  const company = await companyWithSales()
  const file = fileOf(
    [
      'sku,custom_name,tags,valid_from,valid_to,currency,manufacturing',
      `CUP,${'x'.repeat(201)},,,,,`,
      'LAMP,,,03/04/2026,,GBP,1.00',
      'LAMP,,,2026-01-01,2025-01-01,GBP,1.00',
      'JAR,,,2026-01-01,2026-12-31,GBP,1.00',
      'JAR,,,2026-06-01,,GBP,2.00',
      'JAR,Jar,,,,XYZ,-2',
      'JAR,Pot,,,,,',
      ',Nobody,,,,,',
      'CUP,,"open',
    ].join('\n'),
  )
  const { problems, changes, digest } = await look('productMaster', company, file)
  expect(problems.map(({ lineNumber, column }) => [lineNumber, column])).toEqual([
    [2, 'custom_name'],
    [3, 'valid_from'],
    [4, 'valid_to'],
    [5, 'valid_from'],
    [7, 'valid_from'],
    [8, 'custom_name'],
    [9, 'sku'],
    [10, ''],
  ])
  expect(changes).toEqual([])
  await expect(take('productMaster', company, file, digest)).rejects.toThrow('rows of the list have errors')
  expect(await historyOf('productMaster', company)).toEqual([])
})

test('what somebody else changes after the preview keeps a list from being imported, and from being taken back', async () => {
  const company = await companyWithSales()
  const rename = async (customName: string) => {
    const [row] = (
      await server.operator.productMaster.list({ companyId: company.id, currencyCode: 'GBP', skus: ['CUP'] })
    ).rows
    const { revision, category, tags } = row!
    const measures = { length: null, width: null, height: null, weight: null }
    await server.operator.productMaster.updateProducts({
      companyId: company.id,
      saveId: randomUUID(),
      products: [{ sku: 'CUP', revision, customName, category, tags, ...measures }],
    })
  }
  const file = fileOf('sku,custom_name,category\nCUP,Mug,Kitchen\n')
  const { digest } = await look('productMaster', company, file)
  await rename('Beaker')
  await expect(take('productMaster', company, file, digest)).rejects.toThrow(
    'changed the same rows in the meantime',
  )
  expect((await productsOf(company))[0]).toEqual(['CUP', 'Beaker', '', '', ''])

  const saveId = randomUUID()
  await take('productMaster', company, file, (await look('productMaster', company, file)).digest, saveId)
  await rename('Chalice')
  await expect(undo('productMaster', company, saveId)).rejects.toThrow('“CUP” was changed by operator')
  expect((await productsOf(company))[0]).toEqual(['CUP', 'Chalice', 'Kitchen', '', ''])
})

const EXPENSES = [
  [
    'name',
    'amount',
    'currency',
    'frequency',
    'start',
    'end',
    'category',
    'vendor',
    'marketplace',
    'invoice',
    'note',
  ],
  ['Rent', '310.00', 'GBP', 'Monthly', '2026-03-01', '', 'Rent', 'Harbour', 'All', '', ''],
  ['Fair', '31.00', 'GBP', '', '2026-03-01', '2026-03-31', 'Travel', '', '', '0042/26', "'=1+1"],
]

test('a list of expenses is in the statement after its import, and out of it when it is taken back', async () => {
  const company = await companyWithSales()
  const text = { type: String }
  const workbook = await writeExcelFile(
    EXPENSES.map((row) => row.map((value) => ({ value, ...text }))),
  ).toBuffer()
  const file = fileOf(workbook, 'expenses.xlsx')
  const preview = await look('expenses', company, file)
  expect(preview).toMatchObject({ problems: [], counts: { rows: 2, created: 2, changed: 0 } })
  expect(preview.changes.map(({ lineNumber, subject, name }) => [lineNumber, subject, name])).toEqual([
    [null, 'CATEGORY', 'Rent'],
    [null, 'CATEGORY', 'Travel'],
    [null, 'VENDOR', 'Harbour'],
    [2, 'EXPENSE', 'Rent'],
    [3, 'EXPENSE', 'Fair'],
  ])
  const before = (await company.pnl(MARCH)).lines.operatingExpenses
  const saveId = randomUUID()
  await take('expenses', company, file, preview.digest, saveId)
  expect((await company.pnl(MARCH)).lines.operatingExpenses).toBe('-341')
  const listed = await server.operator.expenses.list({
    companyId: company.id,
    currencyCode: 'GBP',
    startDate: MARCH.from,
    endDate: MARCH.to,
  })
  expect(listed.rows.map(({ name, invoiceId }) => [name, invoiceId])).toEqual([
    ['Rent', ''],
    ['Fair', '0042/26'],
  ])
  const allocation = () =>
    server.operator.expenses.getDailyAllocation({
      companyId: company.id,
      currencyCode: 'GBP',
      startDate: MARCH.from,
      endDate: MARCH.to,
    })
  const days = await allocation()
  expect(days).toHaveLength(62)
  expect(days[0]).toEqual({
    day: '2026-03-01',
    name: 'Rent',
    category: 'Rent',
    vendor: 'Harbour',
    marketplace: '',
    brandName: '',
    amount: '10',
    isPlanned: false,
  })
  // With a row more, only that one is new.
  const longer = [...EXPENSES, ['Software', '12', 'GBP', 'Monthly', '2026-03-01', '', 'rent', '', '', '', '']]
  const again = await look('expenses', company, fileOf(longer.map((row) => row.join('\t')).join('\n')))
  expect(again.counts).toMatchObject({ created: 1, unchanged: 2 })

  await undo('expenses', company, saveId)
  expect((await company.pnl(MARCH)).lines.operatingExpenses).toEqual(before)
  const { rows, categories, vendors } = await server.operator.expenses.list({
    companyId: company.id,
    currencyCode: 'GBP',
    startDate: MARCH.from,
    endDate: MARCH.to,
  })
  expect([rows, categories, vendors, await allocation()]).toEqual([[], [], [], []])
  // What was deleted is made again on the page, not here.
  const undoing = (await historyOf('expenses', company))[0]!.saveId
  await expect(undo('expenses', company, undoing)).rejects.toThrow('Only expenses that were created')
})

test('files that are no list, and those that are made to do harm, are refused in words', async () => {
  const company = await companyWithSales()
  const header = EXPENSES[0]!.filter((heading) => heading !== 'invoice').join(',')
  const bomb = zipOf({ name: 'list.csv', data: Buffer.alloc(40 * 2 ** 20, 'a,b\n') })
  for (const [area, content, said] of [
    ['productMaster', '', 'empty'],
    ['productMaster', 'name,price\nCup,1\n', 'headings that are needed: sku'],
    ['productMaster', 'sku,tags\n', 'no rows'],
    ['productMaster', Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 0, 0]), 'PDF'],
    ['productMaster', `sku,tags\n${'CUP,a\n'.repeat(20_001)}`, 'more than 20,000 rows'],
    ['expenses', `${header}\n${'x,1,GBP,,2026-01-01,,y,,,\n'.repeat(501)}`, 'more than 500 rows'],
    ['expenses', Buffer.from('PK\x03\x04 this is no archive'), 'damaged'],
    ['expenses', bomb, 'archive'],
  ] as const)
    await expect(look(area, company, fileOf(content)), said).rejects.toThrow(said)
  await expect(look('expenses', company, fileOf(Buffer.alloc(LIST_FILE_BYTES_MAX + 4, 'x')))).rejects.toThrow(
    'at most 2 MB',
  )
  const wrong = await look(
    'expenses',
    company,
    fileOf(`${header}\nR,0,EURO,Sometimes,2026-13-01,,,,Mars,\nRent,0,GBP,,2026-03-01,2026-02-01,Rent,,,\n`),
  )
  expect(wrong.problems.map(({ lineNumber, column }) => [lineNumber, column])).toEqual([
    [2, 'currency'],
    [2, 'start'],
    [2, 'marketplace'],
    [3, 'amount'],
    [3, 'end'],
  ])
  expect(wrong.problems.map(({ rowText }) => rowText)[4]).toBe('Rent,0,GBP,,2026-03-01,2026-02-01,Rent,,,')
  const many = await look(
    'productMaster',
    company,
    fileOf(
      `sku,valid_from,currency,manufacturing\n${'CUP,2026-01-01,GBP,-1\n'.repeat(300)}${'GHOST,,,\n'.repeat(300)}`,
    ),
  )
  // All of them are told, since a file has those that are not shown.
  expect([many.problems.length, many.unknown.length]).toEqual([300, 300])
  expect(many.problems[299]).toMatchObject({ lineNumber: 301, rowText: 'CUP,2026-01-01,GBP,-1' })
  const endless = await look(
    'productMaster',
    company,
    fileOf(`sku,valid_from\n${'CUP,yesterday\n'.repeat(5_000)}`),
  )
  expect(endless.problems).toHaveLength(1_000)
  const unread = await look(
    'productMaster',
    company,
    fileOf(`sku,tags,${'Colour'.repeat(50)},,Weight\nCUP,a,b,c,d\n`),
  )
  expect(unread).toMatchObject({ problems: [], unread: ['Colour'.repeat(10), 'Weight'] })
})
