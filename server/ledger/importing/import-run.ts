import { isDeepStrictEqual } from 'node:util'
import { SETTINGS_THAT_COUNT } from '#contract/company-settings.ts'
import { ANNOTATIONS_MAX } from '#contract/dashboards/weekly-review.ts'
import {
  noRows,
  UnreadableFile,
  type CompanyNote,
  type CompanySettings as FileSettings,
  type OpenOptions,
} from '#amazon/index.ts'
import { addDays } from '#contract/date-range.ts'
import type { ImportPhase, RefusedRow } from '#contract/imports.ts'
import {
  addCompanyNotes,
  endImport,
  findLiveImport,
  getCompany,
  getImport,
  filesOfAttempts,
  liveRequests,
  publish,
  releaseImport,
  reportProgress,
  startImport,
  updateImport,
  withCompanyLock,
  type CompanySettings,
  type Import,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { ReaderDied } from '#server/reading/report-reader.ts'
import { madeAgain } from '#server/ledger/changing/changes.ts'
import { applyChange } from '#server/ledger/changing/apply-change.ts'
import { settingsThatCount, Work } from '#server/ledger/changing/work.ts'
import { admitAll, takeApart, type Admit } from './archive-import.ts'
import { mustHaveRates } from './costs-have-rates.ts'
import { accountOfFile, declaredAccount, isOfMarketplace } from './file-account.ts'
import { settleFailure } from './import-failure.ts'
import { damagesOf, readingOf, refusedRowsOf, settlementsOf, type ImportResult } from './import-result.ts'
import { costsUnclear, dayUnclear, marketplaceUnclear } from './open-questions.ts'
import { writing, type JournalWriter } from '#server/ledger/journal.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { recount } from '#server/ledger/changing/recount.ts'
import { readIntoFacts } from './read-file.ts'
import { mustLieHere } from '#server/ledger/company-shard.ts'
import { sweepDead } from '#server/ledger/dead-rows.ts'
import type { OpenedFile } from '#server/reading/pieces.ts'
import { today, type Services } from '#server/ledger/services.ts'

const PROGRESS_EVERY_MS = 400

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

/** What a person has said of a file, for every time that it is read. */
export const openOptionsOf = ({
  requested: { marketplace, day, dateOrder, costs, complete, days, tables, charset, fetched },
}: Import): OpenOptions => ({
  ...(marketplace && { marketplace }),
  ...(day && { day }),
  ...(dateOrder && { dateOrder }),
  ...(costs && { costs }),
  ...(complete && { mayBeEmpty: true }),
  ...(days && { days }),
  ...(tables && { tables }),
  ...(fetched !== undefined && { isFetched: true }),
  ...(charset && { charset }),
})

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
    throw costsUnclear({
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
    throw marketplaceUnclear()
  // Whoever says it; somewhere the next day may have begun.
  const { day } = record.requested
  if (day !== undefined && day > addDays(today(services), 1))
    throw dayUnclear(`No report is of ${day}, which has not begun. Give the day that this one is of.`)
  if (opened.lacksDay) throw dayUnclear(opened.type.kind === 'records' ? opened.type.dayQuestion : undefined)
  await updateImport(accounts, company, record.id, { reportType: opened.type.id })
  const { complete } = record.requested
  let account: Promise<string> | undefined
  const ofFile = () => (account ??= accountOfFile(services, company, record, opened))
  const { tables, settings, notes } = await readIntoFacts(
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
  const earlier = await filesOfAttempts(
    accounts,
    company,
    recounted.stopped.map(({ attempt }) => attempt),
  )
  const replaced = recounted.stopped.map(({ attempt, ...rows }) => {
    const { id, fileName } = earlier.get(attempt)!
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
  const saysMore = settings !== undefined || notes.length > 0
  if (result.counts.read > 0 && result.counts.read === result.counts.refused && !saysMore) {
    const first = result.refusedRows[0]
    const none =
      result.counts.read === 1 ? 'Its only row cannot' : `None of the ${result.counts.read} rows can`
    throw new UnreadableFile(
      'UNKNOWN_HEADER',
      `${none} be read; ${placeOf(opened, first)}: ${first?.reason}.`,
    )
  }
  // A settlement without any rows is one in which nothing happened, and so are days that were asked for.
  const statesNothing = holdings.stated.some(({ importId }) => importId === version) || complete !== undefined
  if (result.counts.read === 0 && !saysMore && !statesNothing) throw noRows()
  await updateImport(accounts, company, record.id, { result: result as unknown as Record<string, unknown> })
  writer.signal?.throwIfAborted()
  await publish(accounts, {
    company,
    version,
    kind: 'IMPORT',
    importId: record.id,
    settings: changes,
    recounted: recounted.others,
    within: async (tx) => {
      const said = { at: services.now(), by: BY_IMPORT, annotationsMax: ANNOTATIONS_MAX }
      if (!(await addCompanyNotes(tx, company, notesOf(notes), said)))
        throw new AppError('ANNOTATIONS_FULL', { max: ANNOTATIONS_MAX })
    },
  })
}

/** People of another installation are nobody here, so what they have said is said by the import. */
const BY_IMPORT = 'import'

const notesOf = (notes: readonly CompanyNote[]) => ({
  targets: notes.flatMap(({ list, row }) =>
    list === 'targets' ? [{ ...row, marketplace: row.marketplace ?? '', month: `${row.month}-01` }] : [],
  ),
  weeklyNotes: notes.flatMap(({ list, row }) => (list === 'weekly_notes' ? [row] : [])),
  annotations: notes.flatMap(({ list, row }) =>
    list === 'annotations' ? [{ day: row.date, text: row.text }] : [],
  ),
})

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
