import { FACT_TABLES, SOURCES, type FactTable } from '#amazon/index.ts'
import type { VatRate } from '#contract/company-settings.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { listSellerAccounts, type Company, type CompanySettings } from '#server/accounts/index.ts'
import { OF_REPORTS } from './active-rows.ts'
import { Derivation, FEE_VAT_COUNTRIES, IS_NO_SHIPMENT, ordersLookedBackAt } from './derive.ts'
import type { DeriveContext, FactScope, Survey } from './derive-context.ts'
import { StockLossDerivation } from './derive-stock-losses.ts'
import { EXPENSE_PERIODS, EXPENSES_FEED } from './derive-expenses.ts'
import {
  cutColumn,
  dayColumn,
  daysChanged,
  isLed,
  MEASURED_TABLES,
  measuresFeed,
  measuresStanding,
  type MeasuredTable,
} from './derive-measures.ts'
import { ORDER_SURVEY, OrderDerivation, ordersTouched, type OrderSurvey } from './derive-orders.ts'
import { LED_BY_ASIN, ledElsewhere, NAMES_SKUS, type LedTable } from './known-skus.ts'
import { MEASURE_ROLL_UPS, MEASURES } from './measures-journal.ts'
import { append, replace, rollUp, visibilityOf, PUBLISHED, write, type JournalWriter } from './journal.ts'
import { isFeeLine, MAPPING_VERSION, mapLine, type RawName } from './mapping.ts'
import { writeRates } from './rate-sets.ts'
import { NO_PLACES, placesAmong } from './places.ts'
import type { ReadingMoments } from './reading-moments.ts'
import { standardRates, vatPeriods } from './rates.ts'
import { LOST } from './row-identity.ts'
import { ORDERS_OF_VERSION, SETTLED_FEES_FEEDS, settledFees } from './settled-fees.ts'
import {
  holdingsOf,
  isOfReports,
  keepHoldings,
  namedHoldings,
  ofImports,
  type NamedHolding,
  type SettlementHoldings,
} from './settlement-holdings.ts'
import { heldTables, rememberTables, tablesAmong } from './held-tables.ts'
import { supersededSources } from './settlement-sources.ts'
import type { Services } from './services.ts'
import { LIVE_FACTS } from './live-facts.ts'

/** A change of what counts for a company: imports that come or go, settings that differ. */
export interface Change {
  /** Attempts whose facts count after the change. */
  live: number[]
  /** Of these and of attempts that went. */
  moments: ReadingMoments
  /** Attempts that came (an import) or went (an undo). */
  changed: number[]
  /** Tables of which these may hold rows; all where nobody knows. */
  tables?: ReadonlySet<FactTable>
  settings: Pick<CompanySettings, 'establishmentCountry' | 'feeVatRecoverable' | 'fxPolicy'> & {
    vatRates: readonly VatRate[]
    lineMappings: readonly LineMapping[]
  }
  settingsChanged: boolean
}

/** The settings of a company that change numbers. */
export const settingsThatCount = ({
  establishmentCountry,
  feeVatRecoverable,
  fxPolicy,
  vatRates,
  lineMappings,
}: Company): Change['settings'] => ({
  establishmentCountry,
  feeVatRecoverable,
  fxPolicy,
  vatRates,
  lineMappings,
})

const MAPPING_SOURCE: Record<number, RawName['source']> = {
  [SOURCES.SETTLEMENT_V2]: 'settlement_v2',
  [SOURCES.SETTLEMENT_WIDE]: 'settlement_wide',
  [SOURCES.DATE_RANGE]: 'date_range',
  [SOURCES.FINANCES]: 'finances',
  [SOURCES.FACTS]: 'every',
}

/** Facts whose change may change what any row of the ledger says. */
const TOUCHES_EVERYTHING: readonly FactTable[] = ['product_costs', 'vat_rates']

/**
 * Writes, under the writer's version, everything that the change makes different: ledger, roll-ups, rates. Nothing of it
 * is seen until the version is published.
 */
export async function applyChange(work: Work): Promise<void> {
  const [touched, held] = await Promise.all([
    work.touched(),
    work.tables(),
    work.vatPeriods(),
    work.held(),
    work.mayBringLines && work.mapped(),
  ])
  await Promise.all([derive(work, touched, held), work.keepHoldings()])
  await work.cleared()
}

async function derive(
  work: Work,
  touched: ReadonlySet<FactTable>,
  held: ReadonlySet<FactTable>,
): Promise<void> {
  const { services, writer, change } = work
  const touchesEverything = change.settingsChanged || TOUCHES_EVERYTHING.some((table) => touched.has(table))
  const isFirst = change.live.length === change.changed.length && !(await holds(writer, 'ledger'))

  // Rates and the ledger say nothing of each other.
  const rates =
    touched.has('exchange_rates') || change.settingsChanged || isFirst
      ? writeRates(services, writer, change.live, change.settings.fxPolicy)
      : undefined
  // Whoever fails before hears of it from what failed first.
  rates?.catch(() => {})

  let changedLines: FactScope | undefined
  if (touchesEverything && !isFirst) await replaceAll(work)
  else if (touched.has('settlement_lines')) changedLines = await settlementLines(work, isFirst)

  const related = touchesEverything || touched.has('settlement_lines')
  const returns =
    touched.has('returns') || held.has('returns')
      ? await returnsTouched(work, { touched, touchesEverything, changedLines })
      : undefined
  if (returns)
    await replace(writer, returns.returnsFeed(), { feeds: ['RETURN'], where: returns.where }, returns.params)
  const mayMoveAds = related && held.has('ads_daily') && (await holdsUnplacedAds(work))
  if (touched.has('ads_daily') || mayMoveAds) {
    const { selects, params } = await adsFeed(work)
    await replace(writer, selects, { feeds: ['ADS'], where: '1' }, params)
  }
  if (touched.has('inventory_ledger') || (touchesEverything && held.has('inventory_ledger'))) {
    const losses = new StockLossDerivation(EVERYTHING, await contextOf(work, NOTHING))
    await replace(writer, losses.stockLossFeed(), { feeds: ['STOCK'], where: '1' }, losses.params)
  }
  if (touched.has('expenses')) {
    await replace(writer, EXPENSES_FEED, { where: '1' }, { live: change.live }, EXPENSE_PERIODS)
  }
  if (touched.has('order_items') || held.has('order_items')) {
    await orders(work, touchesEverything ? 'ALL' : touched)
    const { lines } = await work.holdings()
    if (lines.length > 0)
      await replace(
        writer,
        settledFees(),
        { feeds: SETTLED_FEES_FEEDS, where: `basis = 'ORDER' AND ${ORDERS_OF_VERSION}` },
        {},
      )
  }
  await rollUp(writer)
  await rates
  await replaceMeasures(work, touched, { held, mayMoveAds, returns })
}

/** A change that is being made, with what its derivations and its result all need, each looked up once. */
export class Work {
  readonly services: Services
  readonly writer: JournalWriter
  readonly change: Change
  /** Tables in which the attempts that came or went have readable rows. */
  readonly touched = once(async () => {
    const { changed, tables = FACT_TABLES } = this.change
    const [others, { lines, stated }] = await Promise.all([
      tablesAmong(
        this.writer.analytics,
        this.writer.company.id,
        changed,
        [...tables].filter((table) => table !== 'settlement_lines' && table !== 'settlements'),
      ),
      this.holdings(),
    ])
    const isOfChanged = ({ importId }: { importId: number }) => changed.includes(importId)
    if (lines.some(isOfChanged)) others.add('settlement_lines')
    if (stated.some(isOfChanged)) others.add('settlements')
    return others
  })
  /** Tables in which attempts that count before the change and after it have readable rows. */
  readonly tablesOfOthers = once(() => {
    const { analytics, company } = this.writer
    const { live, changed } = this.change
    return heldTables(
      analytics,
      company.id,
      live.filter((id) => !changed.includes(id)),
    )
  })
  /** Tables in which attempts that count after the change have readable rows. */
  readonly tables = once(async () => {
    const { live } = this.change
    const held = await this.tablesOfOthers()
    if (this.#came().length === 0) return held
    const either = new Set([...held, ...(await this.touched())])
    rememberTables(this.writer.company.id, live, either)
    return either
  })
  readonly accounts = once(() => listSellerAccounts(this.services.accounts, this.#accountsOf))
  readonly vatPeriods = once(async () => {
    const { analytics, company } = this.writer
    const { live, settings } = this.change
    const imported = (await this.tables()).has('vat_rates') ? live : []
    return vatPeriods(analytics, company.id, imported, settings.vatRates)
  })
  /** What the attempts that came name their amounts. */
  readonly names = once(() => {
    const { analytics, company } = this.writer
    return namedHoldings(analytics, company.id, this.mayBringLines ? this.#came() : [])
  })
  /** Of all attempts, those that went among them. */
  readonly holdings = once(() => {
    const { analytics, company } = this.writer
    const { live, changed } = this.change
    const coming = {
      imports: this.#came(),
      named: this.names(),
      mayState: this.change.tables?.has('settlements') ?? true,
    }
    return holdingsOf(analytics, company.id, [...new Set([...live, ...changed])], coming)
  })
  readonly places = once(async () => {
    const [holdings, accounts] = await Promise.all([this.holdings(), this.accounts()])
    return placesAmong(ofImports(holdings, this.change.live), accounts)
  })
  /** Those whose days lines of settlements may have. */
  readonly marketplaces = once(async () => {
    const [{ marketplaces }, accounts] = await Promise.all([this.held(), this.accounts()])
    return [...marketplaces, ...accounts.map(({ homeMarketplace }) => homeMarketplace ?? '')]
  })
  readonly held = once(async () => heldLines(ofImports(await this.holdings(), this.change.live)))
  readonly mapped = once(() => mappedNames(this.writer))

  #slices = 0
  readonly #accountsOf: Company
  readonly #clearing: Promise<void>[] = []

  /** @param accountsOf the company whose seller accounts count, where it is written in another place */
  constructor(services: Services, writer: JournalWriter, change: Change, accountsOf = writer.company) {
    this.services = services
    this.writer = writer
    this.change = change
    this.#accountsOf = accountsOf
  }

  /**
   * Derives from settlement lines that were chosen and mapped before in a slice of their own, where the derivation reads
   * one; the slice is cleared beside what comes then.
   */
  async overLines(derivation: Derivation, use: () => Promise<void>): Promise<void> {
    const { slice } = derivation
    if (slice === undefined) return use()
    await Promise.all(derivation.slicing().map((insert) => write(this.writer, insert, derivation.params)))
    await use()
    const clearing = this.writer.analytics.command(
      `ALTER TABLE {{local mapped_lines}} DROP PARTITION (${this.writer.version}, ${slice})`,
      { onEveryNode: 'THERE' },
    )
    // Whoever fails before hears of it from what failed first.
    clearing.catch(() => {})
    this.#clearing.push(clearing)
  }

  async cleared(): Promise<void> {
    await Promise.all(this.#clearing)
  }

  /** Whether there may be lines of settlements among the rows that came. */
  get mayBringLines(): boolean {
    return this.change.tables?.has('settlement_lines') ?? true
  }

  nextSlice(): number {
    return this.#slices++
  }

  async keepHoldings(): Promise<void> {
    await keepHoldings(this.writer, await this.holdings())
  }

  #came(): number[] {
    return this.change.changed.filter((id) => this.change.live.includes(id))
  }
}

function once<T>(look: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= look())
}

/** Advertising that belongs where the other rows of its month belong. */
async function holdsUnplacedAds({ writer: { analytics, company }, change }: Work): Promise<boolean> {
  const rows = await analytics.rows(
    `SELECT 1 FROM ads_daily WHERE ${LIVE_FACTS.text} AND marketplace = '' LIMIT 1`,
    { params: { companyId: company.id, live: change.live } },
  )
  return rows.length > 0
}

/** Returns that may count otherwise: those that came or went, and those of orders of which that is so. */
async function returnsTouched(
  work: Work,
  {
    touched,
    touchesEverything,
    changedLines,
  }: {
    touched: ReadonlySet<FactTable>
    touchesEverything: boolean
    changedLines: FactScope | undefined
  },
): Promise<Derivation | undefined> {
  if (touchesEverything) return returnsDerivation(work, EVERYTHING)
  const { writer, change } = work
  const { live, changed } = change
  const lines =
    changedLines &&
    `order_id IN (SELECT order_id FROM settlement_lines WHERE company_id = {companyId:String} AND problem = '' AND order_id != ''
       AND import_id IN arrayConcat({live:Array(UInt64)}, {changed:Array(UInt64)}) AND (${changedLines.where}))`
  const params = { ...changedLines?.params, changed }
  // What comes back follows from the sale.
  const rows =
    lines === undefined
      ? []
      : await writer.analytics.rows(`SELECT 1 FROM returns WHERE ${LIVE_FACTS.text} AND ${lines} LIMIT 1`, {
          params: { ...params, companyId: writer.company.id, live },
        })
  const conditions = [
    ...(rows.length > 0 ? [lines!] : []),
    ...(touched.has('returns')
      ? [
          `order_id IN (SELECT order_id FROM returns WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {changed:Array(UInt64)})`,
        ]
      : []),
  ]
  return conditions.length === 0
    ? undefined
    : returnsDerivation(work, { where: conditions.join(' OR '), params })
}

const returnsDerivation = async (work: Work, scope: FactScope): Promise<Derivation> =>
  new Derivation(scope, await settlementContext(work, scope))

/** Whether a reader sees any such row of a journal. */
async function holds(
  { analytics, company }: JournalWriter,
  journal: string,
  where = '1',
  params: Record<string, unknown> = {},
): Promise<boolean> {
  if (company.publishedVersion === 0) return false
  const rows = await analytics.rows(
    `SELECT 1 FROM ${journal} WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND (${where}) LIMIT 1`,
    { params: { ...params, companyId: company.id, ...visibilityOf(company) } },
  )
  return rows.length > 0
}

/** What the derivation of a scope needs: which rows occur in it, and the rates and accounts of the company. */
async function contextOf(
  work: Work,
  survey: Survey,
  { superseded = [], places = NO_PLACES }: Partial<Pick<DeriveContext, 'superseded' | 'places'>> = {},
): Promise<DeriveContext> {
  const { change } = work
  const [accounts, periods, held] = await Promise.all([work.accounts(), work.vatPeriods(), work.tables()])
  const { establishmentCountry, feeVatRecoverable } = change.settings
  const adjusts =
    establishmentCountry !== null && FEE_VAT_COUNTRIES.includes(establishmentCountry) && feeVatRecoverable
  return {
    live: change.live,
    moments: change.moments,
    accounts: accounts.map((a) => ({ id: a.id, homeMarketplace: a.homeMarketplace ?? '' })),
    places,
    lineMappings: change.settings.lineMappings,
    vatPeriods: periods,
    feeVatPeriods: adjusts ? standardRates(establishmentCountry) : [],
    hasCosts: held.has('product_costs'),
    survey: { ...survey, overlapping: survey.overlapping || superseded.length > 0 },
    superseded,
  }
}

export const NOTHING: Survey = {
  rows: 0,
  marketplaces: [],
  reportsTax: false,
  hasDeferred: false,
  hasVat: false,
  looksBack: false,
  hasUnits: false,
  hasFees: false,
  lacksPrices: false,
  overlapping: false,
  hasAccountFacts: false,
  hasFinances: false,
  hasLosses: false,
  hasLostOrders: false,
}

/** What the settlement lines that count have in common, whatever the scope. */
function heldLines({ lines }: SettlementHoldings) {
  const holders = new Map<string, { settlementId: string; imports: Set<number> }>()
  for (const { accountId, settlementId, importId } of lines) {
    const key = `${accountId} ${settlementId}`
    const one = holders.get(key) ?? { settlementId, imports: new Set() }
    holders.set(key, one)
    one.imports.add(importId)
  }
  return {
    hasFacts: !lines.every(isOfReports),
    hasAccountFacts: lines.some((line) => line.hasAccountFacts),
    hasFinances: lines.some(({ source }) => source === SOURCES.FINANCES),
    losses: lines.reduce((bits, { losses }) => bits | losses, 0),
    marketplaces: [...new Set(lines.map(({ marketplace }) => marketplace))],
    /** Settlements of which several imports hold lines. */
    shared: [
      ...new Set(
        [...holders.values()]
          .filter(({ imports }) => imports.size > 1)
          .map(({ settlementId }) => settlementId),
      ),
    ],
    /** Lines that belong where the other lines of their month belong. */
    hasUnplaced: lines.some(
      (line) => line.marketplace === '' && line.settlementId === '' && isOfReports(line),
    ),
  }
}

/** Ways of naming an amount that have their line. */
async function mappedNames({ analytics, company }: JournalWriter): Promise<Set<string>> {
  const known = await analytics.rows<{ triple: string }>(
    `SELECT DISTINCT toString(triple) AS triple FROM ledger_mapping WHERE company_id = {companyId:String} AND mapping_version = {mappingVersion:UInt16}`,
    { params: { companyId: company.id, mappingVersion: MAPPING_VERSION } },
  )
  return new Set(known.map((row) => row.triple))
}

type NamedRows = Pick<
  NamedHolding,
  | 'triple'
  | 'source'
  | 'transactionType'
  | 'amountType'
  | 'amountDescription'
  | 'marketplace'
  | 'isDeferred'
  | 'rows'
>

async function namedRows(
  { writer: { analytics, company }, change }: Work,
  scope: FactScope,
): Promise<NamedRows[]> {
  const rows = await analytics.rows<Omit<NamedRows, 'isDeferred'> & { deferred: number }>(
    `SELECT toString(triple) AS triple, source, transaction_type AS transactionType, amount_type AS amountType, amount_description AS amountDescription,
       marketplace, max(status = 'DEFERRED') AS deferred, toUInt32(count()) AS rows
     FROM settlement_lines
     WHERE ${LIVE_FACTS.text} AND (${scope.where})
     GROUP BY triple, source, transactionType, amountType, amountDescription, marketplace`,
    { params: { ...scope.params, companyId: company.id, live: change.live } },
  )
  return rows.map(({ deferred, ...row }) => ({ ...row, isDeferred: deferred > 0 }))
}

/** Looks through a scope, and gives every way of naming an amount that it finds its line. */
async function surveyOf(work: Work, scope: FactScope): Promise<Survey> {
  const { analytics, company } = work.writer
  const isOfChanged = scope.where === ADDED.where
  const [names, held, isKnown] = await Promise.all([
    isOfChanged ? work.names() : namedRows(work, scope),
    work.held(),
    work.mapped(),
  ])
  const mapped = names.map((name) => ({
    name,
    line: mapLine({ ...name, source: MAPPING_SOURCE[name.source] ?? 'every' }),
  }))
  const fresh = mapped.filter(({ name }) => !isKnown.has(name.triple))
  if (fresh.length > 0) {
    const lines = new Map(fresh.map((one) => [one.name.triple, one]))
    await analytics.insertRows(
      'ledger_mapping',
      [...lines.values()].map(({ name, line }) => ({
        company_id: company.id,
        triple: name.triple,
        transaction_type: name.transactionType,
        amount_type: name.amountType,
        amount_description: name.amountDescription,
        canonical_type: line.canonicalType,
        line: line.line,
        counts: line.counts,
        tax_role: line.taxRole,
        is_fee: line.isFee,
        unmapped: line.unmapped,
        mapping_version: MAPPING_VERSION,
      })),
    )
    for (const triple of lines.keys()) isKnown.add(triple)
  }
  const statesTax = ({ line }: (typeof mapped)[number]) => !['', 'BASE'].includes(line.taxRole)
  // Rows without a marketplace follow those that have one.
  const elsewhereIncludesTax = held.marketplaces.some((code) => marketplaceOf(code)?.priceIncludesTax)
  const pricesIncludeTax = ({ name }: (typeof mapped)[number]) =>
    marketplaceOf(name.marketplace)?.priceIncludesTax ?? elsewhereIncludesTax
  const looksBack = mapped.some(({ line }) =>
    ['Refund', 'Chargeback', 'GuaranteeClaim'].includes(line.canonicalType),
  )
  return {
    ...NOTHING,
    rows: names.reduce((sum, name) => sum + name.rows, 0),
    marketplaces: held.marketplaces.filter((code) => code !== ''),
    reportsTax: mapped.some((m) => statesTax(m) && pricesIncludeTax(m)),
    hasDeferred: names.some((name) => name.isDeferred),
    hasVat: mapped.some((m) => m.line.taxRole === 'BASE' && pricesIncludeTax(m)),
    looksBack,
    hasUnits: mapped.some(({ line }) => line.counts !== ''),
    hasFees:
      mapped.some(({ line }) => line.isFee) ||
      work.change.settings.lineMappings.some(({ line }) => isFeeLine(line)),
    overlapping:
      held.hasFacts ||
      (held.shared.length > 0 &&
        (!isOfChanged || (looksBack && (await looksBackAtShared(work, scope, held.shared))))),
    hasAccountFacts: held.hasAccountFacts,
    hasFinances: held.hasFinances,
    hasLosses: held.losses !== 0,
    hasLostOrders: (held.losses & LOST.order_id) !== 0,
  }
}

/** Whether an original shipment lies in a settlement of which several imports hold lines. */
async function looksBackAtShared(
  { writer: { analytics, company }, change }: Work,
  scope: FactScope,
  shared: readonly string[],
): Promise<boolean> {
  const rows = await analytics.rows(
    `SELECT 1 FROM settlement_lines WHERE ${LIVE_FACTS.text} AND settlement_id IN {shared:Array(String)}
       AND order_id != '' AND order_id IN (${ordersLookedBackAt(scope.where)}) LIMIT 1`,
    { params: { ...scope.params, companyId: company.id, live: change.live, shared } },
  )
  return rows.length > 0
}

async function settlementContext(work: Work, scope: FactScope): Promise<DeriveContext> {
  const { writer, change } = work
  // Which source counts is decided by the lines of amounts, which the survey gives to those that are new.
  const [survey, places] = await Promise.all([surveyOf(work, scope), work.places(), work.vatPeriods()])
  // Only where a settlement is in several imports, or in a file of several sources, does it have more than one.
  const superseded = survey.overlapping
    ? await supersededSources(writer, { live: change.live, holdings: await work.holdings() }, scope, survey)
    : []
  return contextOf(work, survey, { superseded, places })
}

export const EVERYTHING: FactScope = { where: '1', params: {} }

/** So many facts are chosen and compared at once: the engine sorts them in memory. */
export const ROWS_AT_ONCE = 100_000

/** So many that pass through, where what one order says is kept in memory while they do. */
const ROWS_PASSED_AT_ONCE = 1_000_000

/**
 * The derivation of a scope, cut by order where it is large: which rows count, and what they become, is decided within
 * an order. `where` is the cut in words that hold for facts and ledger alike.
 */
async function derivationsOf(
  work: Work,
  scope: FactScope,
): Promise<{ derivation: Derivation; where: string }[]> {
  const context = await settlementContext(work, scope)
  const { rows, overlapping, looksBack, reportsTax, hasLostOrders } = context.survey
  const keepsOrders = looksBack || reportsTax
  const rowsMax = overlapping ? ROWS_AT_ONCE : keepsOrders ? ROWS_PASSED_AT_ONCE : Infinity
  const cuts = Math.max(1, Math.ceil(rows / rowsMax))
  // To map a large scope once more costs less than to write it down.
  const sliceOf = () => (rows / cuts <= ROWS_AT_ONCE ? work.nextSlice() : undefined)
  if (cuts === 1) return [{ derivation: new Derivation(scope, context, sliceOf()), where: '1' }]
  // Where order ids were lost, the same row is of an order in one file and of none in the other.
  const together = hasLostOrders ? 'settlement_id' : 'order_id'
  const where = `cityHash64(${together}) % {cuts:UInt32} = {cut:UInt32}`
  return Array.from({ length: cuts }, (_, cut) => ({
    derivation: new Derivation(
      { where: `(${scope.where}) AND ${where}`, params: { ...scope.params, cuts, cut } },
      context,
      sliceOf(),
    ),
    where,
  }))
}

/** Derives settlement rows of a scope anew and compares them with the ledger rows of the same scope. */
async function replaceSettlementRows(
  work: Work,
  scope: FactScope,
  within: { feeds: readonly string[]; where: string },
): Promise<void> {
  for (const { derivation, where } of await derivationsOf(work, scope)) {
    await work.overLines(derivation, () =>
      replace(
        work.writer,
        derivation.settlementFeed(),
        { feeds: within.feeds, where: `(${within.where}) AND ${where}` },
        derivation.params,
      ),
    )
  }
}

async function appendSettlementRows(work: Work, scope: FactScope): Promise<void> {
  for (const { derivation } of await derivationsOf(work, scope))
    await work.overLines(derivation, () =>
      append(work.writer, derivation.settlementFeed(), derivation.params),
    )
}

const replaceAll = (work: Work) =>
  replaceSettlementRows(work, EVERYTHING, { feeds: ['SETTLEMENT', 'FACTS'], where: '1' })

async function adsFeed(work: Work) {
  const derivation = new Derivation(
    EVERYTHING,
    await contextOf(work, NOTHING, { places: await work.places() }),
  )
  return { selects: derivation.adsFeed(), params: derivation.params }
}

/**
 * The usual import holds settlements that nobody has seen before: its rows are simply added. Where settlements overlap,
 * or an original comes after its refund, the rows of those settlements and orders are derived anew and compared. Gives the
 * lines that may count otherwise than before.
 */
async function settlementLines(work: Work, isFirst: boolean): Promise<FactScope> {
  const { change } = work
  const isAddition = change.changed.every((id) => change.live.includes(id))
  const [holdings, { hasUnplaced }] = await Promise.all([work.holdings(), work.held()])
  const { hasFacts, hasOwnFacts, settlements, othersHoldLines } = overlaps(holdings, change)
  const params = { changed: change.changed, settlementIds: settlements }

  if (isAddition && settlements.length === 0 && !hasFacts && (isFirst || !hasUnplaced)) {
    const added = { ...ADDED, params: { changed: change.changed } }
    const [hasLate] = await Promise.all([
      othersHoldLines && holdsLateOriginals(work),
      appendSettlementRows(work, added),
    ])
    if (hasLate) {
      const where = `import_id NOT IN {changed:Array(UInt64)} AND order_id IN (${ORDERS_OF_CHANGED})`
      await replaceSettlementRows(work, { where, params }, { feeds: ['SETTLEMENT'], where })
    }
    return added
  }

  const where = `settlement_id IN {settlementIds:Array(String)} ${hasUnplaced ? `OR settlement_id = ''` : ''} OR import_id IN {changed:Array(UInt64)} OR order_id IN (${ORDERS_OF_CHANGED})`
  await replaceSettlementRows(
    work,
    { where: `${OF_REPORTS} AND (${where})`, params },
    { feeds: ['SETTLEMENT'], where },
  )
  // Somebody's own facts may have any names, which may be those of rows of other orders.
  const facts = hasOwnFacts ? '1' : `order_id = '' OR order_id IN (${ORDERS_OF_CHANGED})`
  if (hasFacts)
    await replaceSettlementRows(
      work,
      { where: `NOT ${OF_REPORTS} AND (${facts})`, params },
      { feeds: ['FACTS'], where: facts },
    )
  return { where: hasFacts ? `${where} OR NOT ${OF_REPORTS} AND (${facts})` : where, params }
}

/** The lines of the attempts that came. */
const ADDED = { where: `import_id IN {changed:Array(UInt64)}` }

const ORDERS_OF_CHANGED = `SELECT order_id FROM settlement_lines
  WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND order_id != ''`

/** Where the changed attempts meet the others that count. */
function overlaps(holdings: SettlementHoldings, { live, changed }: Change) {
  const others = ofImports(
    holdings,
    live.filter((id) => !changed.includes(id)),
  )
  const its = ofImports(holdings, changed)
  const held = new Set(others.lines.map(({ settlementId }) => settlementId))
  const ids = [...its.lines, ...its.stated].map(({ settlementId }) => settlementId)
  return {
    settlements: [...new Set(ids)].filter((id) => id !== '' && held.has(id)),
    othersHoldLines: others.lines.length > 0,
    hasFacts: !holdings.lines.every(isOfReports),
    hasOwnFacts: holdings.lines.some(({ source }) => source === SOURCES.FACTS),
  }
}

/** Shipments among the lines that came, of which others hold what looks back at them. */
async function holdsLateOriginals({ writer: { analytics, company }, change }: Work): Promise<boolean> {
  const { live, changed } = change
  const rows = await analytics.rows(
    `SELECT 1 FROM settlement_lines
     WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '' AND order_id != '' AND ${IS_NO_SHIPMENT}
       AND order_id IN (${ORDERS_OF_CHANGED} AND NOT ${IS_NO_SHIPMENT}) LIMIT 1`,
    { params: { companyId: company.id, changed, others: live.filter((id) => !changed.includes(id)) } },
  )
  return rows.length > 0
}

/** Derives anew the orders whose sales, costs and expected fees may be different, and those alone. */
async function orders(work: Work, touched: ReadonlySet<FactTable> | 'ALL'): Promise<void> {
  const where = ordersTouched(touched)
  if (where === undefined) return
  const derivation = await orderDerivationOf(work, { where, params: { changed: work.change.changed } })
  if (!derivation) return
  const standing = `basis = 'ORDER' AND feed = 'ORDER' AND (${where})`
  // Comparing costs the engine more than deriving, and most imports bring orders that nobody has seen before.
  if (await holds(work.writer, 'ledger', standing, derivation.params)) {
    await replace(
      work.writer,
      derivation.ordersFeed(),
      { feeds: ['ORDER'], where: standing },
      derivation.params,
    )
  } else {
    await append(work.writer, derivation.ordersFeed(), derivation.params)
  }
}

/** Undefined when the scope holds no order, neither before the change nor after it. */
async function orderDerivationOf(work: Work, scope: FactScope): Promise<OrderDerivation | undefined> {
  const { analytics, company } = work.writer
  const { changed, live } = work.change
  const [found] = await analytics.rows<OrderSurvey>(
    `${ORDER_SURVEY} AND import_id IN arrayConcat({live:Array(UInt64)}, {changed:Array(UInt64)}) AND (${scope.where})`,
    { params: { ...scope.params, companyId: company.id, live, changed } },
  )
  if (!found || found.items === '0') return undefined
  const { marketplaces, lacksPrices, firstOrderDay, lastOrderDay } = found
  return new OrderDerivation(
    { ...scope, params: { ...scope.params, firstOrderDay, lastOrderDay } },
    await contextOf(work, { ...NOTHING, marketplaces, lacksPrices }),
  )
}

/**
 * What is counted beside the ledger, on the days of which the attempts that came or went say something, and wherever they
 * name another SKU for an ASIN.
 */
async function replaceMeasures(
  work: Work,
  touched: ReadonlySet<FactTable>,
  {
    held,
    mayMoveAds,
    returns,
  }: { held: ReadonlySet<FactTable>; mayMoveAds: boolean; returns: Derivation | undefined },
): Promise<void> {
  const namesSkus = NAMES_SKUS.some((table) => touched.has(table))
  const tables: MeasuredTable[] = []
  for (const table of MEASURED_TABLES) {
    const moved = namesSkus && isLed(table) && held.has(table) ? await asinsLedElsewhere(work, table) : []
    const isWhole = (mayMoveAds && table === 'ads_daily') || isDerivedWhole(table, moved)
    if (isWhole || touched.has(table)) await writeMeasures(work, table, isWhole ? EVERY_DAY : CHANGED_DAYS)
    if (!isWhole && isLed(table) && moved.length > 0)
      await writeMeasures(work, table, unchangedRowsOf(table, moved))
    if (isWhole || touched.has(table) || moved.length > 0) tables.push(table)
  }
  if (returns) {
    const where = `fact = 'returns' AND (import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM returns WHERE company_id = {companyId:String} AND (${returns.where}))`
    await replace(work.writer, returns.returnMeasures(), { where }, returns.params, MEASURES)
  }
  if (touched.has('order_items')) await replaceOrderMeasures(work)
  if (tables.length > 0 || returns || touched.has('order_items')) await rollUp(work.writer, MEASURE_ROLL_UPS)
}

/** So many ASINs are led to another SKU by themselves; of more the table is derived anew. */
const MOVED_MAX = 1000

type MovedAsin = [marketplace: string, asin: string]

/** Of a query the market is taken once over the ASINs of a SKU, so that none of them moves alone. */
const isDerivedWhole = (table: MeasuredTable, moved: readonly MovedAsin[]): boolean =>
  moved.length > MOVED_MAX || (moved.length > 0 && table === 'search_query_performance')

/** ASINs whose rows belong to another SKU than before the change, of those that rows of a table name alone. */
async function asinsLedElsewhere(
  { writer: { analytics, company }, change: { live, changed } }: Work,
  table: LedTable,
): Promise<MovedAsin[]> {
  const before = [
    ...live.filter((id) => !changed.includes(id)),
    ...changed.filter((id) => !live.includes(id)),
  ]
  const either = [...new Set([...live, ...before])]
  const rows = await analytics.rows<{ marketplace: string; asin: string }>(
    `${ledElsewhere(table)} LIMIT ${MOVED_MAX + 1}`,
    { params: { companyId: company.id, live, before, either, changed } },
  )
  return rows.map(({ marketplace, asin }) => [marketplace, asin])
}

/** Of the orders whose rows may be different; their rows in the journal are known by the lines of the files. */
async function replaceOrderMeasures(work: Work): Promise<void> {
  const { writer, change } = work
  const where = ordersTouched(new Set(['order_items']))!
  const derivation = await orderDerivationOf(work, { where, params: { changed: change.changed } })
  if (!derivation) return
  const standing = `fact = 'orders' AND (import_id, line_no, part) IN (
    SELECT import_id, line_no, part FROM order_items WHERE company_id = {companyId:String} AND (${where}))`
  const params = { ...derivation.params, live: change.live }
  if (await holds(writer, MEASURES.table, standing, params))
    await replace(writer, derivation.orderMeasures(), { where: standing }, params, MEASURES)
  else await append(writer, derivation.orderMeasures(), params, MEASURES)
}

/** A row becomes a dozen, which are compared with as many. */
const MEASURED_ROWS_AT_ONCE = 50_000

/** Which rows of a table are derived anew, and which rows of the journal they are compared with. */
interface MeasuredPart {
  facts: (table: MeasuredTable) => string
  standing: (table: MeasuredTable) => string
  /** SQL of the places of those that count, where the journal knows. */
  counting?: string
  params?: Record<string, unknown>
}

const EVERY_DAY: MeasuredPart = { facts: () => '1', standing: () => '1' }
const CHANGED_DAYS: MeasuredPart = {
  facts: (table) => daysChanged(table, dayColumn(table)),
  standing: (table) => daysChanged(table, 'day'),
}

/** Rows that name one of these ASINs alone, on the days that stay as they are: what counts of them counted before. */
function unchangedRowsOf(table: LedTable, moved: readonly MovedAsin[]): MeasuredPart {
  const asins = 'arrayZip({movedMarketplaces:Array(String)}, {movedAsins:Array(String)})'
  const unnamed = `SELECT import_id, line_no, part FROM ${table}
    WHERE ${LIVE_FACTS.text} AND sku = '' AND has(${asins}, (toString(marketplace), ${LED_BY_ASIN[table].text}))`
  const isStanding = `NOT (${daysChanged(table, 'day')}) AND has(${asins}, (toString(marketplace), asin))
    AND (import_id, line_no, part) IN (${unnamed})`
  return {
    facts: () => `sku = ''`,
    standing: () => isStanding,
    counting: `SELECT import_id, line_no, part FROM ${MEASURES.table}
      WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND ${measuresStanding(table, isStanding)}`,
    params: {
      movedMarketplaces: moved.map(([marketplace]) => marketplace),
      movedAsins: moved.map(([, asin]) => asin),
    },
  }
}

async function writeMeasures(
  { writer, change, places }: Work,
  table: MeasuredTable,
  { facts, standing, counting, params: more }: MeasuredPart,
  { isAfresh = false } = {},
): Promise<void> {
  const { analytics, company } = writer
  const { live, changed, moments } = change
  const params = { ...more, live, changed, ...moments, ...(table === 'ads_daily' && (await places())) }
  const where = counting ? `${facts(table)} AND (import_id, line_no, part) IN (${counting})` : facts(table)
  const [[held], isStanding] = await Promise.all([
    analytics.rows<{ n: string; unnamed: string }>(
      `SELECT count() AS n, ${isLed(table) ? `countIf(sku = '')` : '0'} AS unnamed FROM ${table} WHERE ${LIVE_FACTS.text} AND (${where})`,
      { params: { ...params, companyId: company.id, ...visibilityOf(company) } },
    ),
    !isAfresh && holds(writer, MEASURES.table, measuresStanding(table, standing(table)), params),
  ])
  const parts = Math.max(1, Math.ceil(Number(held!.n) / MEASURED_ROWS_AT_ONCE))
  for (let part = 0; part < parts; part++) {
    const slice = (day: string) =>
      parts === 1 ? '1' : `cityHash64(${cutColumn(table, day)}) % {parts:UInt32} = {part:UInt32}`
    const feed = measuresFeed(table, {
      where: facts(table),
      slice: slice(dayColumn(table)),
      hasUnnamed: Number(held!.unnamed) > 0,
      ...(counting && { counting }),
    })
    const values = { ...params, parts, part }
    const compared = measuresStanding(table, `${standing(table)} AND ${slice('day')}`)
    if (isStanding) await replace(writer, feed, { where: compared }, values, MEASURES)
    else await append(writer, feed, values, MEASURES)
  }
}

/**
 * Everything anew from the facts of these attempts, without regard to what stands. Without rates where nobody will read
 * it in another currency.
 */
export async function deriveAfresh(
  services: Services,
  writer: JournalWriter,
  change: Change,
  { hasRates = true, accountsOf = writer.company }: { hasRates?: boolean; accountsOf?: Company } = {},
): Promise<void> {
  const work = new Work(services, writer, change, accountsOf)
  await work.keepHoldings()
  const held = await work.tables()
  if (held.has('settlement_lines')) await appendSettlementRows(work, EVERYTHING)
  const returns = held.has('returns') ? await returnsDerivation(work, EVERYTHING) : undefined
  if (returns) await append(writer, returns.returnsFeed(), returns.params)
  if (held.has('ads_daily')) {
    const { selects, params } = await adsFeed(work)
    await append(writer, selects, params)
  }
  if (held.has('inventory_ledger')) {
    const losses = new StockLossDerivation(EVERYTHING, await contextOf(work, NOTHING))
    await append(writer, losses.stockLossFeed(), losses.params)
  }
  if (held.has('expenses')) await append(writer, EXPENSES_FEED, { live: change.live }, EXPENSE_PERIODS)
  const sold = held.has('order_items') ? await orderDerivationOf(work, EVERYTHING) : undefined
  // Fees are expected from what this version says, not from the one that it replaces.
  if (sold) await append(writer, sold.ordersFeed(), { ...sold.params, publishedVersion: 0 })
  if (sold) await append(writer, settledFees(), { publishedVersion: 0 })
  if (hasRates) await writeRates(services, writer, change.live, change.settings.fxPolicy)
  await rollUp(writer)
  const measured = MEASURED_TABLES.filter((table) => held.has(table))
  for (const table of measured) await writeMeasures(work, table, EVERY_DAY, { isAfresh: true })
  if (returns) await append(writer, returns.returnMeasures(), returns.params, MEASURES)
  if (sold) await append(writer, sold.orderMeasures(), sold.params, MEASURES)
  await rollUp(writer, MEASURE_ROLL_UPS)
  await work.cleared()
}
