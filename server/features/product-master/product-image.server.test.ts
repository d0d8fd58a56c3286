import { afterAll, beforeAll, expect, test } from 'vitest'
import { PretendedAmazon } from '#test/support/pretended-amazon.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

const amazon = new PretendedAmazon()
let server: TestServer
let company: TestCompany
const ADDRESS = 'https://m.media-amazon.com/images/I/51mug.jpg'

const facts = (image: string | null) => ({
  order_items: ['MUG', 'CUP'].map((sku) => ({
    order_id: `O-${sku}`,
    order_item_id: '1',
    purchased_at: '2026-03-10T09:00:00Z',
    order_status: 'Shipped',
    marketplace: 'GB',
    sku,
    asin: `B000000${sku}`,
    quantity: 1,
    currency: 'GBP',
    item_price: '12.00',
  })),
  catalogue_items: [
    {
      snapshot_date: '2026-03-31',
      marketplace: 'GB',
      asin: 'B000000MUG',
      parent_asin: 'B000PARENT',
      brand: 'Harbour',
      image_address: image,
    },
  ],
})

beforeAll(async () => {
  server = await startTestServer({ amazon: amazon.apps })
  company = await server.company()
  const record = await company.import('facts.json', facts(ADDRESS))
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const thumbnails = (skus: string[], of = company) =>
  server.operator.productMaster.getProductThumbnails({ companyId: of.id, skus })
const image = (identifierType: 'SKU' | 'ASIN' | 'COMBINED_PARENT_ID', identifier: string) =>
  server.operator.productMaster.getProductImageBase64({ companyId: company.id, identifierType, identifier })
const pictureOf = (pixels: number) => ({
  contentType: 'image/png',
  base64: Buffer.from(`picture of ${pixels}`).toString('base64'),
})

test('a picture is fetched once, in the size that is shown', async () => {
  const ofMug = [{ sku: 'MUG', ...pictureOf(75) }]
  expect(await Promise.all([thumbnails(['CUP', 'MUG']), thumbnails(['MUG'])])).toEqual([ofMug, ofMug])
  expect(await thumbnails(['MUG', 'MUG', '__proto__'])).toEqual(ofMug)
  expect(amazon.pictures).toEqual([`75 ${ADDRESS}`])
  const thumbnail = (sku: string) =>
    server.operator.productMaster.getProductThumbnail({ companyId: company.id, sku })
  expect([await thumbnail('MUG'), await thumbnail('CUP')]).toEqual([pictureOf(75), null])
  expect(await image('ASIN', 'B000000MUG')).toEqual(pictureOf(500))
  expect(await image('SKU', 'MUG')).toEqual(pictureOf(500))
  expect(await image('COMBINED_PARENT_ID', 'B000PARENT')).toEqual(pictureOf(500))
  expect(await image('ASIN', 'B000PARENT')).toBeNull()
  expect(amazon.pictures).toEqual([`75 ${ADDRESS}`, `500 ${ADDRESS}`])
})

test('a row says whether there is a picture to ask for', async () => {
  const { rows } = await server.operator.unitEconomics.getData({
    companyId: company.id,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    currencyCode: 'GBP',
  })
  const pictures = Object.fromEntries(rows.map(({ key, identity }) => [key, identity.hasPicture]))
  expect(pictures).toEqual({ CUP: undefined, MUG: true })
})

test('of what no file knows a picture, nobody is asked, and what is not there is not asked for again at once', async () => {
  const other = await server.company()
  const asked = amazon.pictures.length
  expect([await thumbnails(['CUP']), await thumbnails(['MUG'], other)]).toEqual([[], []])
  expect(await image('ASIN', 'B0')).toBeNull()
  expect(amazon.pictures).toHaveLength(asked)
  await other.import('facts.json', facts('https://m.media-amazon.com/images/I/missing.jpg'))
  expect([await thumbnails(['MUG'], other), await thumbnails(['MUG'], other)]).toEqual([[], []])
  expect(amazon.pictures).toHaveLength(asked + 1)
})

test('many slow pictures of one company take no picture from another', async () => {
  const picture = amazon.apps.picture.bind(amazon.apps)
  const waiting: (() => void)[] = []
  amazon.apps.picture = async (address) => {
    if (address.includes('slow')) await new Promise<void>((resolve) => waiting.push(resolve))
    return { contentType: 'image/png', bytes: Buffer.from(address) }
  }
  try {
    const skus = Array.from({ length: 70 }, (_, n) => `SLOW-${n}`)
    const [
      {
        order_items: [item],
        catalogue_items: [shown],
      },
    ] = [facts(ADDRESS)]
    const busy = await server.company()
    await busy.import('facts.json', {
      order_items: skus.map((sku, n) => ({ ...item!, order_id: `O-${sku}`, sku, asin: `B00000S${100 + n}` })),
      catalogue_items: skus.map((sku, n) => ({
        ...shown!,
        asin: `B00000S${100 + n}`,
        image_address: `https://m.media-amazon.com/images/S/slow-${sku}.png`,
      })),
    })
    const other = await server.company()
    await other.import('facts.json', facts('https://m.media-amazon.com/images/I/quick.jpg'))
    const slow = thumbnails(skus, busy)
    await expect.poll(() => waiting.length).toBe(60)
    const quick = thumbnails(['MUG'], other)
    // Whose turn it is by the time that two are there.
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const resolve of waiting.splice(0, 2)) resolve()
    expect(await quick).toHaveLength(1)
    while ((await Promise.race([slow, new Promise((resolve) => setTimeout(resolve, 10))])) === undefined)
      for (const resolve of waiting.splice(0)) resolve()
    expect(await slow).toHaveLength(70)
  } finally {
    amazon.apps.picture = picture
  }
})
