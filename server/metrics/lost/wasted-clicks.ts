import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import {
  CLICKED_LEVELS,
  WASTED_CLICK_DAYS,
  WASTED_CLICK_THRESHOLD,
  type ClickedLevel,
} from '#contract/lost-contribution.ts'
import { addDays, earlier, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { parseDecimal, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate as Day } from '#contract/fields.ts'
import { liveImports, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { streamsAt, streamsPerPeriod } from '#server/ledger/coverage/claims.ts'
import { lastDayOf } from '#server/ledger/coverage/covered-days.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { standingAds } from '#server/ledger/derivation/counting-ads.ts'
import { VISIBILITY, visibilityOf } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { READING_MOMENTS, readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import type { Services } from '#server/ledger/services.ts'
import { CONVERSION_PARAMS, CONVERTED, LACKS_RATE, RATES, ratesOn } from '../facts/conversion.ts'

/** A search term, target or product that was clicked often and brought no order. */
export interface WastedClicks {
  /** Empty where the clicks are of several products, or nobody knows of which. */
  sku: string
  level: ClickedLevel
  clicks: number
  cost: Decimal
}

/** Facts files state what was spent on a product without a level. */
const LEVELS: Record<string, ClickedLevel> = {
  SEARCH_TERM: 'SEARCH_TERM',
  TARGET: 'TARGET',
  PRODUCT: 'PRODUCT',
  '': 'PRODUCT',
}
const levelNames = Object.keys(LEVELS)
const levelList = levelNames.map((level) => `'${level}'`).join(', ')
const RANK = `transform(level, [${levelList}], [${levelNames.map((name) => CLICKED_LEVELS.indexOf(LEVELS[name]!)).join(', ')}], 9)`
/** Orders as totals count them: of Sponsored Products those of 7 days. */
const ORDERS = `if(upper(ad_type) NOT IN ('SB', 'SD'), ifNull(purchases_7d, purchases_14d), purchases_14d)`
const WHERE = `${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {to:Date} AND level IN (${levelList})`
const GROUP = 'account_id, campaign_id, ad_group_id'
/** So many of those that cost most. */
const ROWS_MAX = 10_000

/**
 * The same spend stands in reports of several levels: of an account's advertising of one kind in a marketplace the finest
 * counts. What names no product is that of its ad group, where that advertises one alone.
 */
const STATEMENT = `
  SELECT its_sku AS product, any(its_level) AS kind, toUInt32(sum(its_clicks)) AS times, toString(sum(${CONVERTED.text})) AS spent
  FROM (
    SELECT account_id, marketplace, campaign_id, ad_group_id, target, match_type, search_term, toString(currency) AS currency, date AS day,
      assumeNotNull(cost) AS amount, ifNull(clicks, 0) AS its_clicks, ${ORDERS} AS its_orders, toString(level) AS its_level,
      ${RANK} AS its_rank, min(its_rank) OVER (PARTITION BY account_id, marketplace, upper(ad_type)) AS finest,
      if(sku != '', toString(sku), only_sku) AS its_sku
    FROM (SELECT * FROM ads_daily WHERE ${WHERE} AND isNotNull(cost) AND (import_id, line_no, part) IN (${standingAds(WHERE)})) AS d
    ANY LEFT JOIN (
      SELECT ${GROUP}, any(toString(sku)) AS only_sku FROM ads_daily
      WHERE ${WHERE} AND level = 'PRODUCT' AND sku != '' AND ad_group_id != '' GROUP BY ${GROUP} HAVING uniqExact(sku) = 1
    ) AS a USING (${GROUP})
  ) AS l
  ANY LEFT JOIN (${RATES.text}) AS r ON ${ratesOn(sql`l.day`).text}
  WHERE its_rank = finest AND ${IN_CHOSEN_MARKETPLACES.text}
    AND ({anyProduct:Bool} OR its_sku IN {skus:Array(String)})
  GROUP BY account_id, marketplace, campaign_id, ad_group_id, its_sku, its_rank, target, match_type, search_term
  HAVING times >= {threshold:UInt32} AND sum(ifNull(its_orders, 0)) = 0
    -- What does not say whether there were orders is not known to have had none.
    AND countIf(isNull(its_orders) AND its_clicks > 0) = 0 AND countIf(${LACKS_RATE.text}) = 0 AND sum(l.amount) > 0
  ORDER BY sum(${CONVERTED.text}) DESC LIMIT ${ROWS_MAX + 1}`

const wastedClicks = defineQuery({
  name: 'wasted_clicks',
  params: z.object({
    ...VISIBILITY,
    ...CONVERSION_PARAMS,
    ...READING_MOMENTS,
    live: z.array(z.number()),
    from: Day,
    to: Day,
    ...CHOSEN_MARKETPLACES,
    anyProduct: z.boolean(),
    skus: z.array(z.string()),
    threshold: z.number(),
  }),
  row: z.object({
    product: z.string(),
    kind: z.string(),
    times: z.number(),
    spent: DecimalText.transform(parseDecimal),
  }),
  sql: sql.composed(STATEMENT),
})

interface WastedClicksAsked {
  currencyCode: string
  marketplaces: readonly string[]
  /** None: of the whole account. */
  skus: readonly string[]
  end: IsoDate
}

/** Of the last 14 days up to an end that advertising is known of; `isCut` where others cost less. */
export async function readWastedClicks(
  services: Services,
  company: Company,
  { currencyCode, marketplaces, skus, end }: WastedClicksAsked,
  signal: AbortSignal | undefined,
): Promise<{ clicks: WastedClicks[]; isCut: boolean }> {
  const streams = await streamsPerPeriod(services, company)
  const known = streamsAt(streams({ start: end, end }).ADVERTISING_BY_MARKETPLACE, marketplaces)
  const last = lastDayOf(known)
  if (last === undefined) return { clicks: [], isCut: false }
  const to = earlier(last, end)
  const days: DateRange = { start: addDays(to, 1 - WASTED_CLICK_DAYS), end: to }
  const [money, imports] = await Promise.all([
    moneyOf(services, company),
    liveImports(services.accounts, company),
  ])
  const rows = await services.analytics.run(
    wastedClicks,
    company,
    {
      live: imports.map(({ attemptVersion }) => attemptVersion!),
      ...readingMoments(imports),
      ...visibilityOf(company),
      currency: currencyCode,
      currencies: money.currencies,
      ...heldRatesOf(money),
      from: days.start,
      to: days.end,
      ...chosenMarketplaces(marketplaces),
      anyProduct: skus.length === 0,
      skus: [...skus],
      threshold: WASTED_CLICK_THRESHOLD,
    },
    signal ? { signal } : {},
  )
  const clicks = rows.slice(0, ROWS_MAX).map(({ product, kind, times, spent }) => ({
    sku: product,
    level: LEVELS[kind]!,
    clicks: times,
    cost: spent,
  }))
  return { clicks, isCut: clicks.length < rows.length }
}
