import { AsyncResource } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createCompany,
  deleteCompany,
  listImports,
  markCleared,
  queueImport,
  storedBytes,
  withCompanyLock,
  type Accounts,
  type Company,
} from '#server/accounts/index.ts'
import { openTestAccounts } from '#server/accounts/testing.ts'
import { openRawFiles } from '#server/files/open.ts'
import type { RawFiles } from '#server/files/raw-files.ts'
import { keepFile } from '#server/ledger/importing/kept-file.ts'
import { deleteRefusedFiles } from '#server/ledger/importing/refused-files.ts'
import { StrayFiles } from '#server/ledger/importing/stray-files.ts'

const DAY_MS = 24 * 3_600_000
const CONTENT = 'no report at all'

let place: string
let accounts: Accounts
let files: RawFiles
let company: Company
let services: ConstructorParameters<typeof StrayFiles>[0]
let strays: StrayFiles
let now: Date
const log: string[] = []
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'sextant-strays-'))
  ;[accounts, files] = await Promise.all([openTestAccounts(), openRawFiles(place)])
  company = await createCompany(accounts, { name: 'Acme' })
  now = new Date()
  log.length = 0
  services = { accounts, files, now: () => now }
  strays = new StrayFiles(services, (message) => log.push(message))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await accounts.close()
  await rm(place, { recursive: true })
})

const streamOf = (content: string) => Readable.from([Buffer.from(content)])
const later = (days: number) => (now = new Date(+now + days * DAY_MS))
const listed = async () => (await listImports(accounts, company)).imports

async function handIn(content: string, writeDown?: () => Promise<void>): Promise<void> {
  await using received = await files.receive(company.id, streamOf(content))
  const { sha256: fileSha256, bytes: fileBytes } = received
  await keepFile(services, company, received, async () => {
    await writeDown?.()
    await queueImport(accounts, company, { fileName: 'a.txt', fileSha256, fileBytes })
  })
}

test('a file whose import could not be written down is refused a day later, counts, and is gone after a week', async () => {
  const away = vi.spyOn(accounts.db, 'transaction').mockRejectedValue(new Error('The database is away.'))
  await expect(handIn(CONTENT)).rejects.toThrow('away')
  away.mockRestore()
  expect(await files.list(company.id)).toHaveLength(1)

  await strays.look()
  const [sha256] = await files.list(company.id)
  expect(await listed()).toEqual([
    expect.objectContaining({
      status: 'REFUSED',
      fileName: `file ${sha256!.slice(0, 12)}`,
      fileSha256: sha256,
      problem: expect.objectContaining({ code: 'NO_IMPORT' }),
    }),
  ])
  expect(await storedBytes(accounts, company.id)).toBe(CONTENT.length)

  later(6)
  await deleteRefusedFiles(services)
  await strays.look()
  expect([await files.list(company.id), await listed()]).toEqual([[sha256], [expect.anything()]])
  later(2)
  await deleteRefusedFiles(services)
  expect(await files.list(company.id)).toEqual([])
  await strays.look()
  expect(await listed()).toHaveLength(1)
  expect(log).toEqual([])
})

test('a file that was to be deleted when its process ended is found again', async () => {
  await files.put(company.id, streamOf(CONTENT))
  await strays.look()
  later(8)
  const killed = vi.spyOn(files, 'remove').mockRejectedValue(new Error('killed'))
  await expect(deleteRefusedFiles(services)).rejects.toThrow('killed')
  killed.mockRestore()
  expect(await storedBytes(accounts, company.id)).toBe(0)
  await strays.look()
  expect(await storedBytes(accounts, company.id)).toBe(CONTENT.length)
  later(8)
  await deleteRefusedFiles(services)
  expect(await files.list(company.id)).toEqual([])
})

test('files with an import, and those that somebody hands in or a writer has stored, are left alone', async () => {
  // As in another process, which holds no lock.
  const lookAside = AsyncResource.bind(() => strays.look())
  await handIn('with an import')
  await handIn('on its way', lookAside)
  expect((await listed()).map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED'])

  await withCompanyLock(accounts, company.id, async () => {
    const { sha256: fileSha256, bytes: fileBytes } = await files.put(company.id, streamOf('in an archive'))
    later(1)
    await lookAside()
    await queueImport(accounts, company, { fileName: 'part.txt', fileSha256, fileBytes })
  })
  expect((await listed()).map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
  expect(log).toEqual([])
})

test('what a deleted company has left goes at once', async () => {
  await withCompanyLock(accounts, company.id, () => deleteCompany(accounts, company.id))
  await markCleared(accounts, company.id, now)
  await files.put(company.id, streamOf(CONTENT))
  await strays.look()
  expect(await files.list(company.id)).toEqual([])
})

test('a company whose files cannot be read is named in the log, and the others are looked at', async () => {
  const other = await createCompany(accounts, { name: 'Other' })
  for (const { id } of [company, other]) await files.put(id, streamOf(CONTENT))
  const list = files.list.bind(files)
  vi.spyOn(files, 'list').mockImplementation((id) =>
    id === company.id ? Promise.reject(new Error('the bucket is away')) : list(id),
  )
  await strays.look()
  expect(log).toEqual([`The raw files of company ${company.id} could not be looked through.`])
  expect(await storedBytes(accounts, other.id)).toBe(CONTENT.length)
})
