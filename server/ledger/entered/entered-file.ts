import { Readable } from 'node:stream'
import type { FactTable } from '#amazon/index.ts'
import {
  findLiveImport,
  liveRequests,
  replaceEnteredImport,
  type Company,
  type Entered,
  type Import,
  type RecountedRows,
  type Tx,
} from '#server/accounts/index.ts'
import type { AppError } from '#server/errors.ts'
import type { StoredFile } from '#server/files/raw-files.ts'
import type { Admit } from '#server/ledger/importing/archive-import.ts'
import { applyChange } from '#server/ledger/changing/apply-change.ts'
import { settingsThatCount, Work } from '#server/ledger/changing/work.ts'
import { readingOf } from '#server/ledger/importing/import-result.ts'
import type { ImportResult } from '#server/ledger/importing/import-result.ts'
import { discardFile } from '#server/ledger/importing/discarded-file.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { readIntoFacts } from '#server/ledger/importing/read-file.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { recount } from '#server/ledger/changing/recount.ts'
import type { Services } from '#server/ledger/services.ts'

/** What people have entered, as the facts file that the ledger reads. */
export interface EnteredFile {
  entered: Entered
  fileName: string
  table: FactTable
  /** Null where there is nothing to state. */
  text: string | null
  /** The import through which it counts now. */
  former: Import | undefined
  /** Whether there is room for the file. */
  admit: Admit
  /** What is said where a file of the same content was handed in. */
  isTwin: (fileName: string) => AppError
}

/** What is published: `within` the transaction of the version, the file takes the place of the one before it. */
export interface EnteredChange {
  recounted: RecountedRows[]
  within: (tx: Tx) => Promise<void>
}

/** Makes what was entered count, as of the writer's version. */
export async function enteredChange(
  services: Services,
  writer: JournalWriter,
  entry: EnteredFile,
): Promise<EnteredChange> {
  const { accounts } = services
  const { company } = writer
  const { entered, fileName, former } = entry
  const file = await storedFile(services, company, entry)
  if (file?.sha256 === former?.fileSha256) return { recounted: [], within: async () => {} }
  if (file) {
    const twin = await findLiveImport(accounts, company, file.sha256)
    if (twin) throw entry.isTwin(twin.fileName)
  }
  const { result, recounted } = await countInstead(services, writer, entry, file).catch(
    async (error: unknown) => {
      if (file) await discardFile(services, company, file.sha256)
      throw error
    },
  )
  return {
    recounted,
    within: (tx) =>
      replaceEnteredImport(tx, company, {
        entered,
        former,
        next: file && {
          fileName,
          fileSha256: file.sha256,
          fileBytes: file.bytes,
          reportType: 'facts_file',
          result: result as unknown as Record<string, unknown>,
        },
        version: writer.version,
      }),
  }
}

async function storedFile(
  { files }: Services,
  company: Company,
  { text, admit }: EnteredFile,
): Promise<StoredFile | null> {
  if (text === null) return null
  const admission = await admit(company)
  try {
    const body = Readable.from([Buffer.from(text)], { objectMode: false })
    return await files.put(company.id, admission.body(body))
  } finally {
    admission.end()
  }
}

async function countInstead(
  services: Services,
  writer: JournalWriter,
  { entered, fileName, table, former: replaced }: EnteredFile,
  file: StoredFile | null,
): Promise<{ result: ImportResult | null; recounted: RecountedRows[] }> {
  const { company, version } = writer
  const former = replaced?.attemptVersion ?? undefined
  const alone = new Set([table])
  const label = file && (await readFile(services, writer, file, fileName))
  const imports = await liveRequests(services.accounts, company)
  const moments = readingMoments([...imports, { attemptVersion: version, requested: { entered } }])
  const before = imports.map((row) => row.attemptVersion!)
  const others = before.filter((attempt) => attempt !== former)
  const live = file ? [...others, version] : others
  const work = new Work(services, writer, {
    live,
    moments,
    changed: [...(file ? [version] : []), ...(former === undefined ? [] : [former])],
    tables: alone,
    settings: settingsThatCount(company),
    changedSettings: [],
  })
  await applyChange(work)
  const holdings = await work.holdings()
  const coming = {
    touched: alone,
    tablesOfOthers: await work.tablesOfOthers(),
    holdings,
    moments,
  }
  const went =
    former === undefined
      ? []
      : (await recount(services, writer, { ...coming, before, after: others, changed: former })).others
  if (label === null) return { result: null, recounted: went }
  const came = await recount(services, writer, { ...coming, before: others, after: live, changed: version })
  const { read, refused, ...found } = await readingOf(writer, alone, {
    accounts: await work.accounts(),
    places: work.places,
    marketplaces: work.marketplaces,
  })
  // Every row was checked before it was taken.
  if (refused > 0) throw new Error(`${refused} of the rows of “${fileName}” cannot be read.`)
  const { known, inactive } = came
  return {
    result: {
      reportLabel: label,
      ...found,
      counts: { read, kept: read - known - inactive, known, inactive, refused },
      refusedRows: [],
      settlements: [],
      replaced: [],
      damages: [],
    },
    recounted: [...went, ...came.others],
  }
}

/** Stores the rows of the file under the writer's version; the name of its type. */
async function readFile(
  services: Services,
  writer: JournalWriter,
  { sha256 }: StoredFile,
  fileName: string,
): Promise<string> {
  const { company, signal } = writer
  await using opened = await services.reports.open({ companyId: company.id, sha256, fileName }, {}, signal)
  await readIntoFacts(
    writer,
    opened,
    {
      complete: undefined,
      ofFile: async () => '',
      declared: () => {
        throw new Error('What was entered belongs to no seller account.')
      },
    },
    () => {},
  )
  return opened.type.label
}
