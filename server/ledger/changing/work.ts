import { FACT_TABLES, type FactTable } from '#amazon/index.ts'
import type { SETTINGS_THAT_COUNT, VatRate } from '#contract/company-settings.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import { listSellerAccounts, type Company, type CompanySettings } from '#server/accounts/index.ts'
import type { Derivation } from '#server/ledger/derivation/derive.ts'
import type { OrderSurvey } from '#server/ledger/derivation/derive-orders.ts'
import { write, type JournalWriter } from '#server/ledger/journal.ts'
import { MAPPING_VERSION } from '#server/ledger/derivation/mapping.ts'
import { placesAmong } from '#server/ledger/derivation/places.ts'
import type { ReadingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { vatPeriods } from '#server/ledger/derivation/rates.ts'
import {
  choicesAmong,
  holdingsOf,
  isOfReports,
  keepHoldings,
  namesOfFile,
  ofImports,
  type SettlementHoldings,
} from '#server/ledger/settlements/settlement-holdings.ts'
import { heldTables, rememberTables, tablesAmong } from '#server/ledger/held-tables.ts'
import type { Services } from '#server/ledger/services.ts'

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
  /** Those of them that are others than before. */
  changedSettings: readonly (typeof SETTINGS_THAT_COUNT)[number][]
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
    if (this.came().length === 0) return held
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
    return namesOfFile(analytics, company.id, this.mayBringLines ? this.came() : [])
  })
  /** Of all attempts, those that went among them. */
  readonly holdings = once(() => {
    const { analytics, company } = this.writer
    const { live, changed } = this.change
    const coming = {
      imports: this.came(),
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
  /** What occurs among order items, by the SQL of their scope. */
  readonly orderSurveys = new Map<string, Promise<OrderSurvey>>()
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
    // Marks its rejection as handled; the `await` further down reports it.
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

  /** Attempts that came. */
  came(): number[] {
    return this.change.changed.filter((id) => this.change.live.includes(id))
  }

  /** Attempts that count before the change: those that stay, and those that went. */
  before(): number[] {
    const { live, changed } = this.change
    return [...live.filter((id) => !changed.includes(id)), ...changed.filter((id) => !live.includes(id))]
  }
}

function once<T>(look: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= look())
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
    choices: choicesAmong({ lines }),
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
