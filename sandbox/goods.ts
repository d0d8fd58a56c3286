/** What the demo company sells. Everything is invented; the ASINs have the right form and belong to nobody. */
import { addDays, daysIn, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import type { Market } from './markets.ts'

/** Which months it sells in: see the season tables of demand.ts. */
export type Season = 'kitchen' | 'outdoor' | 'gifts' | 'even'

/** The seller's brands. */
export const BRANDS: Readonly<Partial<Record<Season, string>>> = {
  kitchen: 'Harbour Kitchen (demo)',
  outdoor: 'Harbour Outdoor (demo)',
}

/** Landed cost of one unit, in cents of its currency. */
export interface UnitCost {
  currency: 'EUR' | 'USD'
  manufacturing: number
  freight: number
  duty: number
  other: number
}

/** Cents in one marketplace: price with VAT; Amazon's fulfilment fee without. */
interface Offer {
  price: number
  fulfilmentFee: number
}

export interface Good {
  sku: string
  asin: string
  /** What it is a variation of. */
  parentAsin: string
  fnsku: string
  title: string
  season: Season
  /** Share of the orders, against the other goods. */
  popularity: number
  returnRate: number
  /** By marketplace. */
  offers: Readonly<Record<string, Offer>>
  /** Undefined: the seller never entered one, and the pages have to say so. */
  cost?: UnitCost
  /** Advertising as a share of the sales without VAT, in percent; 0 for none. */
  advertisingPercent: number
  /** `MFN`: the seller ships it, because it is too large for Amazon's warehouses. */
  fulfilment: 'AFN' | 'MFN'
  /** Amazon treats it as printed matter and charges a closing fee, in cents without VAT. */
  closingFee: number
  /** Length, width and height of its package in centimetres, and its weight in kilograms; undefined: the catalogue has none. */
  packed?: readonly [length: string, width: string, height: string, weight: string]
  /** Sold only from the second year on. */
  startsLate: boolean
  /** How its stock is kept; absent for the usual way. */
  supply?: Supply
}

/** A delivery comes every so many days; on the last `outDays` of them nothing is left of it. */
export interface Supply {
  everyDays: number
  outDays?: number
  /** Of a delivery that was far too large: its units, whatever sells. */
  units?: number
}

const eur = (manufacturing: number, freight: number, duty = 0, other = 0): UnitCost => ({
  currency: 'EUR',
  manufacturing,
  freight,
  duty,
  other,
})
const usd = (manufacturing: number, freight: number, duty: number, other = 0): UnitCost => ({
  currency: 'USD',
  manufacturing,
  freight,
  duty,
  other,
})

const STEEL_WARE = 'B0DEMOWARE'

let number = 0
type Rest = Partial<Good> & Pick<Good, 'popularity' | 'offers'>
const good = (sku: string, title: string, season: Season, rest: Rest): Good => {
  number++
  const digits = String(1000 + number * 7)
  return {
    sku,
    asin: `B0DEMO${digits}`,
    // Without variations, reports name the product itself.
    parentAsin: `B0DEMO${digits}`,
    fnsku: `X00DEM${digits}`,
    title,
    season,
    returnRate: 0.04,
    advertisingPercent: 13,
    fulfilment: 'AFN',
    closingFee: 0,
    startsLate: false,
    ...rest,
  }
}
const offers = (de: [price: number, fee: number], gb?: [price: number, fee: number]): Good['offers'] => ({
  DE: { price: de[0], fulfilmentFee: de[1] },
  ...(gb && { GB: { price: gb[0], fulfilmentFee: gb[1] } }),
})

export const GOODS: readonly Good[] = [
  good('MUG-STEEL-500', 'Insulated steel mug, 500 ml', 'kitchen', {
    parentAsin: STEEL_WARE,
    packed: ['9.5', '9.5', '14', '0.38'],
    popularity: 13,
    cost: usd(470, 95, 20),
    offers: offers([2299, 335], [1999, 292]),
  }),
  good('BOTTLE-STEEL-750', 'Steel bottle, 750 ml', 'outdoor', {
    parentAsin: STEEL_WARE,
    packed: ['8', '8', '27', '0.41'],
    popularity: 10,
    cost: usd(565, 110, 24),
    offers: offers([2699, 361], [2299, 312]),
  }),
  good('BOARD-BAMBOO-L', 'Bamboo chopping board, large', 'kitchen', {
    packed: ['45.5', '31', '2.4', '1.62'],
    popularity: 8,
    cost: usd(665, 180, 0),
    offers: offers([2999, 436], [2599, 381]),
  }),
  good('KNIFE-PARING-3', 'Paring knives, set of 3', 'kitchen', {
    packed: ['26', '11', '2.2', '0.24'],
    popularity: 7,
    cost: eur(460, 30),
    offers: offers([1699, 278], [1499, 241]),
    returnRate: 0.025,
  }),
  good('PAN-IRON-26', 'Cast iron pan, 26 cm', 'kitchen', {
    packed: ['45', '28', '6.5', '2.75'],
    popularity: 6,
    cost: eur(1190, 120),
    offers: offers([3999, 562], [3499, 498]),
    returnRate: 0.05,
  }),
  good('SCALE-KITCHEN-5', 'Digital kitchen scale, 5 kg', 'kitchen', {
    packed: ['24', '19', '3.5', '0.56'],
    popularity: 7,
    cost: usd(425, 80, 12, 10),
    offers: offers([1899, 296], [1599, 255]),
    returnRate: 0.06,
  }),
  good('TIN-BREAD-2', 'Bread tins, set of 2', 'kitchen', {
    packed: ['31', '16', '9', '0.98'],
    popularity: 5,
    cost: eur(525, 60),
    offers: offers([2199, 344], [1899, 301]),
  }),
  good('PRESS-GARLIC', 'Garlic press, stainless steel', 'kitchen', {
    packed: ['19', '7', '4', '0.27'],
    popularity: 6,
    cost: usd(285, 45, 9),
    offers: offers([1499, 262], [1299, 229]),
    returnRate: 0.03,
  }),
  good('CONTAINER-GLASS-6', 'Glass food containers, 6 pieces', 'kitchen', {
    packed: ['33', '26', '18', '4.3'],
    popularity: 6,
    cost: usd(960, 260, 60),
    offers: offers([3499, 541], [2999, 476]),
    returnRate: 0.07,
  }),
  good('CARDS-RECIPE-60', 'Recipe cards in a wooden box', 'kitchen', {
    packed: ['17.5', '12', '10.5', '0.64'],
    popularity: 1.2,
    cost: eur(390, 40),
    offers: offers([1799, 271], [1599, 238]),
    closingFee: 81,
    advertisingPercent: 6,
  }),
  good('LANTERN-SOLAR-2', 'Solar garden lanterns, set of 2', 'outdoor', {
    packed: ['32', '17', '22', '1.15'],
    popularity: 6,
    cost: usd(675, 130, 24),
    offers: offers([2799, 388], [2399, 341]),
    returnRate: 0.07,
  }),
  good('HAMMOCK-LIGHT', 'Light hammock with straps', 'outdoor', {
    packed: ['24', '14', '12', '0.72'],
    popularity: 5,
    cost: usd(925, 140, 110),
    offers: offers([3699, 398], [3199, 347]),
    returnRate: 0.08,
  }),
  good('TARP-RAIN-3X3', 'Rain tarp, 3 by 3 metres', 'outdoor', {
    packed: ['34', '15', '11', '1.08'],
    popularity: 4,
    cost: usd(1175, 170, 140),
    offers: offers([4499, 431], [3899, 378]),
    returnRate: 0.06,
  }),
  good('STOVE-CAMP-MINI', 'Folding camping stove', 'outdoor', {
    packed: ['13', '13', '9', '0.49'],
    popularity: 5,
    cost: usd(525, 85, 16),
    offers: offers([2499, 331], [2199, 289]),
  }),
  // Bulky and cheap: the fulfilment fee and the advertising take more than the price leaves.
  good('CUSHION-SEAT-FOAM', 'Folding seat pad, foam', 'outdoor', {
    popularity: 5,
    cost: usd(340, 145, 22),
    offers: offers([1299, 401], [1099, 352]),
    advertisingPercent: 16,
  }),
  good('GLOVES-GRILL', 'Grill gloves, one pair', 'outdoor', {
    packed: ['36', '19', '4', '0.33'],
    popularity: 6,
    cost: usd(405, 60, 42),
    offers: offers([1999, 289], [1699, 252]),
    startsLate: true,
    advertisingPercent: 15,
  }),
  // No cost was ever entered for it.
  good('BLANKET-PICNIC', 'Picnic blanket, waterproof back', 'outdoor', {
    packed: ['38', '30', '9', '1.21'],
    popularity: 3,
    offers: offers([3299, 429], [2799, 377]),
  }),
  good('RACK-FIREWOOD', 'Firewood rack, steel', 'outdoor', {
    popularity: 1.6,
    cost: eur(2190, 240),
    offers: offers([6499, 0]),
    fulfilment: 'MFN',
    advertisingPercent: 5,
  }),
]

export const GOOD_WITH_TWO_COST_CHANGES = 'BOTTLE-STEEL-750'

const LATE_START_DAYS = 31
const RAMP_DAYS = 75

/** First day on which the good is offered. */
export const offeredFrom = (one: Good, { firstDay, secondYearFrom }: DemoWindow): IsoDate =>
  one.startsLate ? addDays(secondYearFrom, LATE_START_DAYS) : firstDay

/** Days since the last delivery of a good that comes at intervals, so many days after the first. Not all come on the same day. */
export function daysSinceDelivery({ asin }: Good, everyDays: number, daysAfterFirst: number): number {
  const phase = Number(asin.slice(-4)) || 0
  return (daysAfterFirst + phase) % everyDays
}

function isSoldOut(one: Good, day: IsoDate, { firstDay }: DemoWindow): boolean {
  if (!one.supply?.outDays) return false
  const { everyDays, outDays } = one.supply
  const daysAfterFirst = daysIn({ start: firstDay, end: day }) - 1
  return daysSinceDelivery(one, everyDays, daysAfterFirst) >= everyDays - outDays
}

/** How far a new good has come, 0 to 1: it needs its first reviews. */
export function establishedShare(one: Good, day: IsoDate, window: DemoWindow): number {
  const from = offeredFrom(one, window)
  if (day < from || isSoldOut(one, day, window)) return 0
  if (!one.startsLate || day >= addDays(from, RAMP_DAYS)) return 1
  return 0.15 + 0.85 * ((Date.parse(day) - Date.parse(from)) / (RAMP_DAYS * 86_400_000))
}

/** Price with VAT in cents. After a year dearer goods rise by about 4 %, to a price that still ends in 9. */
export function priceOf(one: Good, market: Market, day: IsoDate, { secondYearFrom }: DemoWindow): number {
  const { price } = one.offers[market.code]!
  if (day < secondYearFrom || price < 2000) return price
  return Math.round((price * 1.04 + 1) / 50) * 50 - 1
}
