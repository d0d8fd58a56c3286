import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import {
  PRODUCT_SEARCH_DAYS,
  PRODUCT_SEARCH_METRICS,
  PRODUCT_SEARCHES_MAX,
} from '#contract/dashboards/product-drawer.ts'
import { addDays, earlier } from '#contract/date-range.ts'
import { parseDecimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { ALL_CONVERTED, evaluator, measuresOf, NO_LACKS, type Figure } from '#contract/metrics/evaluate.ts'
import type { ProductInput, ProductSearches } from '#contract/product-drawer.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { streamsAt } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { lastDayOf } from '#server/ledger/coverage/covered-days.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { valueOf } from '#server/metrics/cells.ts'

/** Of weeks and months that lie whole within the days; the market of a query stands once with each product. */
const productSearches = defineQuery({
  name: 'product_searches',
  params: z.object({
    ...VISIBILITY,
    from: IsoDate,
    to: IsoDate,
    ...CHOSEN_MARKETPLACES,
    sku: z.string(),
    names: z.array(z.string()),
    limit: z.number(),
  }),
  row: z.object({
    query: z.string(),
    names: z.array(z.string()),
    amounts: z.array(DecimalText.transform(parseDecimal)),
    total: z.coerce.number(),
  }),
  sql: sql`
    SELECT search_query AS query, groupArray(name) AS names, groupArray(toString(amount)) AS amounts, count() OVER () AS total
    FROM (
      SELECT search_query, toString(measure) AS name, sum(toDecimal128(measures.amount, 9) * n) AS amount
      FROM measures
      WHERE company_id = {companyId:String} AND fact = 'search' AND level IN ('ANY', 'PRODUCT') AND measure IN {names:Array(String)}
        AND sku = {sku:String} AND day BETWEEN {from:Date} AND {to:Date} AND toInt32(day) - days + 1 >= toInt32({from:Date})
        AND ${VISIBLE} AND ${IN_CHOSEN_MARKETPLACES}
      GROUP BY search_query, name HAVING sum(n) != 0)
    GROUP BY query
    ORDER BY sumIf(amount, name = 'ownPurchases') DESC, sumIf(amount, name = 'ownClicks') DESC,
      sumIf(amount, name = 'ownImpressions') DESC, query
    LIMIT {limit:UInt32}`,
})

/** What shoppers searched for who saw a product, of the last weeks with reports. */
export async function searchesOf(
  services: Services,
  company: Company,
  { sku, marketplaces = [] }: ProductInput,
  signal: AbortSignal | undefined,
): Promise<ProductSearches> {
  const yesterday = addDays(today(services), -1)
  const streams = (await streamsPerPeriod(services, company))({ start: yesterday, end: yesterday })
  const last = lastDayOf(streamsAt(streams.SEARCHES, marketplaces))
  if (last === undefined) return null
  const to = earlier(last, yesterday)
  const from = addDays(to, 1 - PRODUCT_SEARCH_DAYS)
  const rows = await services.analytics.run(
    productSearches,
    company,
    {
      ...visibilityOf(company),
      from,
      to,
      ...chosenMarketplaces(marketplaces),
      sku,
      names: [...measuresOf(PRODUCT_SEARCH_METRICS)].map((measure) => measure.split('.')[1]!),
      limit: PRODUCT_SEARCHES_MAX,
    },
    { signal },
  )
  return {
    period: { startDate: from, endDate: to },
    rows: rows.map(({ query, names, amounts }) => {
      const figure = evaluator((measure): Figure => {
        const place = names.indexOf(measure.split('.')[1]!)
        return {
          value: place < 0 ? null : amounts[place]!,
          lacks: NO_LACKS,
          unconverted: ALL_CONVERTED,
          isShared: false,
        }
      })
      return {
        query,
        metrics: Object.fromEntries(
          PRODUCT_SEARCH_METRICS.map((id) => [id, valueOf(figure(id))]),
        ) as NonNullable<ProductSearches>['rows'][number]['metrics'],
      }
    }),
    total: rows[0]?.total ?? 0,
  }
}
