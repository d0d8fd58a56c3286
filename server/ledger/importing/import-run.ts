import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { SETTINGS_THAT_COUNT } from '#contract/company-settings.ts'
import {
  noRows,
  UnreadableFile,
  type CompanySettings as FileSettings,
  type DeclaredAccount,
  type OpenOptions,
  type ReportType,
} from '#amazon/index.ts'
import type { CostQuestion } from '#contract/cost-mapping.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { addDays } from '#contract/date-range.ts'
import { isUnderWay } from '#contract/import-status.ts'
import type {
  Damage,
  ImportCounts,
  ImportPhase,
  RefusedRow,
  ReplacedRows,
  SettlementResult,
} from '#contract/imports.ts'
import { MARKETPLACES, marketplaceOf, marketplaceOfName, type Region } from '#contract/marketplaces.ts'
import {
  endImport,
  ensureSellerAccount,
  findLiveImport,
  getCompany,
  getImport,
  isDatabaseAway,
  listSellerAccounts,
  liveImports,
  liveRequests,
  publish,
  releaseImport,
  reportProgress,
  startImport,
  UNFINISHED_ATTEMPTS_MAX,
  updateImport,
  withCompanyLock,
  type Company,
  type CompanySettings,
  type Import,
  type ImportPart,
  type SellerAccount,
} from '#server/accounts/index.ts'
import { AnalyticsError, type Analytics } from '#server/analytics/index.ts'
import { ReaderDied } from '#server/reading/report-reader.ts'
import { madeAgain } from '#server/ledger/changing/changes.ts'
import { applyChange } from '#server/ledger/changing/apply-change.ts'
import { settingsThatCount, Work } from '#server/ledger/changing/work.ts'
import { isDiskFull } from '#server/files/free-space.ts'
import { AppError } from '#server/errors.ts'
import { admitAll, takeApart, type Admit } from './archive-import.ts'
import { damagesOf, readingOf, refusedRowsOf, settlementsOf } from './import-result.ts'
import { writing, type JournalWriter } from '#server/ledger/journal.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { recount } from '#server/ledger/changing/recount.ts'
import { withoutRates } from '#server/ledger/currencies/rate-sets.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { readIntoFacts } from './read-file.ts'
import { mustLieHere } from '#server/ledger/company-shard.ts'
import { sweepDead } from '#server/ledger/dead-rows.ts'
import type { OpenedFile } from '#server/reading/pieces.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** What an import found; kept with its record. */
export interface ImportResult {
  reportLabel: string
  marketplaces: string[]
  counts: ImportCounts
  refusedRows: RefusedRow[]
  settlements: SettlementResult[]
  replaced: ReplacedRows[]
  damages: Damage[]
  firstDay: string | null
  lastDay: string | null
  accountChoices?: string[]
  asksMarketplace?: boolean
  asksDay?: boolean
  asksDateOrder?: boolean
  /** Of a list of costs, with its headings. */
  costQuestion?: CostQuestion
  /** Of an archive: its files, and nothing else stands there. */
  parts?: ImportPart[]
}

const PROGRESS_EVERY_MS = 400

/** Why an import is broken off that nobody cancelled: its process ends. */
export class ProcessLeaving extends Error {}

/** An attempt that failed through no fault of the file. The import waits in the queue again. */
export class BrokenOff extends Error {
  /** Whether there is any use in trying again at once. */
  readonly again: 'now' | 'later'

  constructor(importId: number, again: 'now' | 'later', cause: unknown) {
    super(`Import ${importId} was broken off and is tried again`, { cause })
    this.again = again
  }
}

/** A question to the person: several seller accounts could own the file. */
class AccountUnclear extends Error {
  readonly choices: string[]
  constructor(choices: string[], text: string) {
    super(text)
    this.choices = choices
  }
}

/** A question to the person: the file says neither its marketplace nor its currency. */
class MarketplaceUnclear extends Error {
  constructor() {
    super('The file names no marketplace. Choose the one it belongs to.')
  }
}

/** A question to the person: of which day the file is. */
class DayUnclear extends Error {
  constructor(question = 'The file does not say which day it is for. Enter the day it was downloaded.') {
    super(question)
  }
}

/** A question to the person: which column of a list of costs is what. */
class CostsUnclear extends Error {
  readonly question: CostQuestion
  constructor(question: CostQuestion) {
    super(
      'This is a list of costs. Check whether its columns are recognised correctly, and fill in what is missing.',
    )
    this.question = question
  }
}

/**
 * Runs one queued import to its end: published as a whole, or ended with a reason and without a trace in any number.
 * Only one change of a company is made at a time.
 */
export async function runImport(
  services: Services,
  companyId: string,
  importId: number,
  signal?: AbortSignal,
  admit: Admit = admitAll,
): Promise<Import> {
  return withCompanyLock(services.accounts, companyId, async (lockLost) => {
    const { accounts } = services
    const company = await getCompany(accounts, companyId)
    if (!company) throw new Error(`Company ${companyId} does not exist.`)
    const record = await getImport(accounts, company, importId)
    if (!record) throw new Error(`Import ${importId} does not exist.`)
    if (record.status !== 'QUEUED') return record
    const known = await findLiveImport(accounts, company, record.fileSha256, record.requested)
    if (known) {
      const { madeAt } = record.requested
      if (madeAt) await madeAgain(services, companyId, { known, madeAt, signal: lockLost })
      return endImport(accounts, company, importId, 'ALREADY_KNOWN', {
        code: 'FILE_KNOWN',
        text: `This file was imported before as "${known.fileName}" (import ${known.id}). Nothing was changed.`,
      })
    }
    const stop = AbortSignal.any([lockLost, ...(signal ? [signal] : [])])
    for (;;) {
      const version = await startImport(accounts, company, importId)
      if (version === undefined) return (await getImport(accounts, company, importId))!
      try {
        // The version is open now, so what earlier ones left behind is dead and may go.
        const fresh = (await getCompany(accounts, companyId))!
        await mustLieHere(services, fresh)
        await sweepDead(services, fresh)
        const { analytics } = services
        await writing({ analytics, company: fresh, version, signal: stop }, (writer) =>
          importUnder(services, writer, record, admit),
        )
      } catch (error) {
        if (!(error instanceof ReaderDied) || stop.aborted)
          return settleFailure(services, company, record, version, error, { stop, lockLost, signal })
        // Among rows, which are stored already: once more from the beginning. A second time it is the file that is refused.
        await releaseImport(accounts, company, importId, { attemptVersion: version, counts: false })
        continue
      }
      return (await getImport(accounts, company, importId))!
    }
  })
}

async function settleFailure(
  services: Services,
  company: Company,
  record: Import,
  attemptVersion: number,
  error: unknown,
  { stop, lockLost, signal }: { stop: AbortSignal; lockLost: AbortSignal; signal: AbortSignal | undefined },
): Promise<Import> {
  const { accounts } = services
  const release = (counts: boolean, awaySince?: Date) =>
    releaseImport(accounts, company, record.id, { attemptVersion, counts, ...(awaySince && { awaySince }) })
  const end = (status: Parameters<typeof endImport>[3], code: string, text: string) =>
    endImport(accounts, company, record.id, status, { code, text })
  if (error instanceof AccountUnclear) {
    await updateImport(accounts, company, record.id, { result: { accountChoices: error.choices } })
    return end('NEEDS_ANSWER', 'ACCOUNT_UNCLEAR', error.message)
  }
  if (error instanceof MarketplaceUnclear) {
    await updateImport(accounts, company, record.id, { result: { asksMarketplace: true } })
    return end('NEEDS_ANSWER', 'ACCOUNT_UNCLEAR', error.message)
  }
  if (error instanceof DayUnclear) {
    await updateImport(accounts, company, record.id, { result: { asksDay: true } })
    return end('NEEDS_ANSWER', 'DAY_UNCLEAR', error.message)
  }
  if (error instanceof CostsUnclear) {
    await updateImport(accounts, company, record.id, { result: { costQuestion: error.question } })
    return end('NEEDS_ANSWER', 'COSTS_UNCLEAR', error.message)
  }
  if (error instanceof UnreadableFile && error.code === 'DATE_ORDER_UNKNOWN') {
    await updateImport(accounts, company, record.id, { result: { asksDateOrder: true } })
    return end('NEEDS_ANSWER', error.code, error.message)
  }
  if (stop.reason instanceof ProcessLeaving) return release(false)
  const tryAgain = async (
    again: BrokenOff['again'],
    cause: unknown,
    released: Promise<Import>,
  ): Promise<Import> => {
    const given = await released
    // Somebody has cancelled it meanwhile.
    if (!isUnderWay(given.status)) return given
    throw new BrokenOff(record.id, again, cause)
  }
  if (lockLost.aborted)
    return tryAgain(
      'later',
      lockLost.reason,
      onceBack(() => release(false), signal),
    )
  if (stop.aborted) return end('CANCELLED', 'CANCELLED', 'The import was cancelled. Nothing was changed.')
  if (error instanceof UnreadableFile) return end('REFUSED', error.code, error.message)
  if (error instanceof AppError) return end('FAILED', error.code, error.message)
  if (isDiskFull(error))
    return end(
      'FAILED',
      'DISK_FULL',
      'There was too little room on the disk of this installation, and nothing was changed. The file is kept: try again when there is room.',
    )
  // Somebody else is away, which at once would go no better: the next look tries again.
  const isElsewhere = isDatabaseAway(error) || (error instanceof AnalyticsError && error.isNotNow)
  const awaySince = record.awaySince ?? services.now()
  if (isElsewhere && +services.now() - +awaySince < AWAY_MS_MAX) {
    return tryAgain(
      'later',
      error,
      onceBack(() => release(false, awaySince), signal),
    )
  }
  if (error instanceof AnalyticsError && error.unanswered) {
    const isBack = await answers(services.analytics)
    // Where the engine is still away the file has nothing to do with it.
    if (!isBack || record.unfinishedAttempts + 1 < UNFINISHED_ATTEMPTS_MAX) {
      return tryAgain(isBack ? 'now' : 'later', error, release(isBack))
    }
  }
  await end('FAILED', 'INTERNAL', 'The import failed and nothing was changed. Try again; the file is kept.')
  throw error
}

/** For so long an import waits for others to come back, from when they were first away. */
const AWAY_MS_MAX = 24 * 3_600_000
/** The longest of the pauses, which double, between tries to write down that a database is away into that database. */
const BACK_MS_MAX = 64_000

/** An attempt that could not be given back would count as one that ended its process. */
async function onceBack<T>(write: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let pauseMs = 1_000; ; pauseMs *= 2) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || pauseMs > BACK_MS_MAX) throw error
      await delay(pauseMs, undefined, { signal })
    }
  }
}

const ANSWER_MS_MAX = 10_000

/** Whether the engine is there, or has been started again within moments. */
const answers = (analytics: Analytics): Promise<boolean> =>
  Promise.race([
    analytics.rows('SELECT 1').then(
      () => true,
      () => false,
    ),
    delay(ANSWER_MS_MAX, false, { ref: false }),
  ])

/** What a person has said of a file, for every time that it is read. */
export const openOptionsOf = ({
  requested: { marketplace, day, dateOrder, costs, complete, tables, charset },
}: Import): OpenOptions => ({
  ...(marketplace && { marketplace }),
  ...(day && { day }),
  ...(dateOrder && { dateOrder }),
  ...(costs && { costs }),
  ...(complete && { mayBeEmpty: true }),
  ...(tables && { tables }),
  ...(charset && { charset }),
})

/**
 * A cost without a rate has no value, and with it no profit has any. Currencies of marketplaces are taken all the same: in a
 * company that has no other nothing is converted.
 */
async function mustHaveRates(
  services: Services,
  { analytics, company, version }: JournalWriter,
  live: readonly number[],
): Promise<void> {
  const found = await analytics.rows<{ currency: string }>(
    `SELECT DISTINCT toString(currency) AS currency FROM product_costs WHERE ${LIVE_FACTS.text} ORDER BY currency`,
    { params: { companyId: company.id, live: [version] } },
  )
  const others = found
    .map(({ currency }) => currency)
    .filter((currency) => !(CURRENCY_CODES as string[]).includes(currency))
  const [lacking] = others.length === 0 ? [] : await withoutRates(services, company, live, others)
  if (lacking !== undefined)
    throw new UnreadableFile(
      'COSTS_WITHOUT_RATES',
      `Costs are in ${lacking}, of which there are no exchange rates here: they would have no value, and no profit would have one. Import rates of ${lacking} first, such as the history of the European Central Bank (eurofxref-hist.csv), or give the costs in another currency; then import this file again.`,
    )
}

/** An archive within an archive is not one more: how much is in it would be anybody's guess. */
const isOfSeveral = (error: unknown): boolean =>
  error instanceof UnreadableFile && error.code === 'SEVERAL_FILES_IN_ARCHIVE'

async function importUnder(
  services: Services,
  writer: JournalWriter,
  record: Import,
  admit: Admit,
): Promise<void> {
  const { accounts } = services
  const { company, version } = writer
  const report = throttled(services, writer, record)
  await report('READING', 0)
  await using opened = await services.reports
    .open(
      { companyId: company.id, sha256: record.fileSha256, fileName: record.fileName },
      openOptionsOf(record),
      writer.signal,
    )
    .catch((error: unknown) => {
      if (isOfSeveral(error) && record.requested.archive === undefined) return undefined
      throw error
    })
  if (!opened) return takeApart(services, writer, record, admit)
  if (opened.question && !record.requested.costs) {
    const { guess } = opened.question
    throw new CostsUnclear({
      ...opened.question,
      guess: { ...guess, currency: guess.currency ?? company.defaultCurrency },
    })
  }
  // Before its rows are read, which say nothing as long as it is not known.
  if (
    isOfMarketplace(opened.type) &&
    !record.requested.marketplace &&
    opened.sample.marketplaces.length === 0
  )
    throw new MarketplaceUnclear()
  // Whoever says it; somewhere the next day may have begun.
  const { day } = record.requested
  if (day !== undefined && day > addDays(today(services), 1))
    throw new DayUnclear(`No report is of ${day}, which has not begun. Give the day that this one is of.`)
  if (opened.lacksDay)
    throw new DayUnclear(opened.type.kind === 'records' ? opened.type.dayQuestion : undefined)
  await updateImport(accounts, company, record.id, { reportType: opened.type.id })
  const { complete } = record.requested
  let account: Promise<string> | undefined
  const ofFile = () => (account ??= accountOfFile(services, company, record, opened))
  const { tables, settings } = await readIntoFacts(
    writer,
    opened,
    { complete, ofFile, declared: (declared) => declaredAccount(services, company, declared) },
    (bytes) => void report('READING', bytes),
  )

  await report('LEDGER', record.fileBytes)
  const requests = await liveRequests(accounts, company)
  const before = requests.map(({ attemptVersion }) => attemptVersion!)
  const changes = settingsOf(settings)
  const live = [...before, version]
  if (tables.has('product_costs')) await mustHaveRates(services, writer, live)
  const moments = readingMoments([...requests, { ...record, attemptVersion: version }])
  const work = new Work(services, writer, {
    live,
    moments,
    changed: [version],
    tables,
    settings: { ...settingsThatCount(company), ...changes },
    changedSettings: SETTINGS_THAT_COUNT.filter(
      (key) => key in changes && !isDeepStrictEqual(changes[key], company[key]),
    ),
  })
  const sellerAccounts = await work.accounts()
  // What came is counted beside its derivation: both read the same rows, and neither what the other writes.
  const [{ read, refused, ...found }, damages, holdings] = await Promise.all([
    readingOf(writer, tables, {
      accounts: sellerAccounts,
      places: work.places,
      marketplaces: work.marketplaces,
    }),
    work.holdings().then((held) => damagesOf(writer, opened, held)),
    work.holdings(),
    applyChange(work),
  ])

  await report('PUBLISHING', record.fileBytes)
  const [recounted, settlements] = await Promise.all([
    recount(services, writer, {
      before,
      after: live,
      changed: version,
      moments,
      touched: await work.touched(),
      tablesOfOthers: await work.tablesOfOthers(),
      holdings,
    }),
    settlementsOf(writer, live, sellerAccounts, holdings),
  ])
  const refusedRows =
    refused === 0 ? [] : await refusedRowsOf(services.analytics, company.id, version, 100, tables)
  const { known, inactive } = recounted
  const earlier = recounted.stopped.length === 0 ? [] : await liveImports(accounts, company)
  const replaced = recounted.stopped.map(({ attempt, ...rows }) => {
    const { id, fileName } = earlier.find((row) => row.attemptVersion === attempt)!
    return { importId: id, fileName, ...rows }
  })
  const result: ImportResult = {
    reportLabel: opened.type.label,
    ...found,
    counts: { read, kept: read - refused - known - inactive, known, inactive, refused },
    refusedRows,
    settlements,
    replaced,
    damages,
    ...(opened.question && { costQuestion: opened.question }),
  }
  if (result.counts.read > 0 && result.counts.read === result.counts.refused && !settings) {
    const first = result.refusedRows[0]
    throw new UnreadableFile(
      'UNKNOWN_HEADER',
      `None of the ${result.counts.read} rows can be read; ${placeOf(opened, first)}: ${first?.reason}.`,
    )
  }
  // A settlement without any rows is one in which nothing happened, and so are days that were asked for.
  const statesNothing = holdings.stated.some(({ importId }) => importId === version) || complete !== undefined
  if (result.counts.read === 0 && !settings && !statesNothing) throw noRows()
  await updateImport(accounts, company, record.id, { result: result as unknown as Record<string, unknown> })
  writer.signal?.throwIfAborted()
  await publish(accounts, {
    company,
    version,
    kind: 'IMPORT',
    importId: record.id,
    settings: changes,
    recounted: recounted.others,
  })
}

async function accountOfFile(
  services: Services,
  company: Company,
  record: Import,
  opened: OpenedFile,
): Promise<string> {
  const account = await accountFor(services, company, record, opened)
  if (account) await updateImport(services.accounts, company, record.id, { sellerAccountId: account.id })
  return account?.id ?? ''
}

/** A facts file numbers the rows of each of its tables. */
const placeOf = ({ type }: OpenedFile, row: RefusedRow | undefined): string =>
  type.source === 'FACTS' ? `row ${row?.lineNumber} of ${row?.table}` : `line ${row?.lineNumber}`

/** Tells the record how far the work is, not more often than somebody would look. */
function throttled({ accounts }: Services, { company, version }: JournalWriter, { id }: Import) {
  let last = -Infinity
  let phase: ImportPhase | undefined
  return async (now: ImportPhase, bytesRead: number): Promise<void> => {
    if (phase === now && performance.now() - last < PROGRESS_EVERY_MS) return
    phase = now
    last = performance.now()
    const attempt = { id, attemptVersion: version }
    await reportProgress(accounts, company, attempt, { phase: now, bytesRead }).catch(() => {})
  }
}

function settingsOf(settings: FileSettings | undefined): Partial<CompanySettings> {
  if (!settings) return {}
  return {
    ...(settings.establishment_country !== undefined && {
      establishmentCountry: settings.establishment_country,
    }),
    ...(settings.fee_vat_recoverable !== undefined && { feeVatRecoverable: settings.fee_vat_recoverable }),
    ...(settings.default_currency !== undefined && { defaultCurrency: settings.default_currency }),
    ...(settings.fx_policy !== undefined && { fxPolicy: settings.fx_policy }),
    ...(settings.vat_rates && { vatRates: settings.vat_rates }),
    ...(settings.replenishment && { replenishment: settings.replenishment }),
    ...(settings.wasted_click_threshold !== undefined && {
      wastedClickThreshold: settings.wasted_click_threshold,
    }),
    ...(settings.brand_aliases && { brandAliases: settings.brand_aliases }),
    ...(settings.ended_sales && { endedSales: settings.ended_sales }),
    ...(settings.line_mappings && { lineMappings: settings.line_mappings }),
  }
}

/** Reports of money and orders belong to a seller account; costs and rates belong to the company. */
const needsAccount = ({ type }: OpenedFile): boolean =>
  type.source !== 'NONE' || isOfAccount(type) || ('table' in type && type.table === 'order_items')

/** A facts file may hold nothing that belongs to an account. */
const needsMarketplace = ({ type }: OpenedFile): boolean =>
  isOfAccount(type) || (type.source !== 'FACTS' && type.source !== 'NONE')

const isOfAccount = (type: ReportType): boolean =>
  (type.kind === 'records' && type.isOfAccount === true) || isOfMarketplace(type)

const isOfMarketplace = (type: ReportType): boolean =>
  type.kind === 'records' && type.isOfMarketplace === true

const REGION_LABELS: Record<Region, string> = {
  EUROPE: 'Europe',
  NORTH_AMERICA: 'North America',
  FAR_EAST: 'Far East',
}

/** An account of this name that the company has stays as it is; its home decides the days of rows without a marketplace. */
export async function declaredAccount(
  { accounts }: Services,
  company: Company,
  { name, region, homeMarketplace }: DeclaredAccount,
): Promise<string> {
  const held = (await listSellerAccounts(accounts, company)).find((account) => account.name === name)
  if (held && held.region !== region)
    throw new UnreadableFile(
      'ACCOUNT_ELSEWHERE',
      `The file says that the seller account "${name}" is in ${REGION_LABELS[region]}; the one of this company is in ${REGION_LABELS[held.region]}. Rename it in the file.`,
    )
  const account = await ensureSellerAccount(accounts, company, {
    name,
    region,
    ...(homeMarketplace !== null && { homeMarketplace }),
  })
  return account.id
}

/** The seller account of a file: named by the person, or the only one that can be meant. Made when the company has none there. */
async function accountFor(
  services: Services,
  company: Company,
  record: Import,
  opened: OpenedFile,
): Promise<SellerAccount | undefined> {
  const { accounts } = services
  const wanted = record.requested
  if (!needsAccount(opened) && !wanted.account) return undefined
  const home = homeMarketplace(opened, wanted.marketplace)
  const existing = await listSellerAccounts(accounts, company)
  if (wanted.account) {
    const named = existing.find((account) => account.name === wanted.account)
    if (named) return named
    if (!home && !needsMarketplace(opened)) return undefined
    if (!home) throw new MarketplaceUnclear()
    return ensureSellerAccount(accounts, company, {
      name: wanted.account,
      region: marketplaceOf(home)!.region,
      homeMarketplace: home,
    })
  }
  if (!home) {
    if (!needsMarketplace(opened)) return existing.length === 1 ? existing[0] : undefined
    // An account says no currency, without which an export by date range has no row that could be read.
    const hasCurrency =
      opened.kind === 'lines' || isOfAccount(opened.type) || opened.sample.currencies.length > 0
    if (existing.length === 1 && hasCurrency) return existing[0]
    throw new MarketplaceUnclear()
  }
  const { region } = marketplaceOf(home)!
  const inRegion = existing.filter((account) => account.region === region)
  if (inRegion.length === 1) return inRegion[0]
  if (inRegion.length > 1) {
    throw new AccountUnclear(
      inRegion.map((a) => a.name),
      `The company has ${inRegion.length} seller accounts in ${REGION_LABELS[region]}. Choose the one that this file belongs to.`,
    )
  }
  return ensureSellerAccount(accounts, company, {
    name: REGION_LABELS[region],
    region,
    homeMarketplace: home,
  })
}

function homeMarketplace({ sample }: OpenedFile, wanted: string | undefined): string | undefined {
  if (wanted && marketplaceOf(wanted)) return wanted
  for (const name of sample.marketplaces) {
    const code = marketplaceOf(name.toUpperCase())?.code ?? marketplaceOfName(name)
    if (code) return code
  }
  for (const currency of sample.currencies) {
    // The euro has several marketplaces; all are in one region, and Germany stands for it.
    const code = currency === 'EUR' ? 'DE' : MARKETPLACES.find((m) => m.currency === currency)?.code
    if (code) return code
  }
  return undefined
}
