/** Reports of the Advertising API, version 3, with the columns that are read of each. */
import type { AdvertisingQuestion, Reread, Source } from './sources.ts'

/** Ads are credited with sales for two weeks, and Amazon corrects numbers for four more. */
const OF_ADVERTISING: readonly Reread[] = [
  { days: 14, everyHours: 24 },
  { days: 60, everyHours: 7 * 24 },
]
/** Of the reports that totals are made of, the first: a day has its clicks twelve hours after its end. */
const OF_TOTALS: readonly Reread[] = [{ days: 1, everyHours: 12 }, ...OF_ADVERTISING]
const RANK_OF_TOTALS = 5

const CAMPAIGN = ['date', 'campaignId', 'campaignName', 'campaignBudgetCurrencyCode']
const STATE = ['campaignStatus', 'campaignBudgetAmount']
const STATE_AND_SHARE = [...STATE, 'campaignBudgetType', 'topOfSearchImpressionShare']
const AD_GROUP = [...CAMPAIGN, 'adGroupId', 'adGroupName']
const COUNTS = ['impressions', 'clicks', 'cost']
const WITHIN_WINDOWS = ['purchases7d', 'purchases14d', 'unitsSoldClicks7d', 'unitsSoldClicks14d']
const OF_PRODUCTS = [...COUNTS, ...WITHIN_WINDOWS, 'sales7d', 'sales14d', 'attributedSalesSameSku7d']
const OF_BRANDS = [...COUNTS, 'purchases', 'sales', 'unitsSold']
const NEW_TO_BRAND = ['newToBrandPurchases', 'newToBrandSales']

/** How far back the reports of each kind reach, in days; Amazon refuses a question of older ones. */
const REACH = { SPONSORED_PRODUCTS: 95, SPONSORED_BRANDS: 60, SPONSORED_DISPLAY: 65 } as const

function advertising(
  rank: number,
  label: string,
  adProduct: AdvertisingQuestion['adProduct'],
  reportTypeId: string,
  groupBy: string,
  columns: readonly string[],
): Source {
  return {
    id: reportTypeId,
    label,
    provider: 'ADVERTISING',
    scope: 'PROFILE',
    question: { kind: 'ADVERTISING', adProduct, reportTypeId, groupBy: [groupBy], columns },
    rhythm: {
      kind: 'DAYS',
      reachDays: REACH[adProduct],
      daysMax: 31,
      lagDays: 1,
      rereads: rank === RANK_OF_TOTALS ? OF_TOTALS : OF_ADVERTISING,
      criticalDays: 0,
    },
    rank,
    fileName: reportTypeId,
    extension: 'json',
  }
}

export const ADVERTISING_SOURCES: readonly Source[] = [
  {
    ...advertising(
      RANK_OF_TOTALS,
      'Sponsored Products by product',
      'SPONSORED_PRODUCTS',
      'spAdvertisedProduct',
      'advertiser',
      [...AD_GROUP, 'adId', 'advertisedAsin', 'advertisedSku', ...OF_PRODUCTS],
    ),
    // Nearly all who advertise do so with these, and their report reaches furthest: its days are those that spend is known of, less
    // those of which the reports of the other kinds did not come.
    complete: 'ads_daily',
  },
  {
    ...advertising(
      RANK_OF_TOTALS,
      'Sponsored Brands by campaign',
      'SPONSORED_BRANDS',
      'sbCampaigns',
      'campaign',
      [...CAMPAIGN, ...STATE_AND_SHARE, ...OF_BRANDS, ...NEW_TO_BRAND],
    ),
    complete: 'sponsored_brands',
  },
  {
    ...advertising(
      RANK_OF_TOTALS,
      'Sponsored Display by product',
      'SPONSORED_DISPLAY',
      'sdAdvertisedProduct',
      'advertiser',
      [...AD_GROUP, 'adId', 'promotedAsin', 'promotedSku', ...OF_BRANDS, ...NEW_TO_BRAND],
    ),
    complete: 'sponsored_display',
  },
  // Totals are made of the reports by product; budgets, states and shares at the top of search stand in these alone.
  {
    ...advertising(12, 'Sponsored Products by campaign', 'SPONSORED_PRODUCTS', 'spCampaigns', 'campaign', [
      ...CAMPAIGN,
      ...STATE_AND_SHARE,
      ...OF_PRODUCTS,
    ]),
    id: 'spCampaignsByCampaign',
    fileName: 'spCampaigns-by-campaign',
  },
  advertising(12, 'Sponsored Display by campaign', 'SPONSORED_DISPLAY', 'sdCampaigns', 'campaign', [
    ...CAMPAIGN,
    ...STATE,
    ...OF_BRANDS,
    ...NEW_TO_BRAND,
  ]),
  advertising(13, 'Sponsored Products by target', 'SPONSORED_PRODUCTS', 'spTargeting', 'targeting', [
    ...AD_GROUP,
    'keywordId',
    'keyword',
    'targeting',
    'matchType',
    ...OF_PRODUCTS,
  ]),
  advertising(14, 'Sponsored Products by search term', 'SPONSORED_PRODUCTS', 'spSearchTerm', 'searchTerm', [
    ...AD_GROUP,
    'keywordId',
    'keyword',
    'targeting',
    'matchType',
    'searchTerm',
    ...OF_PRODUCTS,
  ]),
  advertising(
    15,
    'Sponsored Products by placement',
    'SPONSORED_PRODUCTS',
    'spCampaigns',
    'campaignPlacement',
    [...CAMPAIGN, 'placementClassification', ...OF_PRODUCTS],
  ),
  advertising(16, 'Sponsored Brands by target', 'SPONSORED_BRANDS', 'sbTargeting', 'targeting', [
    ...AD_GROUP,
    'keywordId',
    'keywordText',
    'targetingText',
    'matchType',
    ...OF_BRANDS,
  ]),
  advertising(17, 'Sponsored Brands by search term', 'SPONSORED_BRANDS', 'sbSearchTerm', 'searchTerm', [
    ...AD_GROUP,
    'keywordId',
    'keywordText',
    'matchType',
    'searchTerm',
    ...OF_BRANDS,
  ]),
]
