/** The reports of the Advertising API, version 3: what each can be grouped by and which columns it knows. */

export interface AdvertisingReportType {
  adProduct: 'SPONSORED_PRODUCTS' | 'SPONSORED_BRANDS' | 'SPONSORED_DISPLAY'
  groupBy: readonly string[]
  /** How many days back, and in one report. */
  retentionDays: number
  rangeDaysMax: number
  columns: ReadonlySet<string>
}

const RANGE_DAYS_MAX = 31

const EVERYWHERE = [
  'date',
  'startDate',
  'endDate',
  'impressions',
  'clicks',
  'cost',
  'campaignId',
  'campaignName',
  'campaignBudgetCurrencyCode',
]
/** Of Sponsored Display the report by campaign alone has them, and no type of its budgets. */
const CAMPAIGN_STATE = ['campaignStatus', 'campaignBudgetAmount']
const AT_TOP = 'topOfSearchImpressionShare'
const AD_GROUP = ['adGroupId', 'adGroupName']

const inWindows = (...names: string[]) =>
  [1, 7, 14, 30].flatMap((days) => names.map((name) => `${name}${days}d`))

const PRODUCTS = [
  ...EVERYWHERE,
  ...CAMPAIGN_STATE,
  'campaignBudgetType',
  'spend',
  'costPerClick',
  'clickThroughRate',
  'portfolioId',
  'campaignBiddingStrategy',
  'retailer',
  ...inWindows(
    'purchases',
    'purchasesSameSku',
    'unitsSoldClicks',
    'sales',
    'attributedSalesSameSku',
    'unitsSoldSameSku',
  ),
]
const OTHER_SKU = [
  'salesOtherSku7d',
  'unitsSoldOtherSku7d',
  'acosClicks7d',
  'acosClicks14d',
  'roasClicks7d',
  'roasClicks14d',
]
const TARGET = [
  'keywordId',
  'keyword',
  'matchType',
  'targeting',
  'keywordType',
  'keywordBid',
  'adKeywordStatus',
]

const BRANDS_AND_DISPLAY = [
  ...EVERYWHERE,
  ...[
    'purchases',
    'sales',
    'unitsSold',
    'detailPageViews',
    'newToBrandPurchases',
    'newToBrandSales',
    'newToBrandUnitsSold',
    'brandedSearches',
    'addToCart',
  ].flatMap((name) => [name, `${name}Clicks`]),
  'purchasesPromoted',
  'purchasesPromotedClicks',
  'salesPromoted',
  'salesPromotedClicks',
  'costType',
  'viewableImpressions',
  'viewabilityRate',
  'viewClickThroughRate',
]
const BRANDS_TARGET = [
  'keywordId',
  'keywordText',
  'keywordBid',
  'keywordType',
  'matchType',
  'targetingId',
  'targetingExpression',
  'targetingText',
  'targetingType',
  'adKeywordStatus',
]
const DISPLAY_TARGET = ['targetingId', 'targetingExpression', 'targetingText', 'adKeywordStatus']

const products = (groupBy: string[], columns: string[]): AdvertisingReportType => ({
  adProduct: 'SPONSORED_PRODUCTS',
  groupBy,
  retentionDays: 95,
  rangeDaysMax: RANGE_DAYS_MAX,
  columns: new Set([...PRODUCTS, ...columns]),
})

const brands = (groupBy: string[], columns: string[]): AdvertisingReportType => ({
  adProduct: 'SPONSORED_BRANDS',
  groupBy,
  retentionDays: 60,
  rangeDaysMax: RANGE_DAYS_MAX,
  columns: new Set([...BRANDS_AND_DISPLAY, ...CAMPAIGN_STATE, 'campaignBudgetType', ...columns]),
})

const display = (groupBy: string[], columns: string[]): AdvertisingReportType => ({
  adProduct: 'SPONSORED_DISPLAY',
  groupBy,
  retentionDays: 65,
  rangeDaysMax: RANGE_DAYS_MAX,
  columns: new Set([...BRANDS_AND_DISPLAY, ...columns]),
})

export const ADVERTISING_REPORT_TYPES: Readonly<Record<string, AdvertisingReportType>> = {
  spCampaigns: products(
    ['campaign', 'adGroup', 'campaignPlacement'],
    [...AD_GROUP, 'adStatus', 'placementClassification', AT_TOP],
  ),
  spTargeting: products(['targeting'], [...AD_GROUP, ...TARGET, ...OTHER_SKU, AT_TOP]),
  spSearchTerm: products(['searchTerm'], [...AD_GROUP, ...TARGET, ...OTHER_SKU, 'searchTerm']),
  spAdvertisedProduct: products(
    ['advertiser'],
    [...AD_GROUP, ...OTHER_SKU, 'adId', 'advertisedAsin', 'advertisedSku'],
  ),
  spPurchasedProduct: products(
    ['asin'],
    [
      ...AD_GROUP,
      ...TARGET,
      'advertisedAsin',
      'advertisedSku',
      'purchasedAsin',
      ...inWindows('purchasesOtherSku', 'salesOtherSku', 'unitsSoldOtherSku'),
    ],
  ),
  sbCampaigns: brands(['campaign'], [AT_TOP]),
  sbAdGroup: brands(['adGroup'], [...AD_GROUP, 'adStatus']),
  sbCampaignPlacement: brands(['campaignPlacement'], ['placementClassification']),
  sbAds: brands(['ads'], [...AD_GROUP, 'adId', 'adStatus']),
  sbTargeting: brands(['targeting'], [...AD_GROUP, ...BRANDS_TARGET, AT_TOP]),
  sbSearchTerm: brands(['searchTerm'], [...AD_GROUP, ...BRANDS_TARGET, 'searchTerm']),
  sbPurchasedProduct: {
    ...brands(
      ['purchasedAsin'],
      [
        ...AD_GROUP,
        'purchasedAsin',
        'attributionType',
        'productName',
        'productCategory',
        'orders14d',
        'sales14d',
        'unitsSold14d',
        'newToBrandOrders14d',
        'newToBrandSales14d',
        'newToBrandUnitsSold14d',
      ],
    ),
    retentionDays: 731,
    rangeDaysMax: 731,
  },
  sdCampaigns: display(['campaign'], CAMPAIGN_STATE),
  sdAdGroup: display(['adGroup'], [...AD_GROUP, 'bidOptimization']),
  sdTargeting: display(['targeting'], [...AD_GROUP, ...DISPLAY_TARGET]),
  sdAdvertisedProduct: display(
    ['advertiser'],
    [...AD_GROUP, 'adId', 'promotedAsin', 'promotedSku', 'bidOptimization'],
  ),
  sdPurchasedProduct: display(
    ['asin'],
    [...AD_GROUP, 'promotedAsin', 'promotedSku', 'asinBrandHalo', 'salesBrandHalo', 'unitsSoldBrandHalo'],
  ),
}
