import { useMemo } from 'react'
import { PRODUCTS_SELECTED_MAX } from '../selection-limit.ts'
import type { EntitySource, EntityTab } from './EntitySelector.tsx'
import type { Entity, Selection } from './selection.ts'

/** Invented products, tags, categories, markets and queries, to show the selectors without a server. */
const GOODS = [
  'Steel water bottle, 750 ml',
  'Bamboo cutting board, large',
  'Glass storage jar, set of 6',
  'Bedside lamp, dimmable',
  'Exercise mat, 6 mm',
  'Pour-over kettle, 1 l',
  'Cotton bath towel, set of 3',
  'Clay planter with saucer',
  'Stoneware mug, set of 4',
  'Seagrass basket, medium',
  'Dish brush, beech',
  'Linen apron',
]
const COLOURS = ['', 'blue', 'green', 'sand', 'graphite', 'white', 'clay', 'olive', 'rust', 'slate']

const products: Entity[] = COLOURS.flatMap((colour, round) =>
  GOODS.map((name, index) => {
    const number = String(round * GOODS.length + index + 1).padStart(3, '0')
    return {
      id: `SKU-${number}`,
      name: colour ? `${name}, ${colour}` : name,
      detail: `SKU-${number} · B0EXAMP${number}`,
      hint: `Brand ${'ABC'[index % 3]}`,
    }
  }),
)

const group = (name: string, count: number): Entity => ({ id: name, name, hint: `${count} products` })
const tags = [
  group('Kitchen', 14),
  group('Bestseller', 9),
  group('Bathroom', 6),
  group('Autumn range', 11),
  group('Bundle', 4),
  group('Everything', 118),
]
const categories = [group('Drinkware', 22), group('Kitchen storage', 31), group('Cookware', 18)]
const countOf = ({ hint = '' }: Entity): number => Number.parseInt(hint, 10)

const markets: Entity[] = Array.from({ length: 60 }, (_, index) => ({
  id: `market-${index + 1}`,
  name: `Market ${index + 1}`,
  hint: `${(index % 7) + 2} ASINs`,
}))
const QUERY_WORDS = ['water bottle', 'cutting board', 'storage jars', 'bedside lamp', 'yoga mat', 'kettle']
const queries: Entity[] = QUERY_WORDS.flatMap((words) =>
  ['', 'large ', 'small ', 'steel ', 'glass ', 'cheap ', 'best ', 'blue ', 'green ', 'gift '].map((kind) => ({
    id: `${kind}${words}`,
    name: `${kind}${words}`,
    hint: `${(words.length * 137 + kind.length * 61) % 900} searches`,
  })),
)

const tabOf = (id: string, label: string, all: readonly Entity[]): EntityTab => ({
  id,
  label,
  useFound: (searchText) => {
    const sought = searchText.trim().toLowerCase()
    const entities = useMemo(
      () => all.filter(({ name, detail = '' }) => `${name} ${detail}`.toLowerCase().includes(sought)),
      [sought],
    )
    return { entities, isReading: false }
  },
})

const coverageOf = (selection: Selection) => ({
  count: [selection['tags'], selection['categories']]
    .flatMap((groups) => groups ?? [])
    .reduce((sum, entity) => sum + countOf(entity), selection['products']?.length ?? 0),
  isReading: false,
})

export const productSource: EntitySource = {
  title: 'Select products',
  tabs: [
    tabOf('products', 'Products', products),
    tabOf('tags', 'Tags', tags),
    tabOf('categories', 'Categories', categories),
  ],
  limit: { max: PRODUCTS_SELECTED_MAX, atMax: 'REFUSE' },
  useCoverage: coverageOf,
}

export const asinSource: EntitySource = {
  title: 'Select ASINs',
  tabs: [
    tabOf(
      'asins',
      'ASINs',
      products.map((entity) => ({ ...entity, id: entity.id.replace('SKU-', 'B0EXAMP') })),
    ),
  ],
  limit: { max: 25, atMax: 'REFUSE' },
}

export const marketSource: EntitySource = {
  title: 'Select custom markets',
  tabs: [tabOf('markets', 'Custom markets', markets)],
  limit: { max: 50, atMax: 'STOP' },
}

export const querySource: EntitySource = {
  title: 'Select search queries',
  tabs: [tabOf('queries', 'Search queries', queries)],
  limit: { max: 50, atMax: 'STOP' },
  debounceMs: 500,
  isMarking: true,
}

export const selectionOf = {
  twelveProducts: { products: products.slice(0, 12), tags: tags.slice(0, 2), categories: [] } as Selection,
  overTheLimit: { products: products.slice(0, 12), tags: tags.slice(0, 2), categories } as Selection,
  fullMarkets: { markets: markets.slice(0, 50) } as Selection,
  asins: (count: number): Selection => ({
    asins: products
      .slice(0, count)
      .map((entity) => ({ ...entity, id: entity.id.replace('SKU-', 'B0EXAMP') })),
  }),
}
