import { FACT_TABLES, SOURCES, type FactTable } from '#amazon/index.ts'
import { listSellerAccounts, type Company, type CompanySettings } from '#server/accounts/index.ts'
import { Derivation, FEE_VAT_COUNTRIES, type DeriveContext, type FactScope } from './derive.ts'
import { append, replace, rollUp, visibilityOf, VISIBLE, type JournalWriter } from './journal.ts'
import { MAPPING_VERSION, mapLine, type MappingSource } from './mapping.ts'
import { standardRates, vatPeriods, writeRates } from './rates.ts'
import { today, type Services } from './services.ts'

/** A change of what counts for a company: imports that come or go, settings that differ. */
export interface Change {
  /** Attempts whose facts count after the change. */
  live: number[]
  /** Attempts that came (an import) or went (an undo). */
  changed: number[]
  settings: Pick<CompanySettings, 'establishmentCountry' | 'feeVatRecoverable' | 'fxPolicy'>
  settingsChanged: boolean
}

const MAPPING_SOURCE: Record<number, MappingSource> = {
  [SOURCES.SETTLEMENT_V2]: 'settlement_v2',
  [SOURCES.SETTLEMENT_WIDE]: 'settlement_wide',
  [SOURCES.DATE_RANGE]: 'date_range',
  [SOURCES.FINANCES]: 'finances',
  [SOURCES.FACTS]: 'any',
}

/** Facts whose change may change what any row of the ledger says. */
const TOUCHES_EVERYTHING: readonly FactTable[] = ['product_costs', 'vat_rates']

/**
 * Writes, under the writer's version, everything that the change makes different: ledger, roll-ups, rates. Nothing of it
 * is seen until the version is published.
 */
export async function applyChange(services: Services, writer: JournalWriter, change: Change): Promise<void> {
  const touched = await tablesOf(writer, change.changed)
  const before = change.live.filter((id) => !change.changed.includes(id))
  const touchesEverything = change.settingsChanged || TOUCHES_EVERYTHING.some((table) => touched.has(table))
  if (touched.has('settlement_lines')) await mapNewNames(writer, change.live)
  const context = await deriveContext(services, writer, change)
  const isFirst = before.length === 0 && !(await hasLedger(writer))

  if (touchesEverything && !isFirst) await replaceEverything(writer, context)
  else if (touched.has('settlement_lines')) await settlementLines(writer, context, change, isFirst)

  const held = await tablesOf(writer, change.live)
  const related = touchesEverything || touched.has('settlement_lines')
  if (touched.has('returns') || (related && held.has('returns'))) await replaceFeed(writer, context, 'RETURN')
  if (touched.has('ads_daily')) await replaceFeed(writer, context, 'ADS')
  if (touched.has('exchange_rates') || change.settingsChanged || isFirst) {
    await writeRates(writer, change.live, today(services), change.settings.fxPolicy)
  }
  await rollUp(writer)
}

/** Fact tables in which these attempts have readable rows. */
async function tablesOf({ analytics, company }: JournalWriter, attempts: number[]): Promise<Set<FactTable>> {
  if (attempts.length === 0) return new Set()
  const found = await analytics.rows<{ t: FactTable }>(
    FACT_TABLES.map(
      (table) =>
        `SELECT '${table}' AS t FROM (SELECT 1 FROM ${table} WHERE company_id = {companyId:String} AND import_id IN {attempts:Array(UInt64)} AND problem = '' LIMIT 1)`,
    ).join('\nUNION ALL\n'),
    { params: { companyId: company.id, attempts } },
  )
  return new Set(found.map((row) => row.t))
}

async function hasLedger({ analytics, company }: JournalWriter): Promise<boolean> {
  const rows = await analytics.rows(`SELECT 1 FROM ledger WHERE company_id = {companyId:String} AND ${VISIBLE} LIMIT 1`, {
    params: { companyId: company.id, ...visibilityOf(company) },
  })
  return rows.length > 0
}

async function deriveContext(services: Services, { analytics, company }: JournalWriter, change: Change): Promise<DeriveContext> {
  const accounts = await listSellerAccounts(services.accounts, company)
  const { establishmentCountry, feeVatRecoverable } = change.settings
  const taxNames = await analytics.rows(`SELECT 1 FROM ledger_mapping WHERE company_id = {companyId:String} AND tax_role NOT IN ('', 'BASE') LIMIT 1`, {
    params: { companyId: company.id },
  })
  const adjusts = establishmentCountry !== null && FEE_VAT_COUNTRIES.includes(establishmentCountry) && feeVatRecoverable
  return {
    live: change.live,
    accounts: accounts.map((a) => ({ id: a.id, homeMarketplace: a.homeMarketplace ?? '' })),
    vatPeriods: await vatPeriods(analytics, company.id, change.live),
    feeVatPeriods: adjusts ? standardRates(establishmentCountry) : [],
    reportsTax: taxNames.length > 0,
  }
}

/** Gives every way in which the company's files name an amount its line, once. */
export async function mapNewNames({ analytics, company, signal }: JournalWriter, live: number[]): Promise<void> {
  const names = await analytics.rows<{ triple: string; source: number; transactionType: string; amountType: string; amountDescription: string }>(
    `SELECT DISTINCT toString(triple) AS triple, source, transaction_type AS transactionType, amount_type AS amountType, amount_description AS amountDescription
     FROM settlement_lines
     WHERE company_id = {companyId:String} AND import_id IN {live:Array(UInt64)} AND problem = '' AND triple NOT IN (
       SELECT triple FROM ledger_mapping FINAL WHERE company_id = {companyId:String} AND mapping_version = {mappingVersion:UInt16})`,
    { params: { companyId: company.id, live, mappingVersion: MAPPING_VERSION } },
  )
  if (names.length === 0) return
  await analytics.insertRows(
    'ledger_mapping',
    names.map((name) => {
      const mapped = mapLine({ ...name, source: MAPPING_SOURCE[name.source] ?? 'any' })
      return {
        company_id: company.id,
        triple: name.triple,
        transaction_type: name.transactionType,
        amount_type: name.amountType,
        amount_description: name.amountDescription,
        canonical_type: mapped.canonicalType,
        line: mapped.line,
        counts: mapped.counts,
        tax_role: mapped.taxRole,
        is_fee: mapped.isFee,
        unmapped: mapped.unmapped,
        mapping_version: MAPPING_VERSION,
      }
    }),
    signal ? { signal } : {},
  )
}

const EVERYTHING: FactScope = { where: '1', params: {}, overlapping: true }

async function replaceEverything(writer: JournalWriter, context: DeriveContext): Promise<void> {
  const derivation = new Derivation(EVERYTHING, context)
  await replace(writer, derivation.settlementFeed(), { feeds: ['SETTLEMENT', 'FACTS'], where: '1' }, derivation.params)
}

async function replaceFeed(writer: JournalWriter, context: DeriveContext, feed: 'RETURN' | 'ADS' | 'FACTS'): Promise<void> {
  const scope = feed === 'FACTS' ? { where: `source = ${SOURCES.FACTS}`, params: {}, overlapping: true } : EVERYTHING
  const derivation = new Derivation(scope, context)
  const selects =
    feed === 'RETURN' ? derivation.returnsFeed() : feed === 'ADS' ? derivation.adsFeed() : derivation.settlementFeed()
  await replace(writer, selects, { feeds: [feed], where: '1' }, derivation.params)
}

/**
 * The usual import holds settlements that nobody has seen before: its rows are simply added. Where settlements overlap,
 * or an original comes after its refund, the rows of those settlements and orders are derived anew and compared.
 */
async function settlementLines(writer: JournalWriter, context: DeriveContext, change: Change, isFirst: boolean): Promise<void> {
  const came = change.changed.filter((id) => change.live.includes(id))
  const { hasFacts, settlements, lateOriginals } = await overlaps(writer, change)
  const params = { changed: change.changed, settlementIds: settlements }

  if (came.length === change.changed.length && settlements.length === 0 && !hasFacts) {
    const derivation = new Derivation({ where: `import_id IN {changed:Array(UInt64)}`, params, overlapping: false }, context)
    await append(writer, derivation.settlementFeed(), derivation.params)
    if (isFirst || lateOriginals === 0) return
    const where = `import_id NOT IN {changed:Array(UInt64)} AND order_id IN (${ORDERS_OF_CHANGED})`
    const late = new Derivation({ where, params, overlapping: true }, context)
    await replace(writer, late.settlementFeed(), { feeds: ['SETTLEMENT'], where }, late.params)
    return
  }

  const where = `settlement_id IN {settlementIds:Array(String)} OR import_id IN {changed:Array(UInt64)} OR order_id IN (${ORDERS_OF_CHANGED})`
  const derivation = new Derivation({ where: `source != ${SOURCES.FACTS} AND (${where})`, params, overlapping: true }, context)
  await replace(writer, derivation.settlementFeed(), { feeds: ['SETTLEMENT'], where }, derivation.params)
  if (hasFacts) await replaceFeed(writer, context, 'FACTS')
}

const ORDERS_OF_CHANGED = `SELECT order_id FROM settlement_lines
  WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND order_id != ''`

/** Where the changed attempts meet the others that count. */
async function overlaps({ analytics, company }: JournalWriter, { live, changed }: Change) {
  const params = { companyId: company.id, changed, others: live.filter((id) => !changed.includes(id)) }
  const settlements = await analytics.rows<{ id: string }>(
    `SELECT DISTINCT settlement_id AS id FROM settlement_lines
     WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND settlement_id != ''
       AND settlement_id IN (
         SELECT DISTINCT settlement_id FROM settlement_lines
         WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '')
     UNION DISTINCT
     SELECT DISTINCT settlement_id AS id FROM settlements
     WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND settlement_id IN (
         SELECT DISTINCT settlement_id FROM settlement_lines
         WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '')`,
    { params },
  )
  const [row] = await analytics.rows<{ facts: string; late: string }>(
    `SELECT
       (SELECT count() FROM settlement_lines WHERE company_id = {companyId:String} AND source = ${SOURCES.FACTS}
          AND import_id IN arrayConcat({changed:Array(UInt64)}, {others:Array(UInt64)})) AS facts,
       (SELECT count() FROM settlement_lines WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = ''
          AND lower(transaction_type) NOT IN ('order', 'shipment') AND order_id IN (
            SELECT order_id FROM settlement_lines WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)}
              AND problem = '' AND order_id != '' AND lower(transaction_type) IN ('order', 'shipment'))) AS late`,
    { params },
  )
  return { settlements: settlements.map((s) => s.id), hasFacts: row!.facts !== '0', lateOriginals: Number(row!.late) }
}

/** Everything anew from the facts of these attempts, without regard to what stands. */
export async function deriveAfresh(services: Services, writer: JournalWriter, change: Change): Promise<void> {
  await mapNewNames(writer, change.live)
  const context = await deriveContext(services, writer, change)
  const derivation = new Derivation(EVERYTHING, context)
  const held = await tablesOf(writer, change.live)
  const selects = [
    ...(held.has('settlement_lines') ? derivation.settlementFeed() : []),
    ...(held.has('returns') ? derivation.returnsFeed() : []),
    ...(held.has('ads_daily') ? derivation.adsFeed() : []),
  ]
  await append(writer, selects, derivation.params)
  await writeRates(writer, change.live, today(services), change.settings.fxPolicy)
  await rollUp(writer)
}
