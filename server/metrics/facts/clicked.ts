import { z } from 'zod'
import { CLICKED_LEVELS, type ClickedLevel } from '#contract/lost-contribution.ts'
import type { DateRange } from '#contract/date-range.ts'
import { IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { countingAds, standingAds } from '#server/ledger/derivation/counting-ads.ts'
import { heldReadings } from '#server/ledger/held-readings.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { READING_MOMENTS } from '#server/ledger/derivation/reading-moments.ts'
import type { Services } from '#server/ledger/services.ts'

/*
 * What was clicked, as reports of advertising tell it: totals count one level of them alone, and keep nothing of the others.
 */

/** Facts files state what was spent on a product without a level. */
const LEVEL_NAMES: Record<string, ClickedLevel> = {
  SEARCH_TERM: 'SEARCH_TERM',
  TARGET: 'TARGET',
  PRODUCT: 'PRODUCT',
  '': 'PRODUCT',
}
export const clickedLevelOf = (name: string): ClickedLevel => LEVEL_NAMES[name]!

const names = Object.keys(LEVEL_NAMES)
const list = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ')
const RANK = `transform(level, [${list(names)}], [${names.map((name) => CLICKED_LEVELS.indexOf(LEVEL_NAMES[name]!)).join(', ')}], 9)`
/** Orders as totals count them: of Sponsored Products those of 7 days. */
const ORDERS = `if(upper(ad_type) NOT IN ('SB', 'SD'), ifNull(purchases_7d, purchases_14d), purchases_14d)`

export const REPORTED_ADS = {
  live: z.array(z.number()),
  ...READING_MOMENTS,
  /** All days that are read, and the periods among them. */
  from: IsoDate,
  to: IsoDate,
  periodStarts: z.array(IsoDate),
  periodEnds: z.array(IsoDate),
}
const OF_DAYS = `${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {to:Date}`
const PERIODS = `arrayJoin(arrayFilter(p -> date BETWEEN p.1 AND p.2, arrayZip({periodStarts:Array(Date)}, {periodEnds:Array(Date)})))`

const inPeriods = (where: string, choose: (where: string) => string): Sql =>
  sql.composed(`SELECT *, ${PERIODS} AS period FROM ads_daily
  WHERE ${OF_DAYS} AND ${where} AND (import_id, line_no, part) IN (${choose(`${OF_DAYS} AND ${where}`)})`)

/** Rows of advertising that stand, whatever their level, each in every period that has its day. */
export const adsIn = (where: string): Sql => inPeriods(where, standingAds)

/** Of these, the rows that totals are made of. */
export const COUNTED_ADS: Sql = inPeriods('1', countingAds)

const AD_GROUP = 'period, account_id, campaign_id, ad_group_id'

/**
 * Clicks of each period at some levels. `is_vain`: what was clicked, a search term of a keyword for one, had as many clicks in
 * the period as are too many, and no order; what does not say whether there were orders is not known to have had none. What
 * names no product is that of its ad group, where that advertises one alone. `finest`: the same spend stands in reports of
 * several levels, of which one is to be chosen for an account's advertising of one kind in a marketplace.
 */
export const clicked = (levels: 'ALL' | ClickedLevel): Sql => {
  const wanted = levels === 'ALL' ? names : names.filter((name) => LEVEL_NAMES[name] === levels)
  const standing = adsIn(`level IN (${list(wanted)})`).text
  // Of one spend, what a facts file says of products goes before a report by product, as in totals.
  const once = wanted.includes('')
    ? `SELECT * FROM (SELECT *, max(level = '') OVER (PARTITION BY period, account_id, marketplace, upper(ad_type), date) AS is_told FROM (${standing}))
      WHERE NOT (is_told AND level = 'PRODUCT')`
    : standing
  return sql.composed(`
  SELECT *, min(its_rank) OVER (PARTITION BY period, account_id, marketplace, upper(ad_type)) AS finest,
    sum(its_clicks) OVER term >= {wastedClicks:UInt32} AND sum(ifNull(its_orders, 0)) OVER term = 0
      AND countIf(isNull(its_orders) AND its_clicks > 0) OVER term = 0 AS is_vain
  FROM (
    SELECT period, account_id, toString(marketplace) AS marketplace, ad_type, campaign_id, ad_group_id, target, match_type, search_term, asin, toString(currency) AS currency,
      date AS day, assumeNotNull(cost) AS amount, ifNull(clicks, 0) AS its_clicks, ${ORDERS} AS its_orders, toString(level) AS its_level,
      ${RANK} AS its_rank, if(sku != '', toString(sku), only_sku) AS its_sku, import_id, line_no, part
    FROM (SELECT * FROM (${once}) WHERE isNotNull(cost)) AS d
    ANY LEFT JOIN (
      SELECT ${AD_GROUP}, any(toString(sku)) AS only_sku FROM (SELECT *, ${PERIODS} AS period FROM ads_daily WHERE ${OF_DAYS} AND level = 'PRODUCT' AND sku != '' AND ad_group_id != '')
      GROUP BY ${AD_GROUP} HAVING uniqExact(sku) = 1
    ) AS a USING (${AD_GROUP})
  )
  WINDOW term AS (PARTITION BY period, account_id, marketplace, campaign_id, ad_group_id, its_sku, its_rank, target, match_type, search_term)`)
}

export const CLICKED = {
  ...REPORTED_ADS,
  /** So many clicks without an order are too many. */
  wastedClicks: z.number(),
}

/** What reading clicks of some periods asks for. */
export async function clickedParams(services: Services, company: Company, periods: readonly DateRange[]) {
  const days = periods.flatMap(({ start, end }) => [start, end]).toSorted()
  return {
    ...(await heldReadings(services, company)),
    from: days[0]!,
    to: days.at(-1)!,
    periodStarts: periods.map(({ start }) => start),
    periodEnds: periods.map(({ end }) => end),
    wastedClicks: company.wastedClickThreshold,
  }
}
