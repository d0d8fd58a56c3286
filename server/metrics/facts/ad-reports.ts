import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { DecimalText } from '#contract/fields.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { copyable, defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { VISIBILITY, visibilityOf } from '#server/ledger/journal.ts'
import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { holdsRows } from '#server/ledger/held-readings.ts'
import type { Services } from '#server/ledger/services.ts'
import { adsIn, CLICKED, clicked, clickedParams, COUNTED_ADS, REPORTED_ADS } from './clicked.ts'
import type { MeasureKey } from './measured-sums.ts'
import { CONVERSION_PARAMS, CONVERTED, LACKS_RATE, RATES, ratesOn } from './conversion.ts'

/*
 * What is told of all days of a period together: which search terms brought no order in it, and which campaigns were shown; and
 * what reports say of campaigns, which are not the reports that totals are made of. Sums of days do not say either, so it is read
 * from the reports, each period by itself.
 */

const WASTED = 'advertising.wastedCost'
const CAMPAIGNS = 'advertising.activeCampaigns'
const BUDGET = 'advertising.budget'
const AT_TOP = 'advertising.topOfSearchImpressions'
const WITH_SHARE = 'advertising.impressionsWithShare'
export const AD_REPORT_MEASURES = [
  WASTED,
  CAMPAIGNS,
  BUDGET,
  AT_TOP,
  WITH_SHARE,
] as const satisfies readonly Measure[]
type AdReportMeasure = (typeof AD_REPORT_MEASURES)[number]

export const isOfAdReports = (measure: Measure): measure is AdReportMeasure =>
  (AD_REPORT_MEASURES as readonly Measure[]).includes(measure)

const PRODUCTS = { anyProduct: z.boolean(), skus: z.array(z.string()) }
const PERIOD = sql`toString(period.1) AS start, toString(period.2) AS end`

/** Search terms alone: targets and products that were clicked in vain are told by other reports of the same spend. */
const wastedCost = defineQuery({
  name: 'wasted_cost',
  params: z.object({ ...VISIBILITY, ...CONVERSION_PARAMS, ...CLICKED, ...CHOSEN_MARKETPLACES, ...PRODUCTS }),
  row: z.object({
    start: z.string(),
    end: z.string(),
    marketplace: z.string(),
    sku: z.string(),
    currency: z.string(),
    amount: DecimalText.transform(parseDecimal),
    unconverted: DecimalText.transform(parseDecimal),
  }),
  sql: sql`
    WITH ${LACKS_RATE} AS lacks_rate
    SELECT ${PERIOD}, l.marketplace AS marketplace, its_sku AS sku, if(lacks_rate, l.currency, '') AS currency_,
      currency_ AS currency, toString(sumIf(${CONVERTED}, is_vain)) AS amount,
      toString(sumIf(toDecimal256(l.amount, 27), is_vain AND lacks_rate)) AS unconverted
    FROM (${clicked('SEARCH_TERM')}) AS l
    ANY LEFT JOIN (${RATES}) AS r ON ${ratesOn(sql`l.day`)}
    WHERE ${IN_CHOSEN_MARKETPLACES} AND ({anyProduct:Bool} OR its_sku IN {skus:Array(String)})
    GROUP BY period, marketplace, sku, currency_`,
})

/** Of campaigns that reports name with their impressions. */
const CAMPAIGN_ROWS = sql`SELECT * FROM (${adsIn('1')}) WHERE (campaign_id != '' OR campaign_name != '') AND isNotNull(impressions)`

/** As older downloads of the console know campaigns. One that another report knows by its id is that one. */
const NAMED_ALONE = sql`(account_id, toString(marketplace), toString(campaign_name))`
const IDENTIFIED = sql`campaign_name != '' AND campaign_id != ''`

const campaignsBy = (name: string, key: Sql, where: Sql) =>
  defineQuery({
    name: `campaigns_by_${name}`,
    params: z.object({ ...REPORTED_ADS, ...CHOSEN_MARKETPLACES, ...PRODUCTS }),
    row: z.object({ start: z.string(), end: z.string(), key: z.string(), campaigns: z.coerce.number() }),
    sql: sql`
      SELECT ${PERIOD}, ${key} AS key, uniqExactIf((account_id, campaign_id), campaign_id != '' AND impressions > 0)
        + uniqExactIf(${NAMED_ALONE}, campaign_name != '' AND (campaign_id != '' OR impressions > 0)) - uniqExactIf(${NAMED_ALONE}, ${IDENTIFIED}) AS campaigns
      FROM (${CAMPAIGN_ROWS})
      WHERE ${IN_CHOSEN_MARKETPLACES} AND ({anyProduct:Bool} OR sku IN {skus:Array(String)}) AND ${where}
      GROUP BY period, key`,
  })
const campaigns = {
  total: campaignsBy('total', sql`''`, sql`1`),
  marketplace: campaignsBy('marketplace', sql`toString(marketplace)`, sql`1`),
  sku: campaignsBy('sku', sql`toString(sku)`, sql`sku != ''`),
}

/** Downloads of the console know campaigns by their names alone. */
const CAMPAIGN = sql`if(campaign_id != '', toString(campaign_id), toString(campaign_name))`

/**
 * Of each campaign and day one row of those that say something of the campaign: budgets stand on every one of them. Rows without a
 * level come first, as in totals.
 */
const campaignDays = (where: Sql): Sql => sql`
  SELECT * EXCEPT (marketplace, ad_type, sku), toString(marketplace) AS marketplace, upper(ad_type) AS ad_type, '' AS sku,
    ${CAMPAIGN} AS campaign
  FROM (${adsIn(`level IN ('', 'CAMPAIGN')`)})
  WHERE campaign != '' AND ${where}
  ORDER BY level, import_id DESC, line_no, part LIMIT 1 BY period, account_id, marketplace, ad_type, date, campaign`

/** Days of which it is said what their campaigns might spend: a day's budget, or nothing where they were not enabled. */
const BUDGETS = sql`
  SELECT *, date AS day, campaign_status = 'ENABLED' AS is_enabled, if(is_enabled, assumeNotNull(campaign_budget), toDecimal64(0, 9)) AS amount
  FROM (${campaignDays(sql`marketplace != '' AND campaign_status != ''`)})
  WHERE NOT is_enabled OR (campaign_budget_type = 'DAILY_BUDGET' AND isNotNull(campaign_budget))`

/**
 * `gaps`: rows of ad spend on campaigns' days of which it is not said. Spend is compared with budgets, which would be those of
 * a part of it. Rows without a marketplace may be of any.
 */
const budgets = defineQuery({
  name: 'campaign_budgets',
  params: z.object({
    ...VISIBILITY,
    ...CONVERSION_PARAMS,
    ...REPORTED_ADS,
    ...CHOSEN_MARKETPLACES,
    anyProduct: z.boolean(),
  }),
  row: z.object({
    start: z.string(),
    end: z.string(),
    marketplace: z.string(),
    currency: z.string(),
    amount: DecimalText.transform(parseDecimal),
    unconverted: DecimalText.transform(parseDecimal),
    gaps: z.coerce.number(),
  }),
  sql: sql`
    WITH ${LACKS_RATE} AS lacks_rate
    SELECT ${PERIOD}, l.marketplace AS marketplace, if(lacks_rate, l.currency, '') AS currency_, currency_ AS currency,
      toString(sum(${CONVERTED})) AS amount, toString(sumIf(toDecimal256(l.amount, 27), lacks_rate)) AS unconverted, sum(l.gap) AS gaps
    FROM (
      SELECT period, marketplace, day, toString(currency) AS currency, amount, 0 AS gap FROM (${BUDGETS})
      UNION ALL
      SELECT period, toString(marketplace), date, '', toDecimal64(0, 9), 1
      FROM (${COUNTED_ADS})
      WHERE cost != 0 AND (account_id, toString(marketplace), upper(ad_type), date, ${CAMPAIGN})
        NOT IN (SELECT account_id, marketplace, ad_type, date, campaign FROM (${BUDGETS}))
    ) AS l
    ANY LEFT JOIN (${RATES}) AS r ON ${ratesOn(sql`l.day`)}
    WHERE {anyProduct:Bool} AND (${IN_CHOSEN_MARKETPLACES} OR marketplace = '')
    GROUP BY period, marketplace, currency_`,
})

/** Shares of a day weigh as much as the campaign was shown. */
const SHARES = sql`
  SELECT *, date AS day, toDecimal64(assumeNotNull(top_of_search_share) * assumeNotNull(impressions), 9) AS at_top, toDecimal64(assumeNotNull(impressions), 9) AS with_share
  FROM (${campaignDays(sql`isNotNull(top_of_search_share) AND isNotNull(impressions)`)})`

const shares = defineQuery({
  name: 'top_of_search',
  params: z.object({ ...REPORTED_ADS, ...CHOSEN_MARKETPLACES, anyProduct: z.boolean() }),
  row: z.object({
    start: z.string(),
    end: z.string(),
    marketplace: z.string(),
    atTop: DecimalText.transform(parseDecimal),
    withShare: DecimalText.transform(parseDecimal),
  }),
  sql: sql`
    SELECT ${PERIOD}, marketplace, toString(sum(at_top)) AS atTop, toString(sum(with_share)) AS withShare
    FROM (${SHARES})
    WHERE {anyProduct:Bool} AND ${IN_CHOSEN_MARKETPLACES}
    GROUP BY period, marketplace`,
})

export interface AdReportsQuestion {
  measures: readonly Measure[]
  by: MeasureKey
  currencyCode: string
  marketplaces: readonly string[]
  /** None: all of them, and what has none. */
  skus: readonly string[]
  parentOf?: ReadonlyMap<string, string> | undefined
  periods: readonly DateRange[]
}

export interface AdReports {
  /** Null of what no report says anything about. */
  of(measure: AdReportMeasure, period: DateRange, key: string | undefined): AdReportSum | null
}
interface AdReportSum {
  amount: Decimal
  /** Money without a rate, by its currency. */
  unconverted: ReadonlyMap<string, Decimal>
  /** Budgets of some of the campaigns that cost something, and not of all. */
  isPart: boolean
}

const paramsOf = async (
  services: Services,
  company: Company,
  { currencyCode, marketplaces, skus, periods }: Omit<AdReportsQuestion, 'measures' | 'by'>,
) => {
  const [money, params] = await Promise.all([
    moneyOf(services, company),
    clickedParams(services, company, periods),
  ])
  return {
    ...visibilityOf(company),
    ...params,
    currency: currencyCode,
    currencies: money.currencies,
    ...heldRatesOf(money),
    ...chosenMarketplaces(marketplaces),
    anyProduct: skus.length === 0,
    skus: [...skus],
  }
}

/** A statement for each measure, of all periods; one for both of what was shown at the top of search. */
export async function readAdReports(
  services: Services,
  company: Company,
  question: AdReportsQuestion,
  signal: AbortSignal | undefined,
): Promise<AdReports> {
  const { measures, by, parentOf } = question
  if (!(await holdsRows(services, company, 'ads_daily'))) return { of: () => null }
  const params = await paramsOf(services, company, question)
  const options = { signal }
  const { analytics } = services
  // Nobody tells them of a product or of a kind of ad.
  const isOfCampaigns = by === 'total' || by === 'marketplace'
  const isAsked = (...some: AdReportMeasure[]) => some.some((measure) => measures.includes(measure))
  const [terms, shown, budgeted, atTop] = await Promise.all([
    measures.includes(WASTED) ? analytics.run(wastedCost, company, params, options) : [],
    // What several products of a parent share is no sum of theirs, and no kind of ad is told by itself.
    measures.includes(CAMPAIGNS) && by !== 'parent' && by !== 'adType'
      ? analytics.run(campaigns[by], company, params, options)
      : [],
    isOfCampaigns && isAsked(BUDGET) ? analytics.run(budgets, company, params, options) : [],
    isOfCampaigns && isAsked(AT_TOP, WITH_SHARE) ? analytics.run(shares, company, params, options) : [],
  ])
  const keyOf = ({ marketplace, sku }: (typeof terms)[number]): string =>
    ({
      total: WHOLE,
      adType: WHOLE,
      marketplace,
      sku,
      parent: sku === '' ? '' : (parentOf?.get(sku) ?? UNBRANDED),
    })[by]
  const placeOf = (measure: Measure, period: DateRange, key: string) =>
    [measure, period.start, period.end, key].join('\t')
  const sums = new Map<string, { amount: Decimal; unconverted: Map<string, Decimal> }>()
  const add = (place: string, amount: Decimal, currency: string, unconverted: Decimal) => {
    const sum = sums.get(place) ?? { amount: ZERO, unconverted: new Map<string, Decimal>() }
    sum.amount += amount
    if (unconverted !== ZERO)
      sum.unconverted.set(currency, (sum.unconverted.get(currency) ?? ZERO) + unconverted)
    sums.set(place, sum)
  }
  for (const term of terms)
    for (const key of new Set([keyOf(term), WHOLE]))
      add(placeOf(WASTED, term, key), term.amount, term.currency, term.unconverted)
  for (const { key, campaigns: count, ...period } of shown)
    add(placeOf(CAMPAIGNS, period, by === 'total' ? WHOLE : key), parseDecimal(String(count)), '', ZERO)
  const keysOf = ({ marketplace }: { marketplace: string }) =>
    by === 'total' ? [WHOLE] : [marketplace, WHOLE]
  for (const row of budgeted)
    for (const key of keysOf(row)) add(placeOf(BUDGET, row, key), row.amount, row.currency, row.unconverted)
  for (const row of atTop)
    for (const key of keysOf(row)) {
      add(placeOf(AT_TOP, row, key), row.atTop, '', ZERO)
      add(placeOf(WITH_SHARE, row, key), row.withShare, '', ZERO)
    }
  const gaps = budgeted.filter((row) => row.gaps > 0)
  const hasGaps = (period: DateRange, key: string) =>
    gaps.some(
      ({ start, end, marketplace }) =>
        start === period.start &&
        end === period.end &&
        (key === WHOLE || marketplace === key || marketplace === ''),
    )
  return {
    of(measure, period, key = WHOLE) {
      const sum = sums.get(placeOf(measure, period, key))
      return sum ? { ...sum, isPart: measure === BUDGET && hasGaps(period, key) } : null
    },
  }
}

/** No key has a line break. */
const WHOLE = '\n'

export interface AdReportRows {
  measures: readonly Measure[]
  params: z.ZodRawShape
  rows: Sql
}

/**
 * Rows of reports as rows of the journal of measures: each of a search term that brought nothing, one of each campaign or its
 * day. Each kind by itself, because all in one statement take the engine seconds to plan.
 */
export const adReportRows = (inPlaces: Sql): Record<string, AdReportRows> => ({
  wasted: {
    measures: [WASTED],
    params: CLICKED,
    rows: sql`
  SELECT 'advertising' AS fact, 'ANY' AS level, day, marketplace, its_sku AS sku, asin, 'cost' AS measure, 'advertising.wastedCost' AS counts_as,
    currency, toDecimal64(amount, 9) AS amount, import_id, line_no, part, toInt64(1) AS times
  FROM (${clicked('SEARCH_TERM')})
  WHERE is_vain AND ${inPlaces}`,
  },
  campaigns: {
    measures: [CAMPAIGNS],
    params: REPORTED_ADS,
    rows: sql`
  SELECT 'advertising', 'ANY', day, marketplace, sku, asin, 'impressions', 'advertising.activeCampaigns', '', toDecimal64(1, 9), import_id, line_no, part, toInt64(1)
  FROM (
    SELECT date AS day, toString(marketplace) AS marketplace, toString(sku) AS sku, asin, import_id, line_no, part
    FROM (${CAMPAIGN_ROWS})
    WHERE impressions > 0 AND ${inPlaces}
      AND (campaign_id != '' OR ${NAMED_ALONE} NOT IN (SELECT ${NAMED_ALONE} FROM (${CAMPAIGN_ROWS}) WHERE ${IDENTIFIED}))
    ORDER BY date, import_id, line_no, part LIMIT 1 BY account_id, if(campaign_id != '', '', marketplace), ${CAMPAIGN}
  )`,
  },
  budgets: {
    measures: [BUDGET],
    params: REPORTED_ADS,
    rows: sql`
  SELECT 'advertising', 'ANY', day, marketplace, sku, '', 'budget', 'advertising.budget', toString(currency), amount, import_id, line_no, part, toInt64(1)
  FROM (${BUDGETS})
  WHERE is_enabled AND ${inPlaces}`,
  },
  shares: {
    measures: [AT_TOP, WITH_SHARE],
    params: REPORTED_ADS,
    rows: sql`
  SELECT 'advertising', 'ANY', day, marketplace, sku, '', said.1, concat('advertising.', said.1) AS counts_as, '', said.2, import_id, line_no, part, toInt64(1)
  FROM (SELECT *, arrayJoin([('topOfSearchImpressions', at_top), ('impressionsWithShare', with_share)]) AS said FROM (${SHARES}))
  WHERE has({measures:Array(String)}, counts_as) AND ${inPlaces}`,
  },
})

/** SQL with its values of what these come to in a period: `measure, amount, withoutRate`. */
export async function adReportStatements(
  services: Services,
  company: Company,
  question: AdReportsQuestion,
): Promise<string[]> {
  const asked = question.measures.filter(isOfAdReports)
  if (asked.length === 0) return []
  const params = { ...(await paramsOf(services, company, question)), companyId: company.id }
  const share = (measure: Measure, column: 'atTop' | 'withShare') =>
    `SELECT '${measure}' AS measure, ${column} AS amount, '' AS withoutRate FROM (${shares.text})`
  const amounts: Record<AdReportMeasure, string> = {
    [WASTED]: `SELECT '${WASTED}' AS measure, amount, if(unconverted = '0', '', currency) AS withoutRate FROM (${wastedCost.text})`,
    [CAMPAIGNS]: `SELECT '${CAMPAIGNS}' AS measure, toString(campaigns) AS amount, '' AS withoutRate FROM (${campaigns.total.text})`,
    [BUDGET]: `SELECT '${BUDGET}' AS measure, amount, if(unconverted = '0', '', currency) AS withoutRate
      FROM (SELECT *, sum(gaps) OVER () AS all_gaps FROM (${budgets.text})) WHERE all_gaps = 0`,
    [AT_TOP]: share(AT_TOP, 'atTop'),
    [WITH_SHARE]: share(WITH_SHARE, 'withShare'),
  }
  return asked.map((measure) => copyable(amounts[measure], params))
}
