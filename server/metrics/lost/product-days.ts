import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { streamsIn } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { ORDERS_ARE_TOLD, TOLD_ORDERS, toldOrders } from '../facts/told-orders.ts'
import type { ProductDay } from './lost-days.ts'

const amount = DecimalText.transform(parseDecimal)
const rows = z.coerce.number()

const sumOf = (fact: Sql, measure: Sql): Sql =>
  sql`toString(sumIf(amount, fact = ${fact} AND measure = ${measure}))`
const rowsOf = (fact: Sql, measure: Sql): Sql =>
  sql`sumIf(row_count, fact = ${fact} AND measure = ${measure})`

/** What reports say of products day by day; of stock in whichever of the marketplaces. */
const productDays = defineQuery({
  name: 'product_days',
  params: z.object({
    ...VISIBILITY,
    from: IsoDate,
    to: IsoDate,
    ...CHOSEN_MARKETPLACES,
    skus: z.array(z.string()),
    ...TOLD_ORDERS,
  }),
  row: z.object({
    sku: z.string(),
    day: AnsweredDate,
    sold: amount,
    untold: rows,
    available: amount,
    snapshots: rows,
    stranded: amount,
    strandedRows: rows,
    sessions: amount,
    visitedRows: rows,
    unitsOrdered: amount,
    pageViews: amount,
    offerRows: rows,
    featuredOfferPageViews: amount,
  }),
  sql: sql`
    SELECT toString(product) AS sku, toString(local_day) AS day, * EXCEPT (product, local_day) FROM (
    SELECT sku AS product, day AS local_day,
      ${sumOf(sql`'orders'`, sql`'quantity'`)} AS sold, countIf(fact IN ('stock', 'stranded') AND NOT ${ORDERS_ARE_TOLD}) AS untold,
      ${sumOf(sql`'stock'`, sql`'available'`)} AS available, ${rowsOf(sql`'stock'`, sql`'available'`)} AS snapshots,
      ${sumOf(sql`'stranded'`, sql`'units'`)} AS stranded, ${rowsOf(sql`'stranded'`, sql`'units'`)} AS strandedRows,
      ${sumOf(sql`'traffic'`, sql`'sessions'`)} AS sessions, ${rowsOf(sql`'traffic'`, sql`'sessions'`)} AS visitedRows,
      ${sumOf(sql`'traffic'`, sql`'unitsOrdered'`)} AS unitsOrdered,
      ${sumOf(sql`'traffic'`, sql`'pageViewsOfOffers'`)} AS pageViews, ${rowsOf(sql`'traffic'`, sql`'pageViewsOfOffers'`)} AS offerRows,
      ${sumOf(sql`'traffic'`, sql`'featuredOfferPageViews'`)} AS featuredOfferPageViews
    FROM measures_by_product
    WHERE company_id = {companyId:String} AND fact IN ('orders', 'stock', 'stranded', 'traffic') AND level IN ('ANY', 'PRODUCT')
      AND measure IN ('quantity', 'available', 'units', 'sessions', 'unitsOrdered', 'pageViewsOfOffers', 'featuredOfferPageViews')
      AND day BETWEEN {from:Date} AND {to:Date} AND ${VISIBLE} AND sku IN {skus:Array(String)}
      AND ${IN_CHOSEN_MARKETPLACES}
    GROUP BY product, local_day)
    ORDER BY sku, day`,
})

export interface ProductDaysAsked {
  marketplaces: readonly string[]
  skus: readonly string[]
  range: DateRange
}

/** The days of products on which any report says something, in order. */
export async function readProductDays(
  services: Services,
  company: Company,
  { marketplaces, skus, range }: ProductDaysAsked,
  signal: AbortSignal | undefined,
): Promise<Map<string, ProductDay[]>> {
  const byProduct = new Map<string, ProductDay[]>(skus.map((sku) => [sku, []]))
  if (skus.length === 0) return byProduct
  const streams = await streamsPerPeriod(services, company)
  const orders = streamsIn(streams(range).ORDER, marketplaces)
  const found = await services.analytics.run(
    productDays,
    company,
    {
      ...visibilityOf(company),
      from: range.start,
      to: range.end,
      ...chosenMarketplaces(marketplaces),
      skus: [...skus],
      ...toldOrders(orders),
    },
    { signal },
  )
  const claims = orders.flatMap((stream) => stream.claims)
  const isCovered = (day: string) => claims.some(({ start, end }) => start <= day && day <= end)
  const said = (value: Decimal, rowCount: number) => (rowCount > 0 ? value : null)
  for (const row of found)
    byProduct.get(row.sku)!.push({
      day: row.day,
      // Where its stock lies nobody may know of its orders, though they are known elsewhere.
      sold: row.sold === ZERO && (row.untold > 0 || !isCovered(row.day)) ? null : row.sold,
      available: said(row.available, row.snapshots),
      stranded: said(row.stranded, row.strandedRows),
      sessions: said(row.sessions, row.visitedRows),
      unitsOrdered: said(row.unitsOrdered, row.visitedRows),
      pageViews: said(row.pageViews, row.offerRows),
      featuredOfferPageViews: said(row.featuredOfferPageViews, row.offerRows),
    })
  return byProduct
}
