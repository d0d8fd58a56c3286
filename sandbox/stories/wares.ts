/** Lists of goods, in euro cents of Germany. */
import type { Ware } from './catalogue.ts'

export const POTTERY: readonly Ware[] = [
  {
    sku: 'BOWL-OAT-16',
    title: 'Stoneware bowl, oat',
    price: 2400,
    fee: 340,
    popularity: 4,
    season: 'kitchen',
  },
  {
    sku: 'CUP-OAT-2',
    title: 'Stoneware cups, set of 2',
    price: 2900,
    fee: 360,
    popularity: 5,
    season: 'gifts',
  },
  { sku: 'VASE-MOSS', title: 'Bud vase, moss green', price: 1900, fee: 310, popularity: 3, season: 'gifts' },
].map((ware) => ({ ...ware, season: ware.season as Ware['season'], advertisingPercent: 0 }))

const care = (
  sku: string,
  title: string,
  price: number,
  popularity: number,
  more: Partial<Ware> = {},
): Ware => ({ sku, title, price, fee: 300 + Math.round(price / 20), popularity, season: 'even', ...more })

export const HERB_CARE: readonly Ware[] = [
  care('SOAP-VERB-3', 'Verbena soap, 3 bars', 1400, 9, { parent: 'SOAPS' }),
  care('SOAP-LAV-3', 'Lavender soap, 3 bars', 1400, 8, { parent: 'SOAPS' }),
  care('SOAP-OLIVE-3', 'Olive soap, 3 bars', 1300, 6, { parent: 'SOAPS' }),
  care('CREAM-HAND-75', 'Hand cream with verbena, 75 ml', 1250, 7, { season: 'gifts' }),
  care('OIL-BODY-100', 'Body oil, 100 ml', 2200, 4),
  care('SALT-BATH-500', 'Bath salt, 500 g', 1600, 4, { season: 'gifts' }),
  care('BALM-LIP-2', 'Lip balm, set of 2', 900, 6, { advertisingPercent: 17 }),
  care('BOX-GIFT-S', 'Gift box, small', 2600, 3, { season: 'gifts' }),
  care('BOX-GIFT-L', 'Gift box, large', 4400, 2, { season: 'gifts', returnRate: 0.06 }),
  care('MIST-PILLOW', 'Pillow mist, 50 ml', 1500, 3, { advertisingPercent: 15 }),
  care('CANDLE-FIG', 'Scented candle, fig', 2400, 3, { season: 'gifts' }),
  care('SPONGE-SISAL', 'Sisal sponge', 800, 4, { advertisingPercent: 6 }),
]

const shoe = (style: string, title: string, price: number, popularity: number, rate: number): Ware[] =>
  ['38', '40', '42', '44'].map((size, index) => ({
    sku: `${style}-${size}`,
    title: `${title}, size ${size}`,
    price,
    fee: 480,
    popularity: popularity * [0.7, 1.2, 1.1, 0.6][index]!,
    season: 'outdoor',
    parent: `${style.slice(0, 5)}`,
    returnRate: rate,
    advertisingPercent: 11,
  }))

/** Half of what is sold comes back: whoever is between two sizes orders both. */
export const SHOES: readonly Ware[] = [
  ...shoe('TRAIL-LOW', 'Trail shoe, low', 8900, 6, 0.36),
  ...shoe('HIKER-MID', 'Hiking boot, mid', 12_900, 4, 0.42),
  ...shoe('SANDL-RIV', 'River sandal', 5900, 5, 0.31),
  ...shoe('CLOGS-GDN', 'Garden clog', 3900, 3, 0.22),
]

const paper = (sku: string, title: string, price: number, popularity: number, more: Partial<Ware>): Ware => ({
  sku,
  title,
  price,
  fee: 290,
  popularity,
  season: 'even',
  ...more,
})

/** Some are sold out for two weeks before the next boat comes; of some, far too much was ordered. */
export const PAPER: readonly Ware[] = [
  paper('NOTE-GRID-A5', 'Notebook, grid, A5', 1200, 8, {
    returnRate: 0,
    supply: { everyDays: 60, outDays: 16 },
  }),
  paper('NOTE-PLAIN-A5', 'Notebook, plain, A5', 1200, 6, {
    returnRate: 0,
    supply: { everyDays: 55, outDays: 11 },
  }),
  paper('PEN-BRUSH-6', 'Brush pens, set of 6', 1800, 5, {
    returnRate: 0,
    supply: { everyDays: 50, outDays: 18 },
  }),
  paper('TAPE-WASHI-12', 'Paper tape, 12 rolls', 1500, 5, {}),
  paper('ENVELOPE-LINEN', 'Linen envelopes, 50 pieces', 1900, 0.5, {
    supply: { everyDays: 540, units: 620 },
  }),
  paper('CARD-PRESSED', 'Cards with pressed leaves', 2100, 0.4, { supply: { everyDays: 540, units: 480 } }),
  paper('CALENDAR-DESK', 'Desk calendar', 1600, 0.6, {
    season: 'gifts',
    supply: { everyDays: 365, units: 700 },
  }),
  paper('INK-BLUE-50', 'Ink, blue, 50 ml', 1700, 3, { returnRate: 0.02 }),
]

export const TIDE_GAUGES: readonly Ware[] = [
  { sku: 'CLOCK-TIDE', title: 'Tide clock', price: 3900, fee: 410, popularity: 4, season: 'gifts' },
  { sku: 'BAROMETER-S', title: 'Barometer, small', price: 4900, fee: 430, popularity: 3, season: 'gifts' },
  { sku: 'LAMP-DECK', title: 'Deck lamp', price: 2900, fee: 380, popularity: 4, season: 'outdoor' },
  {
    sku: 'ROPE-MOOR-10',
    title: 'Mooring rope, 10 m',
    price: 2400,
    fee: 420,
    popularity: 5,
    season: 'outdoor',
  },
]
