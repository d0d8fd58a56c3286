import { percentText } from '#web/ui/numbers.ts'
import type { ColumnGroup, TableColumn } from './table-column.ts'

/** An invented product and its numbers, for the gallery and for measurements. */
export interface SampleProduct {
  id: string
  name: string
  sku: string
  brand: string
  /** Money as text, counts and ratios as numbers, and here and there nothing. */
  numbers: readonly (string | number | null)[]
}

const THINGS = [
  'Steel water bottle',
  'Glass storage jar',
  'Bamboo cutting board',
  'Pour-over kettle',
  'Stoneware mug',
]
const KINDS = ['750 ml', 'set of 6', 'large', '1 l', 'blue', 'oak', 'with lid']
const BRANDS = ['Northwind', 'Halden', 'Mere & Fell', '=Cash']
const MEASURES = ['Units', 'Sales', 'Fees', 'Ads', 'Profit', 'Margin'] as const
const MARKETPLACES = ['DE', 'FR', 'GB', 'IT', 'ES', 'US'] as const

/** The same numbers on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function sampleProducts(count: number): SampleProduct[] {
  const random = randomFrom(count)
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `${THINGS[index % THINGS.length]}, ${KINDS[index % KINDS.length]}`,
    sku: `SKU-${1_000 + index}`,
    brand: BRANDS[index % BRANDS.length]!,
    numbers: MARKETPLACES.flatMap(() => numbersOf(random)),
  }))
}

function numbersOf(random: () => number): (string | number | null)[] {
  // Not everything is sold everywhere.
  if (random() < 0.08) return MEASURES.map(() => null)
  const units = Math.floor(random() ** 3 * 5_000)
  const sales = units * (10 + random() * 30)
  const fees = -sales * 0.31
  const ads = random() < 0.2 ? 0 : -sales * random() * 0.2
  const profit = sales * 0.28 + ads
  return [
    units,
    sales.toFixed(2),
    fees.toFixed(2),
    ads.toFixed(2),
    profit.toFixed(2),
    sales === 0 ? null : profit / sales,
  ]
}

/** Columns that say which product it is, and six of numbers for each of six marketplaces: forty in all. */
export const SAMPLE_COLUMNS: readonly TableColumn<SampleProduct>[] = [
  {
    id: 'name',
    title: 'Product',
    kind: 'text',
    width: 240,
    canHide: false,
    value: ({ name }) => name,
    cellHint: ({ name }) => name,
  },
  { id: 'sku', title: 'SKU', kind: 'text', width: 96, value: ({ sku }) => sku },
  { id: 'brand', title: 'Brand', kind: 'text', width: 110, value: ({ brand }) => brand },
  {
    id: 'id',
    title: 'Place',
    kind: 'number',
    width: 70,
    isExplained: false,
    value: ({ id }) => (id === 'all' ? '' : Number(id) + 1),
  },
  ...MARKETPLACES.flatMap((marketplace, place) => {
    const group: ColumnGroup = { id: marketplace, title: marketplace }
    return MEASURES.map((measure, index): TableColumn<SampleProduct> => ({
      id: `${marketplace}.${measure}`,
      title: measure,
      kind: 'number',
      group,
      width: measure === 'Sales' ? 88 : 76,
      isResult: measure === 'Profit' || measure === 'Margin',
      value: ({ numbers }) => numbers[place * MEASURES.length + index],
      ...(measure === 'Margin' ? { format: (share: string) => percentText(Number(share)) } : {}),
    }))
  }),
]
