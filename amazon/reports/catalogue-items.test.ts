import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, sourceOf } from '../testing.ts'

const DE = 'A1PA6795UKMFR9'
const FR = 'A13V1IB3VIYZZH'

async function read(content: unknown, fileName = 'catalogue-DE-2026-03-05.json') {
  const opened = await openReport(sourceOf(JSON.stringify(content)), fileName)
  expect(opened.type.id).toBe('catalogue_items')
  if (opened.kind !== 'records') throw new Error('Items are read record by record.')
  const records = await collected(opened.records)
  return { ...opened, records: records.map((record) => ('values' in record ? record.values : record)) }
}

const image = (variant: string, size: number) => ({
  variant,
  link: `https://m.media-amazon.com/images/I/${variant}${size}.jpg`,
  height: size,
  width: size,
})
const measure = (value: unknown, unit = 'centimeters') => ({ value, unit })

/** As Amazon's own sample has it. */
const MUG = {
  asin: 'B000000001',
  summaries: [
    {
      marketplaceId: DE,
      adultProduct: false,
      brand: 'Harbour',
      browseClassification: { displayName: 'Becher', classificationId: '17682411011' },
      itemName: ' Becher, blau ',
      itemClassification: 'BASE_PRODUCT',
      packageQuantity: 1,
    },
  ],
  images: [{ marketplaceId: DE, images: [image('PT01', 900), image('MAIN', 75), image('MAIN', 500)] }],
  relationships: [
    {
      marketplaceId: DE,
      relationships: [
        { type: 'PACKAGE_HIERARCHY', parentAsins: ['B000000008'] },
        { type: 'VARIATION', parentAsins: ['B000000009'], variationTheme: { attributes: ['color'] } },
      ],
    },
  ],
  dimensions: [
    {
      marketplaceId: DE,
      item: { height: measure(1) },
      package: {
        length: measure(12.5),
        width: measure(10),
        height: measure(9.25),
        weight: measure(0.410000001, 'kilograms'),
      },
    },
  ],
}

test('an item has its brand, its parent, its largest main picture and its package, and what was asked in vain its ASIN', async () => {
  const asked = { marketplaceId: DE, day: '2026-03-05', asins: ['B000000001', 'B000000002'] }
  const { records, lacksDay } = await read({ asked, items: [MUG] }, 'catalogue.json')
  expect(lacksDay).toBe(false)
  expect(records).toEqual([
    {
      snapshot_date: '2026-03-05',
      marketplace: 'DE',
      asin: 'B000000001',
      parent_asin: 'B000000009',
      title: 'Becher, blau',
      brand: 'Harbour',
      image_address: 'https://m.media-amazon.com/images/I/MAIN500.jpg',
      package_length: '12.5',
      package_width: '10',
      package_height: '9.25',
      length_unit: 'centimeters',
      package_weight: '0.410000001',
      weight_unit: 'kilograms',
    },
    expect.objectContaining({
      snapshot_date: '2026-03-05',
      marketplace: 'DE',
      asin: 'B000000002',
      brand: null,
      title: null,
    }),
  ])
})

test('an answer of the API alone says its marketplaces, and its day is asked for', async () => {
  const [summary] = MUG.summaries
  const item = { ...MUG, summaries: [summary, { ...summary, marketplaceId: FR, brand: 'Le Port' }] }
  const { records, lacksDay } = await read({ numberOfResults: 1, items: [item] }, 'answer.json')
  expect(lacksDay).toBe(true)
  expect(records).toMatchObject([
    { snapshot_date: null, marketplace: 'FR', brand: 'Le Port', parent_asin: null },
    { snapshot_date: null, marketplace: 'DE', brand: 'Harbour', parent_asin: 'B000000009' },
  ])
})

test('what is of another kind than it should be says nothing, and takes nothing else with it', async () => {
  const asked = { marketplaceId: DE, asins: ['B000000001'] }
  const strange = {
    asin: 'b000000001',
    summaries: [{ marketplaceId: DE, brand: ['x'], itemName: 7 }],
    images: [{ marketplaceId: DE, images: [{ variant: 'MAIN', link: 5 }, null] }],
    relationships: [{ marketplaceId: DE, relationships: [{ type: 'VARIATION', parentAsins: 'B0' }] }],
    dimensions: [
      {
        marketplaceId: DE,
        package: {
          length: measure(1),
          width: measure(1, 'inches'),
          height: measure('x'),
          weight: measure(-1),
        },
      },
    ],
  }
  const { records } = await read({
    asked,
    items: [strange, { asin: 'no' }, 7, { asin: 'B000000003', summaries: [{ marketplaceId: 'A0' }] }],
  })
  const nothing = Object.fromEntries(Object.keys(records[0]!).map((column) => [column, null]))
  const day = { snapshot_date: '2026-03-05', marketplace: 'DE' }
  expect(records).toEqual([
    { ...nothing, ...day, asin: 'B000000001' },
    expect.objectContaining({ refused: 'asin: "NO" is not an ASIN such as B0F7YT4YW2', lineNumber: 2 }),
    expect.objectContaining({ refused: 'An object in { } is expected', lineNumber: 3 }),
    { ...nothing, ...day, asin: 'B000000003' },
  ])
})

test('a size has as many decimals as are kept, of however many Amazon gives', async () => {
  // From the example of the catalogue's official model.
  const sized = {
    ...MUG,
    dimensions: [
      {
        marketplaceId: DE,
        package: {
          height: measure(10.49999998929, 'inches'),
          length: measure(79.9999999184, 'inches'),
          weight: measure(62.142, 'kilograms'),
          width: measure(47.99999995104, 'inches'),
        },
      },
    ],
  }
  const asked = { marketplaceId: DE, day: '2026-03-05', asins: ['B000000001'] }
  const { records } = await read({ asked, items: [sized] })
  expect(records).toMatchObject([
    {
      package_length: '79.999999918',
      package_width: '47.999999951',
      package_height: '10.499999989',
      length_unit: 'inches',
      package_weight: '62.142',
    },
  ])
})
