import type { z } from 'zod'
import { REGIONS } from '#contract/marketplaces.ts'
import { endedSalesId } from '#contract/company-settings.ts'
import { addDays, later, type DateRange } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import { SOURCES } from '#amazon/index.ts'
import { listSellerAccounts, liveRequests, tables, type Company } from '#server/accounts/index.ts'
import { and, eq } from 'drizzle-orm'
import { soldOf } from './claims.ts'
import { gapsIn } from './covered-days.ts'
import type { Sold } from './ended-streams.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import { homesOf, PURCHASED_DAY, statedDays } from '#server/ledger/derivation/local-days.ts'
import { perImport } from '#server/ledger/per-import.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { companyPlaces, postedDay, withSettledMarketplace } from '#server/ledger/derivation/places.ts'
import type { Services } from '#server/ledger/services.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

type CoverageAnswer = z.infer<typeof Coverage>

const SOURCE_LABELS: Record<string, string> = {
  SETTLEMENT_V2: 'Settlement reports',
  SETTLEMENT_WIDE: 'Settlement reports (wide)',
  DATE_RANGE: 'Date-range transactions',
  FINANCES: 'Finances',
  FACTS: 'Facts files',
  order_items: 'Orders',
  returns: 'Returns',
  ads_daily: 'Advertising',
  inventory_ledger: 'Inventory ledger',
  sales_traffic_date: 'Sales and traffic',
  sales_traffic_asin_day: 'Sales and traffic by ASIN',
  inventory_snapshots: 'Stock snapshots',
  search_query_performance: 'Search query performance',
  product_costs: 'Product costs',
  exchange_rates: 'Exchange rates',
  fee_estimates: 'Fee estimates',
  listings: 'Listings',
  catalogue_items: 'Product catalogue',
  inventory_planning: 'Age of stock',
  stranded_inventory: 'Stranded stock',
  storage_fees: 'Storage fees by product',
  aged_fees: 'Aged inventory surcharges',
  reimbursements: 'Reimbursements',
  removal_orders: 'Removal orders',
  removal_shipments: 'Removal shipments',
  vat_transactions: 'VAT transactions',
}

const sourceNames = (column: string) =>
  `transform(${column}, [${Object.values(SOURCES).join(', ')}], [${Object.keys(SOURCES)
    .map((name) => `'${name}'`)
    .join(', ')}], '')`

const MARKETPLACES_OF = `groupUniqArrayIf(toString(marketplace), marketplace != '')`
/** Marketplaces, and their last days as days since 1970. */
const REACH = 'Tuple(Array(String), Array(Int32))'
const OTHER_SOURCES: readonly { table: string; day: string; codes: string; since?: string }[] = [
  {
    table: 'order_items',
    day: `assumeNotNull(${PURCHASED_DAY})`,
    codes: MARKETPLACES_OF,
  },
  { table: 'returns', day: 'return_date', codes: MARKETPLACES_OF },
  { table: 'ads_daily', day: 'date', codes: MARKETPLACES_OF },
  { table: 'inventory_ledger', day: 'date', codes: MARKETPLACES_OF },
  { table: 'sales_traffic_date', day: 'date', codes: MARKETPLACES_OF },
  { table: 'sales_traffic_asin_day', day: 'date', codes: MARKETPLACES_OF },
  { table: 'inventory_snapshots', day: 'date', codes: MARKETPLACES_OF },
  { table: 'listings', day: 'snapshot_date', codes: MARKETPLACES_OF },
  { table: 'catalogue_items', day: 'snapshot_date', codes: MARKETPLACES_OF },
  { table: 'inventory_planning', day: 'date', codes: MARKETPLACES_OF },
  { table: 'stranded_inventory', day: 'date', codes: MARKETPLACES_OF },
  { table: 'storage_fees', day: 'toLastDayOfMonth(month)', codes: MARKETPLACES_OF, since: 'month' },
  { table: 'aged_fees', day: 'date', codes: MARKETPLACES_OF },
  { table: 'reimbursements', day: 'date', codes: MARKETPLACES_OF },
  { table: 'removal_orders', day: 'date', codes: MARKETPLACES_OF },
  { table: 'removal_shipments', day: 'date', codes: MARKETPLACES_OF },
  { table: 'vat_transactions', day: 'date', codes: MARKETPLACES_OF },
  {
    table: 'search_query_performance',
    day: 'end_date',
    codes: MARKETPLACES_OF,
    // Each week and month stands for itself, whatever else is in its file.
    since: 'start_date',
  },
  { table: 'exchange_rates', day: 'rate_date', codes: '[]' },
]

/** What one import holds of one source. */
interface FileDays {
  importId: string
  source: string
  accountId: string
  marketplaces: string[]
  rows: string
  start: string
  end: string
  /** The last day with a row of each marketplace, as days since 1970. */
  reach: [marketplaces: string[], days: number[]]
}

const placingOf = async (services: Services, company: Company) =>
  homesOf(await listSellerAccounts(services.accounts, company))

/** Lines of settlements may follow a marketplace that another file tells. */
const daysOfLines = perImport(
  async (services, company) => ({
    ...(await placingOf(services, company)),
    ...(await companyPlaces(services, company)),
  }),
  ({ analytics }, _company, params) => analytics.rows<FileDays>(DAYS_OF_LINES, { params }),
)
const daysOfOthers = perImport(placingOf, ({ analytics }, _company, params) =>
  analytics.rows<FileDays>(DAYS_OF_OTHERS, { params }),
)

// A file covers the days from its first row to its last: a day between them without a row is one without events.
const DAYS_OF_LINES = `
  SELECT toString(import_id) AS importId, ${sourceNames('settlement_lines.source')} AS source, account_id AS accountId,
    ${MARKETPLACES_OF} AS marketplaces, toString(count()) AS rows, toString(min(${postedDay()})) AS start, toString(max(${postedDay()})) AS end,
    CAST(([], []), '${REACH}') AS reach
  FROM ${withSettledMarketplace(`${LIVE_FACTS.text}`)}
  GROUP BY importId, source, accountId`

const DAYS_OF_OTHERS = OTHER_SOURCES.map(
  ({ table, day, codes, since }) => `
  SELECT toString(import_id) AS importId, '${table}' AS source, account_id AS accountId, ${codes} AS marketplaces, toString(count()) AS rows,
    toString(min(${since ?? day})) AS start, toString(max(${day})) AS end,
    ${codes === MARKETPLACES_OF ? `CAST(maxMap([toString(marketplace)], [toInt32(${day})]), '${REACH}')` : `CAST(([], []), '${REACH}')`} AS reach
  FROM ${table} WHERE ${LIVE_FACTS.text}
  GROUP BY importId, accountId${since ? `, ${since}, ${day}` : ''}`,
).join('\n  UNION ALL')

interface SourceDays {
  source: string
  accountId: string
  marketplaces: string[]
  rows: number
  /** First and last day of each import. */
  spans: DateRange[]
  reaches: Map<string, number>
  importIds: Set<string>
}

function bySource(files: readonly FileDays[]): SourceDays[] {
  const sources = new Map<string, SourceDays>()
  for (const { importId, source, accountId, marketplaces, rows, start, end, reach } of files) {
    const key = `${source} ${accountId}`
    const one = sources.get(key) ?? {
      source,
      accountId,
      marketplaces: [],
      rows: 0,
      spans: [],
      reaches: new Map<string, number>(),
      importIds: new Set<string>(),
    }
    sources.set(key, one)
    one.marketplaces = [...new Set([...one.marketplaces, ...marketplaces])]
    one.rows += Number(rows)
    one.spans.push({ start, end })
    one.importIds.add(importId)
    for (const [index, marketplace] of reach[0].entries())
      one.reaches.set(marketplace, Math.max(one.reaches.get(marketplace) ?? -Infinity, reach[1][index]!))
  }
  return [...sources.values()]
}

/** What each source covers, day by day, and what is missing between settlements. */
export const coverage = perVersion(
  async (services, company): Promise<CoverageAnswer> => {
    const { analytics, accounts } = services
    const imports = await liveRequests(accounts, company)
    const live = imports.map((row) => row.attemptVersion!)
    const names = await listSellerAccounts(accounts, company)
    const params = { companyId: company.id, live, ...visibilityOf(company) }
    const [days, held, files, sold, settlements, published] = await Promise.all([
      dataDays(services, company),
      analytics.rows<{ kind: string; code: string }>(
        `SELECT 'marketplace' AS kind, toString(marketplace) AS code, sum(row_count) AS n FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND marketplace != '' GROUP BY code HAVING n > 0
       UNION ALL
       SELECT 'currency' AS kind, toString(currency) AS code, sum(row_count) AS n FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND currency != '' GROUP BY code HAVING n > 0
       ORDER BY n DESC`,
        { params },
      ),
      Promise.all([daysOfLines(services, company), daysOfOthers(services, company)]),
      soldOf(services, company),
      analytics.rows<{ accountId: string; currency: string; start: string; end: string }>(
        `SELECT DISTINCT account_id AS accountId, currency, toString(start_at) AS start, toString(end_at) AS end
       FROM settlements WHERE ${LIVE_FACTS.text} AND start_at IS NOT NULL AND end_at IS NOT NULL
       ORDER BY accountId, currency, start`,
        { params },
      ),
      accounts.db
        .select({ at: tables.publications.publishedAt })
        .from(tables.publications)
        .where(
          and(
            eq(tables.publications.companyId, company.id),
            eq(tables.publications.version, company.publishedVersion),
          ),
        ),
    ])
    const sources = bySource(files.flat())
    const nameOf = (id: string) => names.find((account) => account.id === id)?.name ?? ''
    const finishedAt = new Map(
      imports.map(({ attemptVersion, finishedAt: at }) => [String(attemptVersion), at?.toISOString()]),
    )
    // Ids of accounts are drawn at random.
    const inOrder = sources.toSorted(
      (a, b) => a.source.localeCompare(b.source) || nameOf(a.accountId).localeCompare(nameOf(b.accountId)),
    )
    return {
      firstDay: days?.start ?? null,
      lastDay: days?.end ?? null,
      marketplaces: held.filter((row) => row.kind === 'marketplace').map((row) => row.code),
      currencies: held.filter((row) => row.kind === 'currency').map((row) => row.code),
      version: company.publishedVersion,
      publishedAt: published[0]?.at.toISOString() ?? null,
      connectedRegions: REGIONS.filter((region) =>
        names.some(
          (account) => account.region === region && sources.some((source) => source.accountId === account.id),
        ),
      ),
      sales: salesIn(sold, company.endedSales),
      sources: inOrder.map((source) => {
        const isSettlement = source.source.startsWith('SETTLEMENT')
        const periods = settlements
          .filter(({ accountId }) => accountId === source.accountId)
          .map((settlement) => ({ ...statedDays(settlement, names), currency: settlement.currency }))
        return {
          source: source.source,
          label: SOURCE_LABELS[source.source] ?? source.source,
          account: nameOf(source.accountId),
          marketplaces: source.marketplaces.toSorted(),
          rows: source.rows,
          ranges: isSettlement && periods.length ? merged(periods) : merged(source.spans),
          reaches: [...source.reaches]
            .filter(([marketplace]) => marketplace !== '')
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([marketplace, day]) => ({ marketplace, lastDay: addDays('1970-01-01', day) })),
          importedAt:
            [...source.importIds]
              .flatMap((id) => finishedAt.get(id) ?? [])
              .toSorted((a, b) => (a < b ? -1 : 1))
              .at(-1) ?? null,
          gaps: isSettlement ? gapsOf(periods) : [],
        }
      }),
    }
  },
  ({ sources }) =>
    sources.reduce((sum, { ranges, reaches, gaps }) => sum + ranges.length + reaches.length + gaps.length, 0),
)

function salesIn(sold: readonly Sold[], endedSales: Company['endedSales']): CoverageAnswer['sales'] {
  const said = new Map(endedSales.map((one) => [endedSalesId(one), one]))
  const unsold = new Map(said)
  for (const one of sold) unsold.delete(endedSalesId(one))
  return [
    ...sold.map((one) => ({ ...one, saidToEnd: said.get(endedSalesId(one))?.lastDay ?? null })),
    ...[...unsold.values()].map((one) => ({ ...one, lastDay: null, saidToEnd: one.lastDay })),
  ]
    .map(({ account, currency, lastDay, saidToEnd }) => ({ account, currency, lastDay, saidToEnd }))
    .toSorted((a, b) => (endedSalesId(a) < endedSalesId(b) ? -1 : 1))
}

/** Days with amounts in the ledger, from the first to the last. */
async function dataDays({ analytics }: Services, company: Company): Promise<DateRange | null> {
  const [row] = await analytics.rows<{ start: string; end: string; n: string }>(
    `SELECT toString(min(day)) AS start, toString(max(day)) AS end, count() AS n FROM (
       SELECT day, sum(row_count) AS net FROM ledger_by_day
       WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND ${PUBLISHED.text} GROUP BY day HAVING net > 0)`,
    { params: { companyId: company.id, ...visibilityOf(company) } },
  )
  return row && row.n !== '0' ? { start: row.start, end: row.end } : null
}

/** Periods that touch or overlap become one. A settlement ends within the day on which the next begins. */
function merged(periods: readonly DateRange[]): DateRange[] {
  const result: DateRange[] = []
  for (const period of periods.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = result.at(-1)
    if (last && period.start <= addDays(last.end, 1)) last.end = later(last.end, period.end)
    else result.push({ start: period.start, end: period.end })
  }
  return result
}

/** Days between the settlements of one currency that no file holds. */
const gapsOf = (periods: readonly (DateRange & { currency: string })[]): DateRange[] =>
  [...new Set(periods.map(({ currency }) => currency))].flatMap((currency) =>
    gapsIn(merged(periods.filter((period) => period.currency === currency))),
  )
