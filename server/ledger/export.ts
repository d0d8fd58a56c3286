import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FACT_TABLES, FACTS, SOURCES, type FactTable, type NoteList, type Reading } from '#amazon/index.ts'
import { CALENDAR } from '#contract/date-range.ts'
import {
  getCompany,
  listAnnotations,
  listBankImports,
  listSellerAccounts,
  listTargets,
  listWeeklyNotes,
  liveImports,
  type Company,
  type SellerAccount,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { EVERYTHING, NOTHING } from '#server/ledger/changing/derivation-scope.ts'
import { countingRows } from '#server/ledger/derivation/counting-rows.ts'
import { CURRENCY_OF, Derivation } from '#server/ledger/derivation/derive.ts'
import type { DeriveContext, FactScope } from '#server/ledger/derivation/derive-context.ts'
import { effectiveMarketplace } from '#server/ledger/derivation/local-days.ts'
import { NO_PLACES } from '#server/ledger/derivation/places.ts'
import { readingMoments, type ReadingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { holdingsOf } from '#server/ledger/settlements/settlement-holdings.ts'
import { supersededSources } from '#server/ledger/settlements/settlement-sources.ts'
import { writingInto } from '#server/writing-into.ts'
import { storedFile, type Services } from './services.ts'
import { LIVE_FACTS } from './live-facts.ts'

/** So many rows are chosen, sorted and held here at once. */
const ROWS_AT_ONCE = 50_000

export interface ExportResult {
  directory: string
  files: number
  rows: number
  /** What the company has and its facts file does not carry over. */
  leftOut: { closedMonths: number; bankStatements: number }
}

/**
 * Writes what counts for a company into a directory: `facts.json` in the form that `sextant import` takes, and the files
 * as they came under `originals/`, for their owner alone. Both are complete when the function resolves; nothing half-written has
 * a final name.
 */
export async function exportCompany(
  services: Services,
  companyId: string,
  directory: string,
): Promise<ExportResult> {
  const company = await getCompany(services.accounts, companyId)
  if (!company) throw new AppError('COMPANY_UNKNOWN')
  return writingInto(directory, () => exportInto(directory, services, company))
}

async function exportInto(directory: string, services: Services, company: Company): Promise<ExportResult> {
  const companyId = company.id
  const originals = join(directory, 'originals')
  await mkdir(originals, { recursive: true, mode: 0o700 })
  const live = await liveImports(services.accounts, company)
  for (const record of live) {
    const name = `${record.id}-${nameOnDisk(record.fileName)}`
    await writeWhole(join(originals, name), storedFile(services, companyId, record.fileSha256)())
  }
  let rows = 0
  const accounts = (await listSellerAccounts(services.accounts, company)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  const attempts = { live: live.map((record) => record.attemptVersion!), moments: readingMoments(live) }
  async function* text() {
    yield `{\n"company": ${JSON.stringify(settingsOf(company))}`
    yield* list('seller_accounts', accountRows(accounts))
    for (const [name, notes] of Object.entries(await noteRows(services, company))) yield* list(name, notes)
    for (const table of TABLES) {
      const counted = (async function* () {
        for await (const row of factRows(services, company, accounts, table, attempts)) {
          rows++
          yield row
        }
      })()
      yield* list(table, counted)
    }
    yield '\n}\n'
  }
  await writeWhole(join(directory, 'facts.json'), text())
  const leftOut = {
    closedMonths: company.closedMonths.length,
    bankStatements: (await listBankImports(services.accounts, company)).length,
  }
  return { directory, files: live.length, rows, leftOut }
}

/** A file has its name once all of it is there; what is half-written goes. */
async function writeWhole(path: string, source: AsyncIterable<Uint8Array | string>): Promise<void> {
  const part = `${path}.part`
  try {
    await pipeline(source, createWriteStream(part, { mode: 0o600 }))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await rename(part, path)
}

/** Of the 255 that a name on a disk may have, what the number before it and what stands behind it meanwhile leave. */
const NAME_BYTES_MAX = 220

/** Long names lose their beginning, so that the ending stays. */
function nameOnDisk(fileName: string): string {
  const letters = Array.from(basename(fileName).replace(/[^\p{L}\p{N}._ -]/gu, '_'))
  let bytes = letters.reduce((sum, letter) => sum + Buffer.byteLength(letter), 0)
  while (bytes > NAME_BYTES_MAX) bytes -= Buffer.byteLength(letters.shift()!)
  return letters.join('')
}

type Row = Record<string, unknown>

async function* list(name: string, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<string> {
  yield `,\n"${name}": [`
  let separator = '\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n'
  }
  yield '\n]'
}

/** What a settlement states comes before its lines, which take their currency from it. */
const TABLES = FACT_TABLES.toSorted((a, b) => Number(b === 'settlements') - Number(a === 'settlements'))

const settingsOf = (company: Company): Row => ({
  establishment_country: company.establishmentCountry,
  fee_vat_recoverable: company.feeVatRecoverable,
  default_currency: company.defaultCurrency,
  fx_policy: company.fxPolicy,
  vat_rates: company.vatRates.map(({ marketplace, validFrom, rate }) => ({
    marketplace,
    valid_from: validFrom,
    rate,
  })),
  replenishment: {
    lead_time_days: company.replenishment.leadTimeDays,
    safety_days: company.replenishment.safetyDays,
    target_cover_days: company.replenishment.targetCoverDays,
    marketplace_lead_time_days: company.replenishment.marketplaceLeadTimeDays,
  },
  wasted_click_threshold: company.wastedClickThreshold,
  brand_aliases: company.brandAliases,
  ended_sales: company.endedSales.map(({ account, currency, lastDay }) => ({
    account,
    currency,
    last_day: lastDay,
  })),
  line_mappings: company.lineMappings.map((mapping) => ({
    transaction_type: mapping.transactionType,
    amount_type: mapping.amountType,
    amount_description: mapping.amountDescription,
    valid_from: mapping.validFrom,
    line: mapping.line,
  })),
})

const accountRows = (accounts: readonly SellerAccount[]): Row[] =>
  accounts.map(({ name, region, homeMarketplace }) => ({
    name,
    region,
    ...(homeMarketplace && { home_marketplace: homeMarketplace }),
  }))

/** Without who said it and when: the people of one installation are nobody in another. */
async function noteRows({ accounts }: Services, company: Company): Promise<Record<NoteList, Row[]>> {
  const { start, end } = CALENDAR
  const [targets, notes, annotations] = await Promise.all([
    listTargets(accounts, company, { from: start, to: end }),
    listWeeklyNotes(accounts, company, CALENDAR),
    listAnnotations(accounts, company),
  ])
  return {
    targets: targets.map(({ marketplace, month, amount, currency }) => ({
      ...(marketplace && { marketplace }),
      month: month.slice(0, 7),
      amount,
      currency,
    })),
    weekly_notes: notes.map(({ week, text }) => ({ week, text })),
    // A mark of the same day and words is one. In the order of their writing the copy would have another one.
    annotations: [...new Map(annotations.map(({ day, text }) => [`${day} ${text}`, { date: day, text }]))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, annotation]) => annotation),
  }
}

/** A column by which a table is cut into parts that are sorted one by one. */
const CUT_BY: Partial<Record<FactTable, string>> = {
  settlement_lines: 'order_id',
  order_items: 'order_id',
  ads_daily: 'date',
  inventory_ledger: 'date',
  sales_traffic_date: 'date',
  sales_traffic_asin_day: 'date',
  inventory_snapshots: 'date',
  // A file claims a product, so that nothing is chosen across these.
  search_query_performance: 'asin',
  exchange_rates: 'currency',
}

/** Rows that count, in an order that follows from what they say; empty cells are left out. */
async function* factRows(
  { analytics }: Services,
  company: Company,
  accounts: readonly SellerAccount[],
  table: FactTable,
  { live, moments }: { live: number[]; moments: ReadingMoments },
): AsyncGenerator<Row> {
  const superseded = await supersededSources(
    { analytics, company },
    { live, holdings: await holdingsOf(analytics, company.id, live) },
    EVERYTHING,
  )
  const context: DeriveContext = {
    live,
    moments,
    accounts: accounts.map(({ id, homeMarketplace }) => ({ id, homeMarketplace: homeMarketplace ?? '' })),
    places: NO_PLACES,
    lineMappings: [],
    vatPeriods: [],
    feeVatPeriods: [],
    held: new Set(),
    survey: { ...NOTHING, overlapping: true, hasLosses: true, hasAccountFacts: true, hasFinances: true },
    superseded,
  }
  const params = {
    ...new Derivation(EVERYTHING, context).params,
    companyId: company.id,
    exportedAccounts: accounts.map(({ id }) => id),
    accountNames: accounts.map(({ name }) => name),
  }
  const [held] = await analytics.rows<{ n: string }>(
    `SELECT count() AS n FROM (${countingRows(table, EVERYTHING, context)})`,
    { params },
  )
  const parts = CUT_BY[table] ? Math.ceil(Number(held!.n) / ROWS_AT_ONCE) : 1
  for (let part = 0; part < parts && held!.n !== '0'; part++) {
    const scope: FactScope = {
      where: parts === 1 ? '1' : `cityHash64(${CUT_BY[table]}) % {parts:UInt32} = {part:UInt32}`,
      params: { parts, part },
    }
    const rows = await analytics.rows<Record<string, string>>(
      `${selectOf(table)} AND (${scope.where}) AND (import_id, line_no, part) IN (${countingRows(table, scope, context)})
       ORDER BY ALL`,
      { params: { ...params, ...scope.params } },
    )
    for (const { account_, source_, ...cells } of rows) {
      yield {
        ...(account_ && { account: account_ }),
        ...(source_ && { source: sourceName(Number(source_)) }),
        ...Object.fromEntries(
          Object.entries(cells).flatMap(([name, value]) =>
            value === '' ? [] : [[name.slice(0, -1), value]],
          ),
        ),
      }
    }
  }
}

const sourceName = (rank: number): string | undefined =>
  Object.entries(SOURCES).find(([, itsRank]) => itsRank === rank)?.[0]

const isMoney = (table: FactTable) => table === 'settlement_lines' || table === 'order_items'

/** Everything that a row says, as text, beginning with whose it is. */
function selectOf(table: FactTable): string {
  const columns = (Object.entries(FACTS[table]) as [string, Reading][]).map(
    ([column, reading]) => `${cellOf(table, column, reading)} AS ${column}_`,
  )
  const hasSource = table === 'settlement_lines' || table === 'settlements'
  // By name: ids are drawn, and the order of an export must not hang on a draw.
  const origin = [
    `transform(toString(l.account_id), {exportedAccounts:Array(String)}, {accountNames:Array(String)}, '') AS account_`,
    ...(hasSource ? ['toString(l.source) AS source_'] : []),
  ]
  const stated =
    table === 'settlement_lines'
      ? `ANY LEFT JOIN (
           SELECT account_id AS stated_account, settlement_id AS stated_id, max(currency) AS settlement_currency FROM settlements
           WHERE ${LIVE_FACTS.text}
           GROUP BY account_id, settlement_id
         ) AS s ON l.account_id = s.stated_account AND l.settlement_id = s.stated_id`
      : ''
  return `SELECT ${[...origin, ...columns].join(', ')} FROM ${table} AS l ${stated}
    WHERE ${LIVE_FACTS.text}`
}

/** A cell as the facts file has it; empty for none. */
function cellOf(table: FactTable, column: string, reading: Reading): string {
  const own = `l.${column}`
  if (table === 'exchange_rates' && column === 'source') return 'toString(l.publisher)'
  if (column === 'marketplace' && isMoney(table))
    return `if(l.multichannel, trimRight(concat('Non-Amazon ', l.marketplace)), toString(l.marketplace))`
  if (column === 'currency' && table === 'settlement_lines')
    return `toString(multiIf(l.currency != '', l.currency, s.settlement_currency != '', s.settlement_currency, ${homeCurrency}))`
  if (column === 'currency' && table === 'order_items')
    return `toString(multiIf(l.currency != '' OR l.marketplace != '' OR l.multichannel, l.currency, ${homeCurrency}))`
  // A day without its time is exported as one.
  if (column === 'posted_at')
    return `ifNull(toString(l.posted_day), formatDateTime(l.posted_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC'))`
  if (reading === 'instant') return `ifNull(formatDateTime(${own}, '%Y-%m-%dT%H:%i:%SZ', 'UTC'), '')`
  return `ifNull(toString(${own}), '')`
}

/** Of rows that say neither where nor in which money they are. */
const homeCurrency = CURRENCY_OF.replace('effective_marketplace', effectiveMarketplace('l'))
