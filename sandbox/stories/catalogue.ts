/** What the sellers of the stories sell. Everything is invented; the ASINs have the right form and belong to nobody. */
import type { Good, Season, Supply } from '../goods.ts'
import { random } from '../random.ts'

/** What an amount of euro cents is in the smallest unit of a marketplace's currency, roughly. */
const LEVELS: Readonly<Record<string, number>> = {
  DE: 1,
  FR: 1.02,
  IT: 1.01,
  ES: 0.98,
  GB: 0.87,
  US: 1.08,
  CA: 1.46,
  JP: 1.62,
}

export interface Ware {
  sku: string
  title: string
  /** Euro cents: price in Germany, and Amazon's fee without VAT. */
  price: number
  fee: number
  popularity: number
  season: Season
  parent?: string
  returnRate?: number
  advertisingPercent?: number
  fulfilment?: Good['fulfilment']
  supply?: Supply
}

/**
 * Goods offered in all of the marketplaces.
 * @param letters three that begin the ASINs, and no other seller's
 */
export function goodsOf(letters: string, codes: readonly string[], wares: readonly Ware[]): Good[] {
  return wares.map(({ sku, title, price, fee, popularity, season, parent, supply, ...rest }, index) => {
    const digits = String(10_007 + index * 7)
    const asin = `B0${letters}${digits}`
    return {
      sku,
      asin,
      parentAsin: parent === undefined ? asin : `B0${letters}${parent}`,
      fnsku: `X00${letters.slice(1)}${digits}`,
      title,
      season,
      popularity,
      returnRate: rest.returnRate ?? 0.04,
      offers: Object.fromEntries(
        codes.map((code) => [
          code,
          { price: roundPrice(price * LEVELS[code]!), fulfilmentFee: Math.round(fee * LEVELS[code]!) },
        ]),
      ),
      advertisingPercent: rest.advertisingPercent ?? 12,
      fulfilment: rest.fulfilment ?? 'AFN',
      closingFee: 0,
      startsLate: false,
      ...(supply && { supply }),
    }
  })
}

/** A price that ends in 9. */
const roundPrice = (amount: number): number => Math.max(1, Math.round(amount / 50)) * 50 - 1

const THINGS = [
  'Adapter',
  'Bracket',
  'Filter',
  'Hose clamp',
  'Gasket',
  'Hinge',
  'Lamp',
  'Switch',
  'Sensor',
  'Valve',
]
const KINDS = ['brass', 'compact', 'heavy duty', 'replacement', 'stainless', 'universal', 'weatherproof']
const STOCKED = 240
const ADVERTISED = 60

/** Thousands of things of which most sell a few times a year: those that sell best lie at Amazon. */
export function resellerGoods(code: string, count: number): Good[] {
  const wares = Array.from({ length: count }, (_, index): Ware => {
    const chance = random('reseller', index)
    const thing = THINGS[index % THINGS.length]!
    const price = 700 + Math.floor(chance.unit() ** 2 * 9000)
    const isStocked = index < STOCKED
    return {
      sku: `PF-${String(index + 1).padStart(5, '0')}`,
      title: `${thing}, ${chance.pick(KINDS)}, no. ${index + 1}`,
      price,
      fee: isStocked ? 320 + Math.floor(price * 0.02) : 0,
      popularity: 1 / (index + 12),
      season: 'even',
      returnRate: 0.05,
      advertisingPercent: index < ADVERTISED ? 8 : 0,
      fulfilment: isStocked ? 'AFN' : 'MFN',
    }
  })
  return goodsOf('PFS', [code], wares)
}
