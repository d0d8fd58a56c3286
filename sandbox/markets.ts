/** The two marketplaces of the demo company: one seller account, two currencies, two VAT rates. */
import { marketplaceOf } from '#contract/marketplaces.ts'

export interface Place {
  city: string
  state: string
  postcode: string
}

export interface Market {
  code: 'DE' | 'GB'
  currency: string
  vatPercent: number
  /** As reports spell it. */
  salesChannel: string
  nonAmazonChannel: string
  shipCountry: string
  orderIdPrefixes: readonly string[]
  /** Orders on an average day of the first year. */
  ordersPerDay: number
  /** Second of the day, UTC, at which settlements close: before midnight in Berlin too, whatever the season. */
  closesAtSecond: number
  places: readonly Place[]
}

const place = (city: string, state: string, postcode: string): Place => ({ city, state, postcode })
const currencyOf = (code: string): string => marketplaceOf(code)!.currency

export const DE: Market = {
  code: 'DE',
  currency: currencyOf('DE'),
  vatPercent: 19,
  salesChannel: 'Amazon.de',
  nonAmazonChannel: 'Non-Amazon DE',
  shipCountry: 'DE',
  orderIdPrefixes: ['302', '303', '304', '305', '306'],
  ordersPerDay: 12.2,
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
}

export const GB: Market = {
  code: 'GB',
  currency: currencyOf('GB'),
  vatPercent: 20,
  salesChannel: 'Amazon.co.uk',
  nonAmazonChannel: 'Non-Amazon UK',
  shipCountry: 'GB',
  orderIdPrefixes: ['202', '203', '204', '205', '206'],
  ordersPerDay: 9.4,
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
}

export const MARKETS = [DE, GB] as const
