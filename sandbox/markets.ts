/** Where sellers of the sandbox sell: what a marketplace has, and what a seller has there. */
import { marketplaceOf } from '#contract/marketplaces.ts'
import { GOODS, type Good } from './goods.ts'
import { DEMO_SEARCHES, type Search } from './demo-searches.ts'

export interface Place {
  city: string
  state: string
  postcode: string
}

/** What is the same for every seller there. */
interface Ground {
  /** As reports spell it. */
  salesChannel: string
  nonAmazonChannel: string
  orderIdPrefixes: readonly string[]
  /** Inside prices, in percent; 0 where tax comes on top. */
  vatPercent: number
  /** On top of prices, which Amazon collects and keeps. */
  salesTaxPercent: number
  /** Second of the day, UTC, at which settlements close: before midnight in Berlin too, whatever the season. */
  closesAtSecond: number
  places: readonly Place[]
}

/** A seller in a marketplace. Amounts are in the smallest unit of the currency. */
export interface Market extends Ground {
  code: string
  currency: string
  shipCountry: string
  goods: readonly Good[]
  /** Orders on an average day of the first year. */
  ordersPerDay: number
  /** Orders of the seller's own shop that Amazon ships. */
  multiChannelPerDay: number
  /** What Amazon charges beside the sales, without VAT, in an average month of the first year. */
  charges: { storage: number; aged: number; agedInLossMonth: number; inbound: number }
  /** VAT that Amazon adds to its fees, by the country of the seller. */
  feeVat?: { percent: number; from: string }
  /** One subscription serves the whole account; it stands in the settlement of the home marketplace. */
  isHome: boolean
  searches: readonly Search[]
}

/** Ids of what Amazon has in each region beside marketplaces where people buy: orders of other shops are of it. */
export const NON_RETAIL = {
  EUROPE: 'A1MQXOICRS2Z7M',
  NORTH_AMERICA: 'A3H6HPSLHAK3XG',
  FAR_EAST: 'A2Z4UC1YCB9AGT',
} as const

const place = (city: string, state: string, postcode: string): Place => ({ city, state, postcode })

const GROUNDS: Readonly<Record<string, Ground>> = {
  DE: {
    salesChannel: 'Amazon.de',
    nonAmazonChannel: 'Non-Amazon DE',
    orderIdPrefixes: ['302', '303', '304', '305', '306'],
    vatPercent: 19,
    salesTaxPercent: 0,
    closesAtSecond: 19 * 3600 + 42 * 60 + 11,
    places: [
      place('Hamburg', 'Hamburg', '20095'),
      place('Berlin', 'Berlin', '10115'),
      place('Bremen', 'Bremen', '28195'),
      place('Leipzig', 'Sachsen', '04109'),
      place('Erfurt', 'Thüringen', '99084'),
      place('Kassel', 'Hessen', '34117'),
      place('Köln', 'Nordrhein-Westfalen', '50667'),
      place('Münster', 'Nordrhein-Westfalen', '48143'),
      place('Mainz', 'Rheinland-Pfalz', '55116'),
      place('Ulm', 'Baden-Württemberg', '89073'),
      place('Nürnberg', 'Bayern', '90402'),
    ],
  },
  GB: {
    salesChannel: 'Amazon.co.uk',
    nonAmazonChannel: 'Non-Amazon UK',
    orderIdPrefixes: ['202', '203', '204', '205', '206'],
    vatPercent: 20,
    salesTaxPercent: 0,
    closesAtSecond: 20 * 3600 + 17 * 60 + 36,
    places: [
      place('Leeds', 'West Yorkshire', 'LS1 1UR'),
      place('Bristol', 'Bristol', 'BS1 4ND'),
      place('Exeter', 'Devon', 'EX1 1GJ'),
      place('Norwich', 'Norfolk', 'NR2 1TF'),
      place('York', 'North Yorkshire', 'YO1 9QL'),
      place('Cardiff', 'Cardiff', 'CF10 3ND'),
      place('Dundee', 'Dundee', 'DD1 1DB'),
      place('Belfast', 'Antrim', 'BT1 5GS'),
      place('London', 'Greater London', 'SE1 9GF'),
    ],
  },
  FR: {
    salesChannel: 'Amazon.fr',
    nonAmazonChannel: 'Non-Amazon FR',
    orderIdPrefixes: ['402', '403', '404', '405', '406'],
    vatPercent: 20,
    salesTaxPercent: 0,
    closesAtSecond: 19 * 3600 + 5 * 60 + 48,
    places: [
      place('Lille', 'Nord', '59000'),
      place('Nantes', 'Loire-Atlantique', '44000'),
      place('Lyon', 'Rhône', '69002'),
      place('Angers', 'Maine-et-Loire', '49100'),
      place('Dijon', "Côte-d'Or", '21000'),
    ],
  },
  IT: {
    salesChannel: 'Amazon.it',
    nonAmazonChannel: 'Non-Amazon IT',
    orderIdPrefixes: ['171', '404', '407', '408'],
    vatPercent: 22,
    salesTaxPercent: 0,
    closesAtSecond: 19 * 3600 + 5 * 60 + 48,
    places: [
      place('Torino', 'TO', '10121'),
      place('Bologna', 'BO', '40121'),
      place('Padova', 'PD', '35121'),
      place('Bari', 'BA', '70121'),
    ],
  },
  ES: {
    salesChannel: 'Amazon.es',
    nonAmazonChannel: 'Non-Amazon ES',
    orderIdPrefixes: ['171', '402', '406', '407'],
    vatPercent: 21,
    salesTaxPercent: 0,
    closesAtSecond: 19 * 3600 + 5 * 60 + 48,
    places: [
      place('Valencia', 'Valencia', '46001'),
      place('Sevilla', 'Sevilla', '41001'),
      place('Gijón', 'Asturias', '33201'),
      place('Málaga', 'Málaga', '29001'),
    ],
  },
  US: {
    salesChannel: 'Amazon.com',
    nonAmazonChannel: 'Non-Amazon US',
    orderIdPrefixes: ['111', '112', '113', '114'],
    vatPercent: 0,
    salesTaxPercent: 7,
    closesAtSecond: 21 * 3600 + 23 * 60 + 19,
    places: [
      place('PORTLAND', 'OR', '97205'),
      place('AUSTIN', 'TX', '78701'),
      place('COLUMBUS', 'OH', '43215'),
      place('RALEIGH', 'NC', '27601'),
      place('BOISE', 'ID', '83702'),
      place('TAMPA', 'FL', '33602'),
      place('DENVER', 'CO', '80202'),
    ],
  },
  CA: {
    salesChannel: 'Amazon.ca',
    nonAmazonChannel: 'Non-Amazon CA',
    orderIdPrefixes: ['701', '702'],
    vatPercent: 0,
    salesTaxPercent: 12,
    closesAtSecond: 21 * 3600 + 51 * 60 + 2,
    places: [
      place('Halifax', 'Nova Scotia', 'B3J 1S9'),
      place('Calgary', 'Alberta', 'T2P 1J9'),
      place('Ottawa', 'Ontario', 'K1P 1J1'),
      place('Victoria', 'British Columbia', 'V8W 1P6'),
    ],
  },
  JP: {
    salesChannel: 'Amazon.co.jp',
    nonAmazonChannel: 'Non-Amazon JP',
    orderIdPrefixes: ['249', '250', '503'],
    vatPercent: 10,
    salesTaxPercent: 0,
    closesAtSecond: 13 * 3600 + 12 * 60 + 40,
    places: [
      place('Sapporo', 'Hokkaido', '060-0001'),
      place('Sendai', 'Miyagi', '980-0021'),
      place('Kobe', 'Hyogo', '650-0021'),
      place('Naha', 'Okinawa', '900-0015'),
    ],
  },
}

type Rest = Omit<
  Market,
  keyof Ground | 'code' | 'currency' | 'shipCountry' | 'multiChannelPerDay' | 'searches'
>

/** A seller in a marketplace that the sandbox knows; throws for another. */
export function marketIn(
  code: string,
  rest: Rest & Partial<Pick<Market, 'multiChannelPerDay' | 'searches'>>,
): Market {
  const ground = GROUNDS[code]
  const marketplace = marketplaceOf(code)
  if (!ground || !marketplace) throw new Error(`The sandbox has no goods for ${code}.`)
  return {
    ...ground,
    code,
    currency: marketplace.currency,
    shipCountry: code,
    multiChannelPerDay: 0,
    searches: [],
    ...rest,
  }
}

const offeredIn = (code: string): Good[] => GOODS.filter(({ offers }) => offers[code] !== undefined)
/** VAT of Germany, from the day on which Amazon began to add it to selling and FBA fees. */
const FEE_VAT = { percent: 19, from: '2024-08-01' }

export const DE = marketIn('DE', {
  goods: offeredIn('DE'),
  ordersPerDay: 12.2,
  multiChannelPerDay: 0.16,
  charges: { storage: 9800, aged: 1900, agedInLossMonth: 34_500, inbound: 7400 },
  feeVat: FEE_VAT,
  isHome: true,
  searches: DEMO_SEARCHES,
})

export const GB = marketIn('GB', {
  goods: offeredIn('GB'),
  ordersPerDay: 9.4,
  multiChannelPerDay: 0.08,
  charges: { storage: 7200, aged: 1400, agedInLossMonth: 26_800, inbound: 6900 },
  feeVat: FEE_VAT,
  isHome: false,
  searches: DEMO_SEARCHES,
})

export const MARKETS = [DE, GB] as const
