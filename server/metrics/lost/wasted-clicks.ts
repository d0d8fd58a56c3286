import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { WASTED_CLICK_DAYS, type ClickedLevel } from '#contract/lost-contribution.ts'
import { addDays, earlier, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { parseDecimal, type Decimal } from '#contract/decimal.ts'
import { DecimalText } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { streamsAt } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { lastDayOf } from '#server/ledger/coverage/covered-days.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { VISIBILITY, visibilityOf } from '#server/ledger/journal.ts'
import { holdsRows } from '#server/ledger/held-readings.ts'
import type { Services } from '#server/ledger/services.ts'
import { CLICKED, clicked, clickedLevelOf, clickedParams } from '../facts/clicked.ts'
import { CONVERSION_PARAMS, CONVERTED, LACKS_RATE, RATES, ratesOn } from '../facts/conversion.ts'

/** A search term, target or product that was clicked often and brought no order. */
export interface WastedClicks {
  /** Empty where the clicks are of several products, or nobody knows of which. */
  sku: string
  level: ClickedLevel
  clicks: number
  cost: Decimal
}

/** So many of those that cost most. */
const ROWS_MAX = 10_000

/** Of an account's advertising of one kind in a marketplace the finest level counts. */
const wastedClicks = defineQuery({
  name: 'wasted_clicks',
  params: z.object({
    ...VISIBILITY,
    ...CONVERSION_PARAMS,
    ...CLICKED,
    ...CHOSEN_MARKETPLACES,
    anyProduct: z.boolean(),
    skus: z.array(z.string()),
  }),
  row: z.object({
    product: z.string(),
    kind: z.string(),
    times: z.number(),
    spent: DecimalText.transform(parseDecimal),
    /** Of some of it nobody knows what it is in the asked currency. */
    lacksRate: z.coerce.boolean(),
    /** Currencies of all of these, whether or not they are read. */
    withoutRate: z.array(z.string()),
  }),
  sql: sql`
  SELECT its_sku AS product, any(its_level) AS kind, toUInt32(sum(its_clicks)) AS times, toString(sum(${CONVERTED})) AS spent,
    countIf(${LACKS_RATE}) > 0 AS lacksRate,
    arraySort(groupUniqArrayArray(groupUniqArrayIf(toString(l.currency), ${LACKS_RATE})) OVER ()) AS withoutRate
  FROM (${clicked('ALL')}) AS l
  ANY LEFT JOIN (${RATES}) AS r ON ${ratesOn(sql`l.day`)}
  WHERE is_vain AND its_rank = finest AND ${IN_CHOSEN_MARKETPLACES}
    AND ({anyProduct:Bool} OR its_sku IN {skus:Array(String)})
  GROUP BY account_id, marketplace, campaign_id, ad_group_id, its_sku, its_rank, target, match_type, search_term
  HAVING sum(l.amount) > 0
  ORDER BY lacksRate, sum(${CONVERTED}) DESC LIMIT ${sql.integer(ROWS_MAX + 1)}`,
})

interface WastedClicksAsked {
  currencyCode: string
  marketplaces: readonly string[]
  /** None: of the whole account. */
  skus: readonly string[]
  end: IsoDate
}

/**
 * Of the last 14 days up to an end that advertising is known of; `isCut` where others cost less. What is in a currency
 * `withoutRate` is left out.
 */
export async function readWastedClicks(
  services: Services,
  company: Company,
  { currencyCode, marketplaces, skus, end }: WastedClicksAsked,
  signal: AbortSignal | undefined,
): Promise<{ clicks: WastedClicks[]; isCut: boolean; withoutRate: string[] }> {
  const streams = await streamsPerPeriod(services, company)
  const known = streamsAt(streams({ start: end, end }).ADVERTISING, marketplaces)
  const last = lastDayOf(known)
  if (last === undefined) return { clicks: [], isCut: false, withoutRate: [] }
  const to = earlier(last, end)
  const days: DateRange = { start: addDays(to, 1 - WASTED_CLICK_DAYS), end: to }
  const [money, params, isReported] = await Promise.all([
    moneyOf(services, company),
    clickedParams(services, company, [days]),
    holdsRows(services, company, 'ads_daily'),
  ])
  if (!isReported) return { clicks: [], isCut: false, withoutRate: [] }
  const rows = await services.analytics.run(
    wastedClicks,
    company,
    {
      ...params,
      ...visibilityOf(company),
      currency: currencyCode,
      currencies: money.currencies,
      ...heldRatesOf(money),
      ...chosenMarketplaces(marketplaces),
      anyProduct: skus.length === 0,
      skus: [...skus],
    },
    { signal },
  )
  const converted = rows.filter(({ lacksRate }) => !lacksRate)
  const clicks = converted.slice(0, ROWS_MAX).map(({ product, kind, times, spent }) => ({
    sku: product,
    level: clickedLevelOf(kind),
    clicks: times,
    cost: spent,
  }))
  return { clicks, isCut: clicks.length < converted.length, withoutRate: rows[0]?.withoutRate ?? [] }
}
