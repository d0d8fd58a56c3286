/** Which products the catalogue is asked about, and what it answers, as a file. */
import { CATALOGUE_ITEMS_MAX, type AmazonDocument, type SellingPartnerApi } from '#amazon/index.ts'
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** What the catalogue said so many days ago is asked again. */
const KEPT_DAYS = 30

/**
 * ASINs that files of the company name in a marketplace and of which no file says what the catalogue has, or one of long ago;
 * those first of which most units were ordered.
 */
export async function uncatalogued(
  services: Services,
  company: Company,
  marketplace: string,
  limit: number,
): Promise<string[]> {
  const live = await liveVersions(services.accounts, company)
  const where = `${LIVE_FACTS.text} AND marketplace = {marketplace:String}`
  const rows = await services.analytics.rows<{ asin: string }>(
    `SELECT toString(its_asin) AS asin
    FROM (
      SELECT asin AS its_asin, sum(ifNull(quantity, 0)) AS units FROM order_items WHERE ${where} GROUP BY asin
      UNION ALL
      SELECT toString(asin), 0 FROM listings WHERE ${where} GROUP BY asin
      UNION ALL
      SELECT child_asin, 0 FROM sales_traffic_asin_day WHERE ${where} GROUP BY child_asin
    )
    WHERE match(its_asin, '^[A-Z0-9]{10}$')
      AND its_asin NOT IN (SELECT asin FROM catalogue_items WHERE ${where} AND snapshot_date > {since:Date})
    GROUP BY its_asin
    ORDER BY sum(units) DESC, its_asin
    LIMIT {limit:UInt32}`,
    {
      params: {
        companyId: company.id,
        live,
        marketplace,
        since: addDays(today(services), -KEPT_DAYS),
        limit,
      },
    },
  )
  return rows.map(({ asin }) => asin)
}

/** What the catalogue has of some ASINs: which were asked for stands before its items, since it leaves out what it does not know. */
export async function catalogueDocument(
  api: Pick<SellingPartnerApi, 'catalogItems'>,
  marketplace: string,
  day: IsoDate,
  asins: readonly string[],
): Promise<AmazonDocument> {
  const items: object[] = []
  for (let start = 0; start < asins.length; start += CATALOGUE_ITEMS_MAX)
    items.push(...(await api.catalogItems(marketplace, asins.slice(start, start + CATALOGUE_ITEMS_MAX))))
  const asked = { marketplaceId: marketplaceOf(marketplace)!.amazonId, day, asins }
  const lines = items.map((item) => JSON.stringify(item)).join(',\n')
  const text = `{"asked":${JSON.stringify(asked)},\n"items":[\n${lines}\n]}\n`
  return {
    bytes: (async function* () {
      yield Buffer.from(text)
    })(),
  }
}
