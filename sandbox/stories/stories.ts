/** The sellers of the sandbox. Names and goods are invented. */
import { GOODS } from '../goods.ts'
import { marketIn, type Market } from '../markets.ts'
import { DEMO_SEARCHES, type Search } from '../demo-searches.ts'
import type { Good } from '../goods.ts'
import { goodsOf, resellerGoods } from './catalogue.ts'
import type { Story } from './story.ts'
import { HERB_CARE, PAPER, POTTERY, SHOES, TIDE_GAUGES } from './wares.ts'

type Charges = Market['charges']

/** What Amazon charges beside the sales, for so many orders a day. */
const chargesFor = (ordersPerDay: number, level = 1): Charges => ({
  storage: Math.round(650 * ordersPerDay * level),
  aged: Math.round(130 * ordersPerDay * level),
  agedInLossMonth: Math.round(1400 * ordersPerDay * level),
  inbound: Math.round(480 * ordersPerDay * level),
})

const EU_FEE_VAT_FROM = '2024-08-01'

/** Each product is found by its name, and some by that of the brand. */
const searchesFor = (brand: string, goods: readonly Good[], codes: readonly string[]): Search[] => {
  const everywhere = (words: string) => Object.fromEntries(codes.map((code) => [code, words]))
  const parts = (some: readonly Good[], part: number) =>
    Object.fromEntries(some.map(({ sku }) => [sku, part]))
  return [
    ...goods.slice(0, 8).map((good) => ({
      words: everywhere(good.title.toLowerCase().split(',')[0]!),
      clickShare: 0.06,
      of: parts([good], 0.2),
    })),
    { words: everywhere(brand.toLowerCase()), clickShare: 0.7, of: parts(goods.slice(0, 4), 0.04) },
  ]
}

interface Selling {
  goods: readonly Good[]
  ordersPerDay: number
  searches?: readonly Search[]
  feeVat?: number
  level?: number
}

const marketsOf = (home: string, codes: Readonly<Record<string, number>>, selling: Selling): Market[] =>
  Object.entries(codes).map(([code, share]) => {
    const ordersPerDay = selling.ordersPerDay * share
    return marketIn(code, {
      goods: selling.goods.filter(({ offers }) => offers[code] !== undefined),
      ordersPerDay,
      charges: chargesFor(ordersPerDay, selling.level),
      isHome: code === home,
      searches: selling.searches ?? [],
      ...(selling.feeVat && { feeVat: { percent: selling.feeVat, from: EU_FEE_VAT_FROM } }),
    })
  })

const USUAL = { behaviour: {}, ownsBrand: true, isDeferred: false, owesAtTimes: false } as const

const FIVE = ['FR', 'DE', 'IT', 'ES', 'GB']
const herbCare = goodsOf('HRB', FIVE, HERB_CARE)
const shoes = goodsOf('SHO', ['DE', 'US', 'CA'], SHOES)
const paper = goodsOf('PAP', ['JP'], PAPER)
const pottery = goodsOf('POT', ['GB'], POTTERY)
const tideGauges = goodsOf('TDE', ['DE', 'FR'], TIDE_GAUGES)
const RESELLER_GOODS = 5000

export const STORIES: readonly Story[] = [
  {
    ...USUAL,
    id: 'harbour-hearth',
    name: 'Harbour & Hearth',
    about: 'A small brand for kitchen and camping in Germany and Great Britain: the company of the demo.',
    establishmentCountry: 'DE',
    brand: 'Harbour & Hearth',
    accounts: [
      {
        region: 'EUROPE',
        storeName: 'Harbour & Hearth Europe',
        markets: marketsOf(
          'DE',
          { DE: 0.56, GB: 0.44 },
          {
            goods: GOODS,
            ordersPerDay: 21.6,
            searches: DEMO_SEARCHES,
            feeVat: 19,
          },
        ).map((market) => ({ ...market, multiChannelPerDay: market.isHome ? 0.16 : 0.08 })),
      },
    ],
  },
  {
    ...USUAL,
    id: 'first-kiln',
    name: 'First Kiln',
    about:
      'Somebody who has just begun: three products, a sale on most days, no advertising, and bills that are at times larger.',
    establishmentCountry: 'GB',
    brand: 'First Kiln',
    accounts: [
      {
        region: 'EUROPE',
        storeName: 'First Kiln',
        markets: marketsOf('GB', { GB: 1 }, { goods: pottery, ordersPerDay: 1.1, level: 0.4, feeVat: 20 }),
      },
    ],
    owesAtTimes: true,
    ownsBrand: false,
  },
  {
    ...USUAL,
    id: 'maison-verveine',
    name: 'Maison Verveine',
    about: 'A brand in five European marketplaces, whose money Amazon keeps until a week after delivery.',
    establishmentCountry: 'FR',
    brand: 'Maison Verveine',
    accounts: [
      {
        region: 'EUROPE',
        storeName: 'Maison Verveine',
        markets: marketsOf(
          'FR',
          { FR: 0.34, DE: 0.28, IT: 0.13, ES: 0.1, GB: 0.15 },
          {
            goods: herbCare,
            ordersPerDay: 26,
            searches: searchesFor('Maison Verveine', herbCare, FIVE),
            feeVat: 20,
          },
        ),
      },
    ],
    isDeferred: true,
  },
  {
    ...USUAL,
    id: 'plainfield-supply',
    name: 'Plainfield Supply',
    about:
      'A reseller in the United States, from China, with 5,000 products of others, most of which sell a few times a year.',
    establishmentCountry: 'US',
    brand: '',
    locale: 'zh_CN',
    accounts: [
      {
        region: 'NORTH_AMERICA',
        storeName: 'Plainfield Supply',
        markets: marketsOf(
          'US',
          { US: 1 },
          {
            goods: resellerGoods('US', RESELLER_GOODS),
            ordersPerDay: 34,
            level: 0.6,
          },
        ),
      },
    ],
    ownsBrand: false,
  },
  {
    ...USUAL,
    id: 'northfold',
    name: 'Northfold Footwear',
    about:
      'Shoes in Germany, the United States and Canada, of which a third comes back: one company, two regions.',
    establishmentCountry: 'DE',
    brand: 'Northfold',
    accounts: [
      {
        region: 'EUROPE',
        storeName: 'Northfold',
        markets: marketsOf(
          'DE',
          { DE: 1 },
          {
            goods: shoes,
            ordersPerDay: 9,
            searches: searchesFor('Northfold', shoes.slice(0, 8), ['DE']),
            feeVat: 19,
          },
        ),
      },
      {
        region: 'NORTH_AMERICA',
        storeName: 'Northfold Footwear',
        markets: marketsOf(
          'US',
          { US: 0.75, CA: 0.25 },
          {
            goods: shoes,
            ordersPerDay: 12,
            searches: searchesFor('Northfold', shoes.slice(0, 8), ['US', 'CA']),
          },
        ),
      },
    ],
  },
  {
    ...USUAL,
    id: 'kumo-paper',
    name: 'Kumo Paper',
    about:
      'Stationery in Japan: the best sellers are sold out again and again, and others lie for more than a year.',
    establishmentCountry: 'JP',
    brand: 'Kumo Paper',
    accounts: [
      {
        region: 'FAR_EAST',
        storeName: 'Kumo Paper',
        markets: marketsOf(
          'JP',
          { JP: 1 },
          {
            goods: paper,
            ordersPerDay: 10,
            searches: searchesFor('Kumo Paper', paper, ['JP']),
            level: 1.6,
          },
        ),
      },
    ],
  },
  {
    ...USUAL,
    id: 'slow-tide',
    name: 'Slow Tide',
    about:
      'A seller whose Amazon answers rarely, slowly and often wrongly: for those who watch how that is borne.',
    establishmentCountry: 'FR',
    brand: 'Slow Tide',
    accounts: [
      {
        region: 'EUROPE',
        storeName: 'Slow Tide',
        markets: marketsOf(
          'FR',
          { FR: 0.6, DE: 0.4 },
          {
            goods: tideGauges,
            ordersPerDay: 5,
            searches: searchesFor('Slow Tide', tideGauges, ['FR', 'DE']),
            feeVat: 20,
          },
        ),
      },
    ],
    behaviour: { rateFactor: 0.25, faultyEvery: 7, slowFactor: 6 },
  },
]
