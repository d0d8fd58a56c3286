import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { dumpAccounts, getCompany, keptContents, listCompanies } from '#server/accounts/index.ts'
import { openRawFiles } from '#server/files/open.ts'
import type { RawFiles } from '#server/files/raw-files.ts'
import { FORMS, restored, storedName } from '#server/files/staging.ts'
import { checksums, type TableChecksum } from '#server/ledger/checksums.ts'
import type { Services } from '#server/ledger/services.ts'
import { AppError } from './errors.ts'
import { fingerprintOf } from './secret-key.ts'
import { flushDirectory } from './files/flush-directory.ts'
import { writingInto } from './writing-into.ts'

/*
 * A backup is a directory:
 *
 *   manifest.json                        what belongs to the backup, with the hash of each file; written last
 *   accounts-<time>.jsonl.gz             everything that the relational store holds
 *   secret-<fingerprint>.key             the installation's secret, unless the environment gives it
 *   files/<company>/<sha256>.gz or .raw  the raw files as they came, by content
 *
 * The warehouse is not in it: all of its tables are made from the raw files. What they should come out as is in the
 * manifest. A backup into a directory that holds one already copies what is new; until the manifest is exchanged the
 * former backup is complete, from then on the new one is.
 */

const FORMAT = 1
const MANIFEST = 'manifest.json'
const OWN_NAMES =
  /^(manifest\.json(\.part)?|accounts-[^/]*\.jsonl\.gz(\.unfinished)?|secret-[0-9a-f]*\.key|files)$/
/** How often the accounts are copied again because a company changed meanwhile. */
const TRIES_MAX = 5
const TRIES_FOR_CHECKSUMS = 3

export interface BackupFile {
  /** From the backup's directory, with `/`. */
  path: string
  bytes: number
  /** Of the file as it lies in the backup. */
  sha256: string
}

export interface BackupCompany {
  id: string
  name: string
  files: BackupFile[]
  /** Of its tables at the moment of the backup; null where the company was changed just then. */
  checksums: TableChecksum[] | null
}

export interface BackupManifest {
  format: number
  writtenAt: string
  accounts: BackupFile
  /** What the user pool in it is encrypted with: the file, or where the environment gave it, how to know it again. */
  secret?: { fingerprint: string; file: BackupFile | null }
  companies: BackupCompany[]
}

export interface BackupSummary {
  directory: string
  writtenAt: string
  /** Whoever has the backup can open what is encrypted in it. */
  holdsSecret: boolean
  companies: number
  files: number
  /** Raw files that this run copied; the others were there. */
  copied: number
  bytes: number
}

/** The backup can't be restored; the text names what is wrong with it. */
export class BackupUnusable extends Error {
  override name = 'BackupUnusable'
}

export interface InstallationSecret {
  key: Buffer
  /** The environment gives it, so it is kept elsewhere and stays out of backups. */
  isGiven: boolean
}

export interface BackupOptions {
  signal?: AbortSignal | undefined
  secret?: InstallationSecret | undefined
  onProgress?: (done: number, total: number) => void
}

/**
 * Copies accounts and raw files of all companies into a directory, as of one moment, while everything goes on. The
 * backup is on the disk when this resolves; if it fails, what was in the directory before still is a backup.
 */
export const writeBackup = (
  services: Services,
  directory: string,
  options: BackupOptions = {},
): Promise<BackupSummary> => writingInto(directory, () => backUpInto(directory, services, options))

async function backUpInto(
  directory: string,
  services: Services,
  { signal, secret, onProgress = () => {} }: BackupOptions,
): Promise<BackupSummary> {
  const place = await placeOf(directory)
  const former = await readManifest(place).catch(() => undefined)
  const writer: Writer = {
    services,
    place,
    copies: await openRawFiles(join(place, 'files')),
    known: new Map(former?.companies.flatMap(({ files }) => files).map((file) => [file.path, file])),
    signal,
  }
  let copied = 0
  let written: { accounts: BackupFile; companies: BackupCompany[] } | undefined
  for (let tries = 1; !written; tries++) {
    const { accounts, companies } = await accountsAndCompanies(writer)
    const hashes = await Promise.all(companies.map(({ id }) => services.files.list(id)))
    const total = hashes.flat().length
    let done = 0
    for (const [index, company] of companies.entries()) {
      for (const sha256 of hashes[index]!) {
        signal?.throwIfAborted()
        onProgress(done++, total)
        const { file, isNew } = await copyRawFile(writer, company.id, sha256)
        if (!file) continue
        company.files.push(file)
        if (isNew) copied++
      }
    }
    const still = new Set((await listCompanies(services.accounts)).map(({ id }) => id))
    // The files of a company that was deleted meanwhile are gone, so its accounts must not be in the backup either.
    if (companies.every(({ id }) => still.has(id))) written = { accounts, companies }
    else if (tries === TRIES_MAX) throw tooBusy()
  }
  const writtenAt = new Date().toISOString()
  const manifest: BackupManifest = {
    format: FORMAT,
    writtenAt,
    ...(secret && { secret: await copySecret(place, secret) }),
    ...written,
  }
  await writeManifest(place, manifest)
  await removeFormer(place, manifest, former)
  await rmdir(join(place, 'files/.unfinished')).catch(() => {})
  if (place !== directory) await rename(place, directory)
  await flushDirectory(dirname(directory))
  const files = manifest.companies.flatMap((company) => company.files)
  return {
    directory,
    writtenAt,
    holdsSecret: manifest.secret?.file != null,
    companies: manifest.companies.length,
    files: files.length,
    copied,
    bytes: files.reduce((sum, file) => sum + file.bytes, manifest.accounts.bytes),
  }
}

async function copySecret(
  place: string,
  { key, isGiven }: InstallationSecret,
): Promise<NonNullable<BackupManifest['secret']>> {
  const fingerprint = fingerprintOf(key)
  if (isGiven) return { fingerprint, file: null }
  const path = `secret-${fingerprint}.key`
  await writeFile(join(place, path), `${key.toString('hex')}\n`, { mode: 0o600, flush: true })
  return { fingerprint, file: await entryOf(place, path) }
}

const tooBusy = () =>
  new AppError('DIRECTORY_UNUSABLE', {
    reason: 'Companies are being made or deleted all the time. Try again when that is over.',
  })

interface Writer {
  services: Services
  place: string
  /** Raw files below `place`. */
  copies: RawFiles
  /** Files of the backup that was here before. */
  known: Map<string, BackupFile>
  signal: AbortSignal | undefined
}

/** Where the backup grows: beside its directory as long as that does not exist, else in it. */
async function placeOf(directory: string): Promise<string> {
  const unusable = (reason: string, cause?: unknown) =>
    new AppError('DIRECTORY_UNUSABLE', { reason }, { cause })
  try {
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      if (error.code === 'ENOTDIR') throw unusable(`${directory} is a file. Give a directory.`)
      throw error
    })
    if (names?.some((name) => !OWN_NAMES.test(name))) {
      throw unusable(
        `${directory} holds other things than a backup. Give a new directory, or one that holds a backup.`,
      )
    }
    const place = names === undefined ? `${directory}.part` : directory
    await mkdir(place, { recursive: true, mode: 0o700 })
    return place
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unusable(`${directory} can't be written: ${(error as Error).message}`, error)
  }
}

/** The accounts, and the companies in them with the checksums that belong to the same moment. */
async function accountsAndCompanies(
  writer: Writer,
): Promise<{ accounts: BackupFile; companies: BackupCompany[] }> {
  const { services, place, signal } = writer
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    const path = `accounts-${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 4)}.jsonl.gz`
    const before = await listCompanies(services.accounts)
    await dumpAccounts(services.accounts, join(place, path))
    const companies: BackupCompany[] = []
    for (const { id, name } of before) {
      // A company that was deleted in this moment is found missing below.
      companies.push({
        id,
        name,
        files: [],
        checksums: await checksums(services, id).catch(orIfDeleted(null)),
      })
    }
    const after = new Map((await listCompanies(services.accounts)).map((company) => [company.id, company]))
    let unsure = 0
    for (const [index, company] of companies.entries()) {
      if (after.get(company.id)?.publishedVersion === before[index]!.publishedVersion) continue
      company.checksums = null
      unsure++
    }
    const sameCompanies = after.size === before.length && before.every(({ id }) => after.has(id))
    if (sameCompanies && (unsure === 0 || tries >= TRIES_FOR_CHECKSUMS)) {
      return { accounts: await entryOf(place, path), companies }
    }
    await rm(join(place, path), { force: true })
    if (tries >= TRIES_MAX) throw tooBusy()
  }
}

const orIfDeleted =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code === 'COMPANY_UNKNOWN') return value
    throw error
  }

/** The copy of a raw file; none if that has just been deleted. */
async function copyRawFile(
  { services, place, copies, known, signal }: Writer,
  companyId: string,
  sha256: string,
): Promise<{ file: BackupFile | undefined; isNew: boolean }> {
  const paths = FORMS.map((form) => posix.join('files', companyId, storedName(sha256, form)))
  for (const path of paths) {
    const former = known.get(path)
    // Read again rather than believed: the disk under a backup grows old too.
    const found = former && (await entryOf(place, path).catch(ifMissing))
    if (found && found.sha256 === former.sha256) return { file: former, isNew: false }
    await rm(join(place, path), { force: true })
  }
  try {
    const stored = await copies.put(companyId, await services.files.open(companyId, sha256), { signal })
    if (stored.sha256 !== sha256) throw new Error(`its content is that of ${stored.sha256}`)
  } catch (error) {
    if (signal?.aborted) throw error
    if (await isDiscarded(services, companyId, sha256)) return { file: undefined, isNew: false }
    throw new AppError(
      'DIRECTORY_UNUSABLE',
      {
        reason: `The raw file ${sha256} of company ${companyId} can't be copied: ${(error as Error).message}.`,
      },
      { cause: error },
    )
  }
  for (const path of paths) {
    const file = await entryOf(place, path).catch(ifMissing)
    if (file) return { file, isNew: true }
  }
  throw new Error(`The copy of ${sha256} is gone.`)
}

/** Whether it went on purpose: with its company, or a week after it was refused. */
async function isDiscarded(
  { accounts, files }: Services,
  companyId: string,
  sha256: string,
): Promise<boolean> {
  const company = await getCompany(accounts, companyId)
  if (!company) return true
  return !(await files.has(companyId, sha256)) && !(await keptContents(accounts, company)).has(sha256)
}

async function writeManifest(place: string, manifest: BackupManifest): Promise<void> {
  const part = join(place, `${MANIFEST}.part`)
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ sha256: hashOf(manifest), manifest }, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(place, MANIFEST))
  await flushDirectory(place)
}

const hashOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

const filesOf = ({ accounts, secret, companies }: BackupManifest): BackupFile[] => [
  accounts,
  ...(secret?.file ? [secret.file] : []),
  ...companies.flatMap(({ files }) => files),
]

/** Gives back the space of what only the backup before had: nothing else in the directory is touched. */
async function removeFormer(
  place: string,
  manifest: BackupManifest,
  former: BackupManifest | undefined,
): Promise<void> {
  const needed = new Set(filesOf(manifest).map(({ path }) => path))
  const accounts = (await readdir(place)).filter((name) => /^(accounts|secret)-/.test(name))
  for (const path of [
    ...accounts,
    ...(former?.companies.flatMap(({ files }) => files.map((file) => file.path)) ?? []),
  ]) {
    if (needed.has(path)) continue
    await rm(join(place, path), { force: true })
    if (path.startsWith('files/')) await rmdir(join(place, dirname(path))).catch(() => {})
  }
}

/** Reads a backup and every file of it; resolves only if nothing is missing or changed. */
export async function verifiedBackup(
  directory: string,
  { signal, onProgress = () => {} }: BackupOptions = {},
): Promise<BackupManifest> {
  const manifest = await readManifest(directory)
  const files = filesOf(manifest)
  const damaged: string[] = []
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    onProgress(index, files.length)
    const found = await entryOf(directory, file.path).catch(ifMissing)
    if (!found) damaged.push(`${file.path} is missing`)
    else if (found.sha256 !== file.sha256) damaged.push(`${file.path} has changed`)
  }
  if (damaged.length > 0) {
    const more = damaged.length > 5 ? ` and ${damaged.length - 5} more` : ''
    throw new BackupUnusable(
      `The backup in ${directory} is damaged: ${damaged.slice(0, 5).join(', ')}${more}.`,
    )
  }
  return manifest
}

async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(ifMissing)
  if (text === undefined) {
    throw new BackupUnusable(`There is no complete backup in ${directory}: ${MANIFEST} is missing.`)
  }
  const damaged = (cause?: unknown) =>
    new BackupUnusable(`The backup in ${directory} is damaged: ${MANIFEST} has changed.`, { cause })
  let read: { sha256?: unknown; manifest?: BackupManifest }
  try {
    read = JSON.parse(text) as typeof read
  } catch (error) {
    throw damaged(error)
  }
  if (!read.manifest || read.sha256 !== hashOf(read.manifest)) throw damaged()
  if (read.manifest.format !== FORMAT) {
    throw new BackupUnusable(
      `The backup in ${directory} was written by a newer Sextant. Restore it with that one.`,
    )
  }
  return read.manifest
}

/** The bytes of a raw file as they came, out of a backup. */
export const openBackedUp = (
  directory: string,
  { path }: BackupFile,
): { sha256: string; content: Readable } => {
  const [sha256 = '', form] = basename(path).split('.')
  const stored = createReadStream(join(directory, path))
  return { sha256, content: restored(stored, form === 'raw' ? 'raw' : 'gz') }
}

async function entryOf(directory: string, path: string): Promise<BackupFile> {
  const file = join(directory, path)
  const { size } = await stat(file)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), hash)
  return { path, bytes: size, sha256: hash.digest('hex') }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
