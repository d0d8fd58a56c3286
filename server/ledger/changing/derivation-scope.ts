import { SOURCES } from '#amazon/index.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { inTurns } from '#server/in-turns.ts'
import { FEE_VAT_COUNTRIES, ordersLookedBackAt } from '#server/ledger/derivation/derive.ts'
import type { DeriveContext, FactScope, Survey } from '#server/ledger/derivation/derive-context.ts'
import {
  isFeeLine,
  MAPPING_VERSION,
  mapLine,
  type MappedLine,
  type RawName,
} from '#server/ledger/derivation/mapping.ts'
import { NO_PLACES } from '#server/ledger/derivation/places.ts'
import { standardRates } from '#server/ledger/derivation/rates.ts'
import { isOfReports, type NamedHolding } from '#server/ledger/settlements/settlement-holdings.ts'
import { supersededSources } from '#server/ledger/settlements/settlement-sources.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Work } from './work.ts'

/** Some milliseconds of looking names up. */
const NAMES_AT_ONCE = 500

export const EVERYTHING: FactScope = { where: '1', params: {} }

/** The lines of the attempts that came. */
export const ADDED = { where: `import_id IN {changed:Array(UInt64)}` }

export const NOTHING: Survey = {
  rows: 0,
  marketplaces: [],
  reportsTax: false,
  hasDeferred: false,
  hasDeferredReports: false,
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

/** What the derivation of a scope needs: which rows occur in it, and the rates and accounts of the company. */
export async function contextOf(
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
    held,
    survey: { ...survey, overlapping: survey.overlapping || superseded.length > 0 },
    superseded,
  }
}

export async function settlementContext(work: Work, scope: FactScope): Promise<DeriveContext> {
  const { writer, change } = work
  // Which source counts is decided by the lines of amounts, which the survey gives to those that are new.
  const [survey, places] = await Promise.all([surveyOf(work, scope), work.places(), work.vatPeriods()])
  // Only where a settlement is in several imports, or in a file of several sources, does it have more than one.
  const superseded = survey.overlapping
    ? await supersededSources(writer, { live: change.live, holdings: await work.holdings() }, scope, survey)
    : []
  return contextOf(work, survey, { superseded, places })
}

const MAPPING_SOURCE: Record<number, RawName['source']> = {
  [SOURCES.SETTLEMENT_V2]: 'settlement_v2',
  [SOURCES.SETTLEMENT_WIDE]: 'settlement_wide',
  [SOURCES.DATE_RANGE]: 'date_range',
  [SOURCES.FINANCES]: 'finances',
  [SOURCES.FACTS]: 'every',
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
  // The same name stands in many settlements.
  const lines = new Map<string, MappedLine>()
  const lineOf = (name: (typeof names)[number]): MappedLine => {
    const key = `${name.source} ${name.triple}`
    const line = lines.get(key) ?? mapLine({ ...name, source: MAPPING_SOURCE[name.source] ?? 'every' })
    lines.set(key, line)
    return line
  }
  const mapped = await inTurns(names, work.writer.signal, (name) => ({ name, line: lineOf(name) }), {
    every: NAMES_AT_ONCE,
  })
  const fresh = mapped.filter(({ name }) => !isKnown.has(name.triple))
  if (fresh.length > 0) {
    const byTriple = new Map(fresh.map((one) => [one.name.triple, one]))
    await analytics.insertRows(
      'ledger_mapping',
      [...byTriple.values()].map(({ name, line }) => ({
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
    for (const triple of byTriple.keys()) isKnown.add(triple)
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
    hasDeferredReports: names.some((name) => name.isDeferred && isOfReports(name)),
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
    ...held.choices,
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
