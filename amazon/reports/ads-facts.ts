/** What every report of advertising is read with, whether it comes from the API or from the console. */
import { parseDecimal, toText } from '#contract/decimal.ts'
import { MARKETPLACES, marketplaceOf } from '#contract/marketplaces.ts'
import type { AdLevel } from '../facts.ts'
import { BUDGET_TYPES, CAMPAIGN_STATUSES, readingOf } from '../facts.ts'
import { fold } from '../files/header.ts'
import { RefusedRecord, readCell, type CellRules } from './cells.ts'
import { checkValue, marketplaceIn } from './facts-file.ts'

export type AdType = 'SP' | 'SB' | 'SD'

/** As the Chinese console names them, in its files and where a row is of one. */
const CHINESE_NAMES: [name: RegExp, adType: AdType][] = [
  [/商品推广/, 'SP'],
  [/品牌推广/, 'SB'],
  [/展示(型)?推广/, 'SD'],
]

/** Of `Sponsored Brands`, `SPONSORED_BRANDS`, `Sponsored_Brands_Campaign_report.xlsx`, `品牌推广_搜索词_报告.xlsx` or `sbCampaigns.json.gz`. */
export function adTypeIn(text: string): AdType | undefined {
  const chinese = CHINESE_NAMES.find(([name]) => name.test(text))
  if (chinese) return chinese[1]
  const named = /sponsored[\s_-]*(products|brands|display)/i.exec(text)?.[1]?.toUpperCase()
  if (named) return named === 'PRODUCTS' ? 'SP' : named === 'BRANDS' ? 'SB' : 'SD'
  const id =
    /(?:^|[^a-z])(s[pbd])(?:Campaign|AdGroup|Ads|Targeting|SearchTerm|AdvertisedProduct)/i.exec(text)?.[1] ??
    /^(s[pbd])$/i.exec(text)?.[1]
  return id?.toUpperCase() as AdType | undefined
}

/** What is found in a row or its file, of that which tells one level from another; the finest first. */
export interface Grain {
  searchTerm: boolean
  placement: boolean
  product: boolean
  target: boolean
  ad: boolean
  adGroup: boolean
  campaign: boolean
}

export const levelOf = (has: Grain): AdLevel =>
  has.searchTerm
    ? 'SEARCH_TERM'
    : has.placement
      ? 'PLACEMENT'
      : has.product
        ? 'PRODUCT'
        : has.target
          ? 'TARGET'
          : has.ad
            ? 'AD'
            : has.adGroup
              ? 'AD_GROUP'
              : has.campaign
                ? 'CAMPAIGN'
                : 'ACCOUNT'

/** Where and in which money a row is: what it names itself, then what its currency says, then what a person said. */
export function placeOf(
  { country, currency }: { country: string; currency: string },
  said: string | undefined,
): { marketplace: string | null; currency: string } {
  if (currency !== '' && !/^[A-Z]{3}$/.test(currency))
    throw new RefusedRecord(`"${currency.slice(0, 100)}" is not a currency code such as EUR`)
  const named = country === '' ? undefined : countryCode(country)
  if (country !== '' && !named)
    throw new RefusedRecord(`"${country.slice(0, 100)}" is not a marketplace such as DE`)
  const ofCurrency = MARKETPLACES.filter((marketplace) => marketplace.currency === currency)
  const marketplace = named ?? (ofCurrency.length === 1 ? ofCurrency[0]!.code : said)
  const its = currency || marketplaceOf(marketplace ?? '')?.currency
  if (!its) throw new RefusedRecord('The row names neither a currency nor a marketplace')
  return { marketplace: marketplace ?? null, currency: its }
}

/** `Germany`, `Alemania`, `DE`, `AMAZON.COM`, and `AMAZON_DE` or `UAMAZON_FR`, as the unified layout of the console has it. */
function countryCode(name: string): string | undefined {
  const own = name.replace(/^U?AMAZON_/i, '')
  return marketplaceIn(own) ?? (countries ??= countryNames()).get(fold(own))
}

/** Languages of Seller Central and of the advertising console. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'pt', 'tr', 'ja', 'zh']
/** Names that no list of countries has, or not every one. */
const OTHER_NAMES: [name: string, code: string][] = [
  ['Turkey', 'TR'],
  ['Great Britain', 'GB'],
  ['USA', 'US'],
  ['UAE', 'AE'],
]
let countries: Map<string, string> | undefined

/** The marketplace of each name that a country has. */
function countryNames(): Map<string, string> {
  const inLanguages = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return MARKETPLACES.map(({ code }): [string, string] => [names.of(code) ?? code, code])
  })
  const labels = MARKETPLACES.map(({ label, code }): [string, string] => [label, code])
  return new Map([...inLanguages, ...OTHER_NAMES, ...labels].map(([name, code]) => [fold(name), code]))
}

/** One number of a row in canonical form. */
export function adNumber(column: string, heading: string, text: string, rules?: CellRules): string | null {
  const value = readCell(heading, text, readingOf('ads_daily', column)!, rules)
  if (value !== null) checkValue('ads_daily', column, value, heading)
  return value
}

/**
 * What a report says of its campaign. Words that are none of ours say nothing. Budgets of Sponsored Products and Display are
 * daily ones, whether or not that is said; those of Brands may be for all of their days.
 */
export function campaignOf(
  adType: AdType,
  { status, budgetType }: { status: string; budgetType: string },
  budget: string | null,
) {
  const said = budgetType || (budget !== null && adType !== 'SB' ? 'DAILY' : '')
  return {
    campaign_status: CAMPAIGN_STATUSES.find((one) => one === status.toUpperCase()) ?? null,
    campaign_budget: budget,
    campaign_budget_type:
      BUDGET_TYPES.find((type) => [type, type.replace('_BUDGET', '')].includes(said.toUpperCase())) ?? null,
  }
}

/** `12.5%`, or 0.125, or 12.5 where the file is one of percentages. `<5%` does not say how much, so that it says nothing. */
export function shareIn(
  heading: string,
  text: string,
  {
    decimalMark = '.',
    isPercentage = text.endsWith('%'),
  }: { decimalMark?: CellRules['decimalMark']; isPercentage?: boolean } = {},
): string | null {
  if (/^[<>≤≥]/.test(text)) return null
  const value = readCell(heading, text.replace(/%$/, ''), 'decimal', { decimalMark })
  if (value === null) return null
  // A number of JSON has more digits than are kept.
  const share = toText(parseDecimal(value) / (isPercentage ? 100n : 1n), 9)
  checkValue('ads_daily', 'top_of_search_share', share, heading)
  return share
}

/** Numbers that are stated without a window are those of the window that sellers see for the kind of advertising. */
export const inWindowOf = (adType: AdType) =>
  adType === 'SP'
    ? ({ sales: 'sales_7d', purchases: 'purchases_7d', units: 'units_7d' } as const)
    : ({ sales: 'sales_14d', purchases: 'purchases_14d', units: 'units_14d' } as const)
