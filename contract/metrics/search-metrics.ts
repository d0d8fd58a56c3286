/**
 * Search query performance: the market is counted once for a query and week, own figures add over products (SQP-1, SQP-2).
 * A purchase counts within a day of the search, so none of it reconciles to sales (SQP-3).
 */
import { computed, distinct, plus, ratio, sum, type Metric } from './metric.ts'

const STEPS = {
  Impressions: ['Impressions', 'Results shown'],
  Clicks: ['Clicks', 'Results clicked'],
  CartAdds: ['Cart adds', 'Results put into the cart'],
  Purchases: ['Purchases', 'Purchases within a day of the search'],
} as const
type Step = keyof typeof STEPS

const own = <S extends Step>(step: S) =>
  ({
    label: STEPS[step][0],
    definition: `${STEPS[step][1]}, of the selected products.`,
    unit: 'count',
    better: 'more',
    formula: sum(`search.own${step}`),
  }) as const
const market = <S extends Step>(step: S) =>
  ({
    label: `Market ${STEPS[step][0].toLowerCase()}`,
    definition: `${STEPS[step][1]}, of all sellers.`,
    unit: 'count',
    better: 'neither',
    formula: distinct(`search.market${step}`),
  }) as const
const percent = <const O extends string, const U extends string>(
  label: string,
  definition: string,
  better: Metric['better'],
  over: O,
  under: U,
) => ({ label, definition, unit: 'percent', better, formula: ratio(over, under) }) as const

/** Medians do not add up, so that of several weeks and queries each counts as often as it was paid. */
const price = <const Whose extends 'sqp' | 'market'>(label: string, whose: string, prefix: Whose) =>
  ({
    label,
    definition: `${whose} of what was bought, weighted by purchases.`,
    unit: 'price',
    better: 'neither',
    formula: ratio(`${prefix}PurchaseValue`, `${prefix}PricedPurchases`),
  }) as const

export const SEARCH_METRICS = {
  searchQueryVolume: {
    label: 'Search volume',
    definition: 'How often the query was searched for.',
    unit: 'count',
    better: 'neither',
    formula: distinct('search.volume'),
  },
  sqpImpressions: own('Impressions'),
  sqpClicks: own('Clicks'),
  sqpCartAdds: own('CartAdds'),
  sqpPurchases: own('Purchases'),
  marketImpressions: market('Impressions'),
  marketClicks: market('Clicks'),
  marketCartAdds: market('CartAdds'),
  marketPurchases: market('Purchases'),
  impressionShare: percent(
    'Impression share',
    'Own impressions as a share of the market.',
    'more',
    'sqpImpressions',
    'marketImpressions',
  ),
  clickShare: percent(
    'Click share',
    'Own clicks as a share of the market.',
    'more',
    'sqpClicks',
    'marketClicks',
  ),
  cartAddShare: percent(
    'Cart-add share',
    'Own cart adds as a share of the market.',
    'more',
    'sqpCartAdds',
    'marketCartAdds',
  ),
  purchaseShare: percent(
    'Purchase share',
    'Own purchases as a share of the market.',
    'more',
    'sqpPurchases',
    'marketPurchases',
  ),
  brandClickRate: percent(
    'Own click rate',
    'Own clicks as a share of own impressions.',
    'more',
    'sqpClicks',
    'sqpImpressions',
  ),
  marketClickRate: percent(
    'Market click rate',
    'Clicks of the market as a share of its impressions. Amazon divides by search volume.',
    'neither',
    'marketClicks',
    'marketImpressions',
  ),
  brandCartRate: percent(
    'Own cart rate',
    'Own cart adds as a share of own clicks.',
    'more',
    'sqpCartAdds',
    'sqpClicks',
  ),
  marketCartRate: percent(
    'Market cart rate',
    'Cart adds of the market as a share of its clicks.',
    'neither',
    'marketCartAdds',
    'marketClicks',
  ),
  brandCartToPurchaseRate: percent(
    'Own cart-to-purchase',
    'Own purchases as a share of own cart adds.',
    'more',
    'sqpPurchases',
    'sqpCartAdds',
  ),
  marketCartToPurchaseRate: percent(
    'Market cart-to-purchase',
    'Purchases of the market as a share of its cart adds.',
    'neither',
    'marketPurchases',
    'marketCartAdds',
  ),
  brandConversionRate: percent(
    'Own conversion',
    'Own purchases as a share of own clicks.',
    'more',
    'sqpPurchases',
    'sqpClicks',
  ),
  marketConversionRate: percent(
    'Market conversion',
    'Purchases of the market as a share of its clicks.',
    'neither',
    'marketPurchases',
    'marketClicks',
  ),
  shareGap: {
    label: 'Share gap',
    definition: 'Purchase share less impression share: above zero, the product wins more than it is seen.',
    unit: 'percent',
    better: 'more',
    formula: plus('+purchaseShare', '-impressionShare'),
  },
  priceGap: {
    label: 'Price gap',
    definition: 'The own price of purchases against that of the market.',
    unit: 'percent',
    better: 'neither',
    formula: computed('priceGap', 'sqpPurchasePrice', 'marketPurchasePrice'),
  },
  sqpPurchasePrice: price('Own price of purchases', 'The own median price', 'sqp'),
  marketPurchasePrice: price('Market price of purchases', 'The median price of the market', 'market'),
  sqpPurchaseValue: {
    label: 'Own purchases at their price',
    definition: 'Own purchases times their median price, which makes no sales: it weights prices.',
    unit: 'money',
    better: 'neither',
    formula: sum('search.ownPurchaseValue'),
  },
  marketPurchaseValue: {
    label: 'Market purchases at their price',
    definition: 'Purchases of all sellers times their median price, to weight prices.',
    unit: 'money',
    better: 'neither',
    formula: distinct('search.marketPurchaseValue'),
  },
  sqpPricedPurchases: {
    label: 'Own purchases with a price',
    definition: 'Own purchases of which Amazon says a median price.',
    unit: 'count',
    better: 'neither',
    formula: sum('search.ownPricedPurchases'),
  },
  marketPricedPurchases: {
    label: 'Market purchases with a price',
    definition: 'Purchases of all sellers of which Amazon says a median price.',
    unit: 'count',
    better: 'neither',
    formula: distinct('search.marketPricedPurchases'),
  },
  opportunityPurchases: {
    label: 'Purchases at market rate',
    definition:
      'Purchases beyond the own ones that the own clicks would have brought at the conversion of the market.',
    unit: 'count',
    better: 'neither',
    formula: computed('opportunity', 'sqpClicks', 'marketConversionRate', 'sqpPurchases'),
  },
  searchVolumeSubscore: {
    label: 'Search volume subscore',
    definition: 'Search volume beside the largest of the list, 0 to 1.',
    unit: 'score',
    better: 'more',
    formula: computed('relevance', 'searchQueryVolume'),
  },
  absolutePerformanceSubscore: {
    label: 'Absolute performance subscore',
    definition: 'Own purchases, cart adds, clicks and impressions beside the largest of the list, 0 to 1.',
    unit: 'score',
    better: 'more',
    formula: computed('relevance', 'sqpPurchases', 'sqpCartAdds', 'sqpClicks', 'sqpImpressions'),
  },
  sharePerformanceSubscore: {
    label: 'Share performance subscore',
    definition: 'Own shares of the market beside the largest of the list, 0 to 1.',
    unit: 'score',
    better: 'more',
    formula: computed('relevance', 'purchaseShare', 'cartAddShare', 'clickShare', 'impressionShare'),
  },
  searchQueryRelevanceScore: {
    label: 'Relevance',
    definition: 'The three subscores together: 10 % volume, 80 % absolute, 10 % share.',
    unit: 'score',
    better: 'more',
    formula: computed(
      'relevanceScore',
      'searchVolumeSubscore',
      'absolutePerformanceSubscore',
      'sharePerformanceSubscore',
    ),
  },
} as const satisfies Record<string, Metric>
