import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  AccountsError,
  listCompanies,
  openAccounts,
  recordAudit,
  recoverAfterCrash,
  restoreAccounts,
  type Accounts,
} from '#server/accounts/index.ts'
import { openAnalytics } from '#server/analytics/index.ts'
import { openBackedUp, verifiedBackup, type BackupManifest } from '#server/backup.ts'
import type { Config } from '#server/config.ts'
import { lockDataDir } from '#server/data-dir.ts'
import { openRawFiles } from '#server/files/open.ts'
import { checksums, type TableChecksum } from '#server/ledger/checksums.ts'
import { removeCompanyRows } from '#server/ledger/dead-rows.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'
import type { Services } from '#server/ledger/services.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import { prepareUserPool } from '#server/main.ts'
import { fingerprintOf, keyFrom, putSecretKey } from '#server/secret-key.ts'
import { lineOf, Refused, UsageError } from './failures.ts'
import { restoreBegins, restoreFinished, unfinishedRestore } from './unfinished-restore.ts'

/** In the data directory, while a snapshot is restored. */
const SNAPSHOT_COPY = 'restoring-accounts.jsonl.gz'

interface RestoreOptions {
  /** Throw away what is there. */
  replace: boolean
  signal: AbortSignal
  onProgress: (text: string, share?: number) => void
  log: (text: string) => void
}

interface TableDifference {
  table: string
  backup: TableChecksum | null
  restored: TableChecksum | null
}

export interface RestoreSummary {
  writtenAt: string
  /** Only the accounts were restored; the raw files are those that were there. */
  isSnapshot: boolean
  files: number
  companies: { id: string; name: string; differences: TableDifference[] }[]
  staysDeleted: { id: string; name: string }[]
}

/** Where the accounts come from, and the raw files if they come from there too. */
interface Source {
  /** What the person named. */
  path: string
  accounts: string
  writtenAt: string
  manifest: BackupManifest | undefined
}

/**
 * Fills an installation from a backup, or its accounts from an hourly snapshot, and makes its tables anew from the raw
 * files. Nothing is changed before the whole backup has been read; from then on until the end no other command opens
 * the data directory.
 */
export async function restore(
  config: Config,
  path: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { dataDir } = config
  const { replace, signal, onProgress, log } = options
  const lock = await lockDataDir(dataDir)
  const closers: (() => Promise<unknown>)[] = [() => lock.release()]
  // Only a restore that has begun needs it; else it would keep people who are forgotten everywhere else.
  const copy = join(dataDir, SNAPSHOT_COPY)
  if (path !== copy)
    closers.push(async () => {
      if ((await unfinishedRestore(dataDir)) === undefined) await rm(copy, { force: true })
    })
  try {
    const source = await sourceAt(path, dataDir, options)
    await checkSecret(config, source)
    onProgress('Restoring the accounts')
    const former = await takeAccounts(config, source, replace).catch((error: unknown) => {
      if (!(error instanceof AccountsError)) throw error
      // By the name that the person gave.
      const message = error.message.replace(source.accounts, path)
      throw new AccountsError(error.code, message, { cause: error })
    })
    const secret = source.manifest?.secret?.file
    if (secret) await putSecretKey(dataDir, await readFile(join(path, secret.path), 'utf8'))

    const accounts = await openAccounts({ dataDir, databaseUrl: config.databaseUrl })
    closers.push(() => accounts.close())
    await recoverAfterCrash(accounts)
    const present = await listCompanies(accounts)
    const services = await openEmptyTables(config, accounts, [...former, ...present.map(({ id }) => id)], log)
    closers.push(() => services.analytics.close())
    closers.push(() => services.reports.close())

    const files = source.manifest
      ? await restoreFiles(services, source.manifest, former, present, options, path)
      : 0
    const companies: RestoreSummary['companies'] = []
    for (const [index, { id, name }] of present.entries()) {
      signal.throwIfAborted()
      onProgress(`Making the tables of ${name}`, index / present.length)
      await rebuildCompany(services, id)
      const wanted = source.manifest?.companies.find((company) => company.id === id)?.checksums
      companies.push({
        id,
        name,
        differences: wanted ? differences(wanted, await checksums(services, id)) : [],
      })
    }
    await recordAudit(accounts, {
      actor: 'operator',
      action: 'installation.restore',
      details: { from: path, writtenAt: source.writtenAt },
    })
    await accounts.snapshot()
    await restoreFinished(dataDir)
    await rm(copy, { force: true })
    const staysDeleted = (source.manifest?.companies ?? [])
      .filter(({ id }) => present.every((company) => company.id !== id))
      .map(({ id, name }) => ({ id, name }))
    return {
      writtenAt: source.writtenAt,
      isSnapshot: source.manifest === undefined,
      files,
      companies,
      staysDeleted,
    }
  } finally {
    for (const closer of closers.reverse()) await closer()
  }
}

/** The backup, read through; or a snapshot, put where opening and closing the accounts does not clear it away. */
async function sourceAt(
  path: string,
  dataDir: string,
  { signal, onProgress }: RestoreOptions,
): Promise<Source> {
  const found = await stat(path).catch((error: unknown) => {
    throw new UsageError(lineOf(error))
  })
  if (found.isDirectory()) {
    const manifest = await verifiedBackup(path, {
      signal,
      onProgress: (done, total) => onProgress('Reading the backup', done / total),
    })
    return { path, accounts: join(path, manifest.accounts.path), writtenAt: manifest.writtenAt, manifest }
  }
  const copy = join(dataDir, SNAPSHOT_COPY)
  if (path !== copy) await copyFile(path, copy)
  const [, day, hour, minute, second] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(basename(path)) ?? []
  const writtenAt = day ? `${day}T${hour}:${minute}:${second}Z` : found.mtime.toISOString()
  return { path: copy, accounts: copy, writtenAt, manifest: undefined }
}

/** People sign in again only with the secret that the user pool was encrypted with. */
async function checkSecret({ secretKey }: Config, { manifest }: Source): Promise<void> {
  const backedUp = manifest?.secret
  if (!backedUp || (backedUp.file && secretKey === undefined)) return
  if (secretKey === undefined) {
    throw new Refused(
      'This backup does not hold its secret: set SEXTANT_SECRET_KEY to what it was where the backup was made.',
    )
  }
  if (fingerprintOf(keyFrom(secretKey, 'SEXTANT_SECRET_KEY')) === backedUp.fingerprint) return
  throw new Refused(
    `SEXTANT_SECRET_KEY is another secret than that of the backup. ${backedUp.file ? 'Leave it out: the backup holds the right one.' : 'Set it to what it was where the backup was made.'}`,
  )
}

/** Restores the relational store; resolves with the ids of the companies that were there before. */
async function takeAccounts(
  { dataDir, databaseUrl }: Config,
  source: Source,
  replace: boolean,
): Promise<string[]> {
  const former = await companiesBefore({ dataDir, databaseUrl, replace })
  // What an earlier try left behind is not worth keeping.
  const isSecondTry = (await unfinishedRestore(dataDir)) !== undefined
  if (former.length > 0 && !replace && !isSecondTry) {
    throw new Refused(
      `There are companies in ${dataDir} already. Choose an empty SEXTANT_DATA_DIR, or add --replace to throw them away.`,
    )
  }
  await restoreBegins(dataDir, source.path)
  try {
    await restoreAccounts({
      dataDir,
      databaseUrl,
      file: source.accounts,
      replace: replace || isSecondTry,
      prepare: (db) => prepareUserPool({ db }),
    })
  } catch (error) {
    // It is one transaction: nothing has changed.
    if (!isSecondTry) await restoreFinished(dataDir)
    throw error
  }
  return former
}

async function companiesBefore({
  dataDir,
  databaseUrl,
  replace,
}: Pick<Config, 'dataDir' | 'databaseUrl'> & { replace: boolean }): Promise<string[]> {
  let accounts: Accounts
  try {
    accounts = await openAccounts({ dataDir, databaseUrl })
  } catch (error) {
    // A store that can't be opened is what one restores for; `restoreAccounts` puts it aside.
    if (replace && !databaseUrl) return []
    throw error
  }
  try {
    return (await listCompanies(accounts)).map(({ id }) => id)
  } finally {
    await accounts.close()
  }
}

/** The warehouse without a row of these companies: versions begin anew below what stood there. */
async function openEmptyTables(
  { dataDir, clickhouseUrl, filesUrl }: Config,
  accounts: Accounts,
  companyIds: string[],
  log: (text: string) => void,
): Promise<Services> {
  const place = filesUrl ?? join(dataDir, 'files')
  const files = await openRawFiles(place)
  // Our own engine's tables may be what is damaged.
  if (!clickhouseUrl) await rm(join(dataDir, 'analytics'), { recursive: true, force: true })
  const logger = {
    info() {},
    warn: (_: object, message: string) => log(message),
    error: (_: object, message: string) => log(message),
  }
  const analytics = await openAnalytics({ dataDir, logger, ...(clickhouseUrl && { url: clickhouseUrl }) })
  if (clickhouseUrl) for (const id of new Set(companyIds)) await removeCompanyRows(analytics, id)
  return { accounts, analytics, files, reports: new ReportReader(place), now: () => new Date() }
}

async function restoreFiles(
  { files }: Services,
  manifest: BackupManifest,
  former: string[],
  present: { id: string }[],
  { signal, onProgress }: RestoreOptions,
  directory: string,
): Promise<number> {
  const restored = manifest.companies.filter(({ id }) => present.some((company) => company.id === id))
  // Files that are there may be damaged, and those of companies that are gone belong to nobody.
  for (const id of new Set([...former, ...restored.map((company) => company.id)])) await files.delete(id)
  const all = restored.flatMap((company) => company.files.map((file) => ({ companyId: company.id, file })))
  for (const [index, { companyId, file }] of all.entries()) {
    signal.throwIfAborted()
    onProgress('Restoring raw files', index / all.length)
    const { sha256, content } = openBackedUp(directory, file)
    const stored = await files.put(companyId, content, { signal })
    if (stored.sha256 !== sha256) throw new Refused(`${file.path} does not hold what its name says.`)
  }
  return all.length
}

function differences(backup: TableChecksum[], restored: TableChecksum[]): TableDifference[] {
  const tables = new Set([...backup, ...restored].map(({ table }) => table))
  return [...tables].flatMap((table) => {
    const [wanted = null, found = null] = [backup, restored].map((sums) =>
      sums.find((sum) => sum.table === table),
    )
    // A table that a later version brought is empty in an older backup.
    if ((wanted?.rows ?? 0) === 0 && (found?.rows ?? 0) === 0) return []
    return wanted?.checksum === found?.checksum ? [] : [{ table, backup: wanted, restored: found }]
  })
}
