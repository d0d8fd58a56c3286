import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCompany,
  openAccounts,
  queueImport,
  withCompanyLock,
  type Accounts,
} from '#server/accounts/index.ts'
import { createTestDatabase, TEST_ENGINES } from '#server/accounts/testing.ts'
import { openRawFiles } from '#server/files/open.ts'
import { discardFile } from '#server/ledger/importing/discarded-file.ts'
import { keepFile } from '#server/ledger/importing/kept-file.ts'

const CONTENT = 'no report at all'

describe.runIf(TEST_ENGINES.includes('postgresql'))('two processes with the same files', () => {
  let place: string
  let processes: Accounts[] = []
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sextant-kept-'))
    const databaseUrl = await createTestDatabase()
    processes = await Promise.all([1, 2].map(() => openAccounts({ dataDir: '', databaseUrl })))
  })
  afterAll(async () => {
    await Promise.all(processes.map((accounts) => accounts.close()))
    await rm(place, { recursive: true })
  })

  async function open() {
    const company = await createCompany(processes[0]!, { name: 'Acme' })
    const [one, two] = await Promise.all(
      processes.map(async (accounts) => ({
        accounts,
        files: await openRawFiles(place),
        now: () => new Date(),
      })),
    )
    const handIn = async (services = one!, meanwhile = async () => {}) => {
      await using received = await services.files.receive(company.id, Readable.from([Buffer.from(CONTENT)]))
      await keepFile(services, company, received, async () => {
        await meanwhile()
        const { sha256: fileSha256, bytes: fileBytes } = received
        await queueImport(services.accounts, company, { fileName: 'a.txt', fileSha256, fileBytes })
      })
      return received.sha256
    }
    return { company, one: one!, two: two!, handIn }
  }

  test('one does not delete what the other takes at this moment', async () => {
    const { company, one, two, handIn } = await open()
    const { sha256 } = await two.files.put(company.id, Readable.from([Buffer.from(CONTENT)]))
    await handIn(one, () => discardFile(two, company, sha256))
    expect(await one.files.list(company.id)).toEqual([sha256])
  })

  test('one takes what the other deletes once that is done', async () => {
    const { company, one, two, handIn } = await open()
    const { sha256 } = await two.files.put(company.id, Readable.from([Buffer.from(CONTENT)]))
    const remove = two.files.remove.bind(two.files)
    let taken: Promise<string> | undefined
    two.files.remove = async (...which) => {
      taken = handIn(one)
      await Promise.race([taken, delay(500)])
      return remove(...which)
    }
    await discardFile(two, company, sha256)
    expect(await taken).toBe(sha256)
    expect(await one.files.list(company.id)).toEqual([sha256])
  })

  test('nothing is deleted while a company is written, whose writer may have stored it', async () => {
    const { company, one, two } = await open()
    await withCompanyLock(one.accounts, company.id, async () => {
      const { sha256 } = await one.files.put(company.id, Readable.from([Buffer.from(CONTENT)]))
      await discardFile(two, company, sha256)
      expect(await one.files.list(company.id)).toEqual([sha256])
      // The writer itself takes it back.
      await discardFile(one, company, sha256)
      expect(await one.files.list(company.id)).toEqual([])
    })
  })
})
