import { addDays, CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import { marketplaceOf, MARKETPLACES } from '#contract/marketplaces.ts'
import {
  COVERED_ADS,
  SOURCES,
  type Covered,
  type CoveredAds,
  type CoveredTable,
  type FactTable,
} from '#amazon/index.ts'
import type { PNL_BASES } from '#contract/profit-and-loss.ts'
import {
  listSellerAccounts,
  liveRequests,
  type Company,
  type ImportRequest,
  type SellerAccount,
} from '#server/accounts/index.ts'
import { gapsIn, merged, without, type Claim, type Stream } from './covered-days.ts'
import { withEnds, type Sold } from './ended-streams.ts'
import { CURRENCY_OF } from '#server/ledger/derivation/derive.ts'
import {
  effectiveMarketplace,
  EVERY_MARKETPLACE,
  homesOf,
  localDay,
  statedDays,
} from '#server/ledger/derivation/local-days.ts'
import { heldTables, tablesAmong } from '#server/ledger/held-tables.ts'
import { perImport } from '#server/ledger/per-import.ts'
import type { Services } from '#server/ledger/services.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { companyPlaces, settledMarketplace } from '#server/ledger/derivation/places.ts'
import { holdingsOf, type SettlementHoldings } from '#server/ledger/settlements/settlement-holdings.ts'
import { IN_COUNTING_PERIODS } from '#server/ledger/derivation/counting-searches.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { localDay as localDayAt, timeZoneOf } from '#server/local-time.ts'

/**
 * What each side of the statement is covered by, and each fact beside it. Of sales and traffic there are two reports, and the one
 * by product may tell sales alone; stock is known on the days of its snapshots.
 */
export type Streams = Record<
  | (typeof PNL_BASES)[number]
  | 'ADVERTISING'
  | 'STOCK'
  | 'RETURNS'
  | 'TRAFFIC'
  | 'TRAFFIC_BY_PRODUCT'
  | 'VISITS_BY_PRODUCT'
  | 'STOCK_SNAPSHOTS'
  | 'STOCK_AGES'
  | 'STRANDED_STOCK'
  | 'SEARCH_TERMS'
  | 'SEARCHES',
  Stream[]
>

/** What rows of the reports are that say of which days they are: others of the same ads are no substitute. */
const ADS: Record<CoveredAds, string> = {
  sponsored_brands: `ad_type = 'SB' AND level = 'CAMPAIGN'`,
  sponsored_display: `ad_type = 'SD' AND level = 'PRODUCT'`,
}

/** Of which each stream is of one marketplace. */
export const OF_MARKETPLACES: readonly (keyof Streams)[] = [
  'ADVERTISING',
  'SEARCH_TERMS',
  'TRAFFIC',
  'TRAFFIC_BY_PRODUCT',
  'VISITS_BY_PRODUCT',
  'STOCK_SNAPSHOTS',
  'STOCK_AGES',
  'STRANDED_STOCK',
  'SEARCHES',
]

const STATED = `FROM settlements WHERE ${LIVE_FACTS.text} AND start_at IS NOT NULL AND end_at IS NOT NULL`
const IS_STATED = { isStartStated: true, isEndStated: true }

/** The local day of a moment, in a SELECT that knows an `effective_marketplace`. */
const localDayOf = (moment: string): string => localDay(moment, 'effective_marketplace', EVERY_MARKETPLACE)

const MONEY = `if(r.currency != '', r.currency, ${CURRENCY_OF})`
/** Stock has none: the ledger of an account is one, wherever its stock lies. */
const HOME_MONEY = CURRENCY_OF.replace(
  'effective_marketplace',
  `transform(r.account_id, {accountIds:Array(String)}, {homes:Array(String)}, '')`,
)

/** First and last local day of the rows of a table, by file (or day by day), account, marketplace and currency. */
function spansOf(
  kind: Span['kind'],
  table: string,
  day: string,
  {
    where = '1',
    money = MONEY,
    marketplace = effectiveMarketplace('r'),
    by = 'import_id',
    since = day,
  }: Partial<Record<'where' | 'money' | 'marketplace' | 'by' | 'since', string>> = {},
): string {
  return `SELECT '${kind}' AS kind, toString(any(import_id)) AS importId, toString(account_id) AS accountId, toString(own_marketplace) AS marketplace, toString(money) AS currency,
    toString(min(since)) AS start, toString(max(day)) AS end
  FROM (
    SELECT import_id, account_id, marketplace AS own_marketplace, ${marketplace} AS effective_marketplace,
      ${money} AS money, ${since} AS since, ${day} AS day
    FROM (SELECT * FROM ${table} WHERE ${LIVE_FACTS.text} AND ${where}) AS r
  )
  GROUP BY ${by}, accountId, marketplace, currency`
}

/** What an import says of each day by itself, whatever others say of it. */
const BY_DAY = 'import_id, day'

interface Span {
  kind: keyof Streams | CoveredAds
  /** One of those that have these days. */
  importId: string
  accountId: string
  marketplace: string
  currency: string
  start: string
  end: string
}

/** Of the reports of advertising that say what was searched for. */
const SEARCH_TERM_SPANS = spansOf('SEARCH_TERMS', 'ads_daily', 'date', { where: `level = 'SEARCH_TERM'` })

/** Ads of which reports of their own are asked for. */
const OTHER_ADS_SPANS = COVERED_ADS.map((ads) => spansOf(ads, 'ads_daily', 'date', { where: ADS[ads] }))

const TRANSACTION_SPANS = spansOf(
  'TRANSACTION',
  'settlement_lines',
  `ifNull(posted_day, ${localDayOf('posted_at')})`,
  {
    // Days of transactions that were asked for are said: those beyond them are not whole.
    where: `(account_id, settlement_id) NOT IN (SELECT account_id, settlement_id ${STATED})
      AND NOT (source = ${SOURCES.FINANCES} AND import_id IN (SELECT import_id FROM coverage WHERE ${LIVE_FACTS.text} AND table_name = 'settlement_lines'))`,
    marketplace: settledMarketplace('r'),
  },
)

/** Of every other table that is a source, import by import. */
const SPANS: Partial<Record<FactTable, readonly string[]>> = {
  order_items: [
    spansOf(
      'ORDER',
      'order_items',
      `if(isNotNull(purchased_day), assumeNotNull(purchased_day), assumeNotNull(${localDayOf('purchased_at')}))`,
      { where: '(isNotNull(purchased_day) OR isNotNull(purchased_at))' },
    ),
  ],
  ads_daily: [spansOf('ADVERTISING', 'ads_daily', 'date'), SEARCH_TERM_SPANS, ...OTHER_ADS_SPANS],
  inventory_ledger: [spansOf('STOCK', 'inventory_ledger', 'date', { money: HOME_MONEY })],
  returns: [spansOf('RETURNS', 'returns', 'return_date', { money: HOME_MONEY })],
  sales_traffic_date: [spansOf('TRAFFIC', 'sales_traffic_date', 'date')],
  sales_traffic_asin_day: [
    spansOf('TRAFFIC_BY_PRODUCT', 'sales_traffic_asin_day', 'date'),
    spansOf('VISITS_BY_PRODUCT', 'sales_traffic_asin_day', 'date', {
      where: '(isNotNull(sessions) OR isNotNull(page_views))',
    }),
  ],
  inventory_snapshots: [
    spansOf('STOCK_SNAPSHOTS', 'inventory_snapshots', 'date', {
      money: CURRENCY_OF,
      by: BY_DAY,
    }),
  ],
  inventory_planning: [
    spansOf('STOCK_AGES', 'inventory_planning', 'date', { money: CURRENCY_OF, by: BY_DAY }),
  ],
  stranded_inventory: [
    spansOf('STRANDED_STOCK', 'stranded_inventory', 'date', {
      money: CURRENCY_OF,
      by: BY_DAY,
    }),
  ],
}

/** Which weeks and months count depends on those of all imports. */
const SEARCH_SPANS = spansOf('SEARCHES', 'search_query_performance', 'end_date', {
  where: IN_COUNTING_PERIODS,
  since: 'start_date',
  by: 'since, day',
})

/** What imports state and hold, each by itself. `SETTLEMENT` states its days, `SAID` those of a table that rows are whole of. */
type ImportClaim = Omit<Span, 'kind'> & { kind: Span['kind'] | 'SETTLEMENT' | `SAID ${Covered}` }

const STATED_BY_IMPORTS = `
  SELECT 'SETTLEMENT' AS kind, toString(import_id) AS importId, toString(account_id) AS accountId, '' AS marketplace,
    toString(currency) AS currency, toString(start_at) AS start, toString(end_at) AS end ${STATED}
  UNION ALL
  SELECT concat('SAID ', toString(table_name)) AS kind, toString(import_id) AS importId, toString(account_id) AS accountId,
    toString(marketplace) AS marketplace, '' AS currency, toString(start_date) AS start, toString(end_date) AS end
  FROM coverage WHERE ${LIVE_FACTS.text}`

const readClaims = perImport(
  async ({ accounts }, company) => homesOf(await listSellerAccounts(accounts, company)),
  async ({ analytics }, { id }, params) => {
    const tables = Object.keys(SPANS) as FactTable[]
    const held = await tablesAmong(analytics, id, params.live, tables)
    const spans = tables.filter((table) => held.has(table)).flatMap((table) => SPANS[table]!)
    return analytics.rows<ImportClaim>([STATED_BY_IMPORTS, ...spans].join('\nUNION ALL\n'), { params })
  },
)

/** Told apart: what settlements and other files say of their days, and the days of rows. */
async function claimsOfImports(services: Services, company: Company) {
  const claims = await readClaims(services, company)
  return {
    stated: claims.filter(({ kind }) => kind === 'SETTLEMENT'),
    said: claims.flatMap(({ kind, currency: _none, ...one }) =>
      isSaid(kind) ? [{ ...one, table: kind.slice(SAID.length) as Covered }] : [],
    ),
    spans: claims.filter((claim): claim is Span => claim.kind !== 'SETTLEMENT' && !isSaid(claim.kind)),
  }
}
const SAID = 'SAID '
const isSaid = (kind: ImportClaim['kind']): kind is `SAID ${Covered}` => kind.startsWith(SAID)

/** Whether each line is of a settlement that states its days, so that lines say nothing more. */
function statesAll({ lines, stated }: SettlementHoldings): boolean {
  const keyOf = (of: { accountId: string; settlementId: string }) => `${of.accountId} ${of.settlementId}`
  const withDays = new Set(
    stated.filter(({ startAt, endAt }) => startAt !== null && endAt !== null).map(keyOf),
  )
  return lines.every((line) => withDays.has(keyOf(line)))
}

/**
 * The claims of everything that counts. A settlement claims its start to its end. What states no days of its own (a
 * date-range export, a facts file, orders) claims those of its first to its last row.
 */
export const streamsOf = async (services: Services, company: Company): Promise<Streams> =>
  (await claimsOf(services, company)).streams

/** By account and currency, the last day of a settlement, of a line or of an order. What is said of days without rows is no sale. */
export const soldOf = async (services: Services, company: Company): Promise<readonly Sold[]> =>
  (await claimsOf(services, company)).sold

const claimsOf = perVersion(
  async (services, company): Promise<{ streams: Streams; sold: Sold[] }> => {
    const { analytics, accounts } = services
    const [requests, sellerAccounts, places, ofImports] = await Promise.all([
      liveRequests(accounts, company),
      listSellerAccounts(accounts, company),
      companyPlaces(services, company),
      claimsOfImports(services, company),
    ])
    const attempts = requests.map(({ attemptVersion }) => attemptVersion!)
    const [held, holdings] = await Promise.all([
      heldTables(analytics, company.id, attempts),
      holdingsOf(analytics, company.id, attempts),
    ])
    const params = { companyId: company.id, live: attempts, ...homesOf(sellerAccounts), ...places }
    const ofAll = [
      ...(statesAll(holdings) ? [] : [TRANSACTION_SPANS]),
      ...(held.has('search_query_performance') ? [SEARCH_SPANS] : []),
    ]
    const spans = [
      ...ofImports.spans,
      ...(ofAll.length === 0 ? [] : await analytics.rows<Span>(ofAll.join('\nUNION ALL\n'), { params })),
    ]
    const { stated, said } = ofImports
    const requestOf = new Map(
      requests.map(({ attemptVersion, requested }) => [`${attemptVersion}`, requested]),
    )
    const untold = untoldAds(said, spans)
    const homeOf = (accountId: string) =>
      sellerAccounts.find(({ id }) => id === accountId)?.homeMarketplace ?? ''
    const byKind = (kind: keyof Streams): Held[] => {
      const ofKind = said.filter(({ table }) => isTableOf(kind, table))
      const isFetched = ({ importId }: { importId: string }) => requestOf.get(importId)?.fetched !== undefined
      const asked = spannedBy(ofKind.filter(isFetched))
      const stated = ofKind
        .flatMap((row) => (kind === 'ADVERTISING' && isFetched(row) ? without(row, untold(row)) : [row]))
        .map((row) => ({ ...row, ...IS_STATED, currency: currencyOf(kind, row, sellerAccounts) }))
      const ofRows = spans
        .filter((span) => span.kind === kind)
        .flatMap((span) => claimed(span, requestOf.get(span.importId), asked.get(placeOf(span)), homeOf))
      return [...ofRows, ...stated]
    }
    const of = (kind: keyof Streams, together = merged): Stream[] =>
      streams(
        sellerAccounts,
        byKind(kind),
        OF_MARKETPLACES.includes(kind) ? ofMarketplace : ofCurrency,
        together,
      )
    const settled = stated.map((row) => ({
      ...row,
      ...statedDays(row, sellerAccounts),
      ...IS_STATED,
      marketplace: '',
    }))
    const found: Streams = {
      TRANSACTION: streams(sellerAccounts, [...byKind('TRANSACTION'), ...settled]),
      ORDER: of('ORDER'),
      STOCK: of('STOCK'),
      ADVERTISING: of('ADVERTISING').map(asUnbroken),
      SEARCH_TERMS: of('SEARCH_TERMS').map(asUnbroken),
      RETURNS: of('RETURNS').map((stream) => ofItsRegion(asUnbroken(stream), sellerAccounts)),
      TRAFFIC: of('TRAFFIC'),
      TRAFFIC_BY_PRODUCT: of('TRAFFIC_BY_PRODUCT'),
      VISITS_BY_PRODUCT: of('VISITS_BY_PRODUCT'),
      STOCK_SNAPSHOTS: of('STOCK_SNAPSHOTS'),
      STOCK_AGES: of('STOCK_AGES'),
      STRANDED_STOCK: of('STRANDED_STOCK'),
      SEARCHES: of('SEARCHES', inOrder),
    }
    const withRows = spans.filter(({ kind }) => kind === 'TRANSACTION' || kind === 'ORDER')
    const sold = streams(sellerAccounts, [...withRows, ...settled]).map(
      ({ accountId, account, currency, claims }): Sold => ({
        accountId,
        account,
        currency,
        lastDay: claims.at(-1)!.end,
      }),
    )
    return { streams: withEnds(found, sold, company.endedSales), sold }
  },
  ({ streams: found, sold }) =>
    Object.values(found)
      .flat()
      .reduce((sum, { claims }) => sum + claims.length, sold.length),
)

/** Between the question and the answer that Amazon dates. */
const MADE_WITHIN_MS = 3_600_000

/**
 * What rows claim, from the first of them to the last. Those of a file of changes are of any age, and say of no day before it that
 * they are all, nor of the one on which it was asked for. Where it is said what was asked for, a file that was fetched says of no
 * later day that it is whole, and of none of these: of a report that Amazon could not make, others of the same days are no substitute.
 */
function claimed(
  span: Span,
  { fetched, changedSince, madeAt }: Pick<ImportRequest, 'fetched' | 'changedSince' | 'madeAt'> = {},
  asked: DateRange | undefined,
  homeOf: (accountId: string) => string,
): Held[] {
  if (changedSince !== undefined) {
    const start = later(span.start, changedSince)
    const timeZone = timeZoneOf(span.marketplace || homeOf(span.accountId))
    const over = madeAt && addDays(localDayAt(new Date(Date.parse(madeAt) - MADE_WITHIN_MS), timeZone), -1)
    const end = over === undefined ? span.end : earlier(span.end, over)
    return start > end ? [] : [{ ...span, start, end, isEndStated: end === over }]
  }
  if (fetched === undefined || !asked) return [span]
  const end = earlier(span.end, addDays(asked.start, -1))
  return span.start > end ? [] : [{ ...span, end }]
}

const placeOf = ({ accountId, marketplace }: Place) => `${accountId} ${marketplace}`

type Place = Pick<Held, 'accountId' | 'marketplace'>

/**
 * Days of an account and marketplace of which reports of other ads than Sponsored Products did not come: days between those that
 * others are said to be of, days after the last and, where there are such ads at all, days before the first.
 */
function untoldAds(
  said: readonly ({ table: Covered } & Place & DateRange)[],
  spans: readonly Span[],
): (of: Place) => DateRange[] {
  const untold = new Map<string, DateRange[]>()
  for (const ads of COVERED_ADS) {
    const stated = said.filter(({ table }) => table === ads).map((one) => ({ ...one, ...IS_STATED }))
    const ofRows = spans.filter(({ kind }) => kind === ads)
    const places = new Set(stated.map(placeOf))
    for (const place of places) {
      const isHere = (one: Place) => placeOf(one) === place
      const rows = ofRows
        .filter(isHere)
        .map((span) => ({ ...span, isStartStated: false, isEndStated: false }))
      const claims: Claim[] = [...stated.filter(isHere), ...rows]
      const told = unbroken(merged(claims as [Claim, ...Claim[]]))
      const before = { start: CALENDAR.start, end: addDays(told[0].start, -1) }
      const after = { start: addDays(told.at(-1)!.end, 1), end: CALENDAR.end }
      untold.set(place, [
        ...(untold.get(place) ?? []),
        ...(rows.length > 0 ? [before] : []),
        ...gapsIn(told),
        after,
      ])
    }
  }
  return (of) => untold.get(placeOf(of)) ?? []
}

/** From the first to the last day of those that are of an account and marketplace. */
function spannedBy(held: readonly (DateRange & Place)[]): Map<string, DateRange> {
  const spans = new Map<string, DateRange>()
  for (const one of held) {
    const place = placeOf(one)
    const known = spans.get(place) ?? one
    spans.set(place, { start: earlier(known.start, one.start), end: later(known.end, one.end) })
  }
  return spans
}

/** How far reimbursements reach is asked where losses are told. */
const KIND_OF_TABLE = {
  settlement_lines: 'TRANSACTION',
  order_items: 'ORDER',
  returns: 'RETURNS',
  inventory_ledger: 'STOCK',
  ads_daily: 'ADVERTISING',
  sales_traffic_date: 'TRAFFIC',
  sales_traffic_asin_day: 'TRAFFIC_BY_PRODUCT',
  search_query_performance: 'SEARCHES',
} as const satisfies Record<Exclude<CoveredTable, 'reimbursements'>, keyof Streams>

/** What is said of the days of traffic by product is said of its visits too. */
const isTableOf = (kind: keyof Streams, table: Covered): boolean =>
  table in KIND_OF_TABLE &&
  KIND_OF_TABLE[table as keyof typeof KIND_OF_TABLE] ===
    (kind === 'VISITS_BY_PRODUCT' ? 'TRAFFIC_BY_PRODUCT' : kind)

/** As the rows of that kind have it: those without money are in that of their account. */
function currencyOf(
  kind: keyof Streams,
  { accountId, marketplace }: { accountId: string; marketplace: string },
  sellerAccounts: readonly SellerAccount[],
): string {
  const home = sellerAccounts.find(({ id }) => id === accountId)?.homeMarketplace
  const place = kind === 'RETURNS' || kind === 'STOCK' ? (home ?? marketplace) : marketplace
  return marketplaceOf(place)?.currency ?? ''
}

type Held = {
  accountId: string
  currency: string
  marketplace: string
  start: string
  end: string
} & Partial<Claim>

const ofCurrency = ({ accountId, currency }: Held) => `${accountId} ${currency}`
/** Reports that are of one marketplace each. */
const ofMarketplace = ({ accountId, marketplace, currency }: Held) =>
  `${accountId} ${marketplace} ${currency}`

/** Weeks and months stay what they are: what lies in a part of one is not known. None of them overlap. */
const inOrder = (claims: readonly [Claim, ...Claim[]]) =>
  claims.toSorted((a, b) => (a.start < b.start ? -1 : 1)) as [Claim, ...Claim[]]

function streams(
  sellerAccounts: readonly SellerAccount[],
  held: readonly Held[],
  keyOf = ofCurrency,
  together = merged,
): Stream[] {
  const groups = new Map<string, [Held, ...Held[]]>()
  for (const claim of held) {
    const key = keyOf(claim)
    const group = groups.get(key)
    if (group) group.push(claim)
    else groups.set(key, [claim])
  }
  return [...groups.values()].map((group) => ({
    accountId: group[0].accountId,
    account: sellerAccounts.find(({ id }) => id === group[0].accountId)?.name ?? '',
    currency: group[0].currency,
    marketplaces: [...new Set(group.map(({ marketplace }) => marketplace).filter(Boolean))],
    claims: together(
      group.map(({ start, end, isStartStated = false, isEndStated = false }) => ({
        start,
        end,
        isStartStated,
        isEndStated,
      })) as [Claim, ...Claim[]],
    ),
  }))
}

/**
 * Campaigns spend nothing on many days, and nothing comes back: days between two files are no sign of a missing one, unless both
 * say of which days they are.
 */
function unbroken([first, ...rest]: Stream['claims']): [Claim, ...Claim[]] {
  const claims: [Claim, ...Claim[]] = [{ ...first }]
  for (const claim of rest) {
    const last = claims.at(-1)!
    if (last.isEndStated && claim.isStartStated) claims.push({ ...claim })
    else Object.assign(last, { end: claim.end, isEndStated: claim.isEndStated })
  }
  return claims
}
const asUnbroken = (stream: Stream): Stream => ({ ...stream, claims: unbroken(stream.claims) })

/** A report of returns is of all marketplaces of its account, and its rows name none. */
function ofItsRegion(stream: Stream, sellerAccounts: readonly SellerAccount[]): Stream {
  const { region } = sellerAccounts.find(({ name }) => name === stream.account) ?? {}
  const ofRegion = MARKETPLACES.filter((marketplace) => marketplace.region === region)
  return {
    ...stream,
    marketplaces: [...new Set([...stream.marketplaces, ...ofRegion.map(({ code }) => code)])],
  }
}

/** The streams that a question is about. */
export function streamsIn(streams: readonly Stream[], marketplaces: readonly string[] = []): Stream[] {
  if (marketplaces.length === 0) return [...streams]
  const currencies = marketplaces.map((code) => marketplaceOf(code)?.currency)
  return streams.filter(
    (stream) =>
      currencies.includes(stream.currency) || stream.marketplaces.some((code) => marketplaces.includes(code)),
  )
}

/** Reports that are of marketplaces; one that names none is of all of its currency. */
export const streamsAt = (streams: readonly Stream[], marketplaces: readonly string[]): Stream[] =>
  streams.filter(
    (stream) =>
      marketplaces.length === 0 ||
      (stream.marketplaces.length > 0
        ? stream.marketplaces.some((code) => marketplaces.includes(code))
        : marketplaces.some((code) => marketplaceOf(code)?.currency === stream.currency)),
  )
