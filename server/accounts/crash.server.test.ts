import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { randomFrom } from '#test/support/mutants.ts'
import { companiesWithQueuedImports, listCompanies, openAccounts, recoverAfterCrash } from './index.ts'
import { createTestDatabase, seedDataDir, TEST_ENGINES } from './testing.ts'

const WRITER = fileURLToPath(new URL('./testing-writer.ts', import.meta.url))
const ROUNDS = casesOf(2, 20)

describe.each(TEST_ENGINES)('a process killed while it writes to %s', (engine) => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sextant-accounts-'))
    if (engine === 'pglite') await seedDataDir(dataDir)
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  test('loses nothing that was acknowledged, and leaves nothing half done', async () => {
    const databaseUrl = engine === 'postgresql' ? await createTestDatabase() : undefined
    const acknowledged = new Set<string>()
    const random = randomFrom(printedSeed())
    for (let round = 0; round < ROUNDS; round++) {
      const last = await writeAndDie(acknowledged, 200 + random() * 300, databaseUrl)
      expect(last).toBeGreaterThan(0)

      const accounts = await openAccounts({ dataDir, databaseUrl })
      await expect.poll(async () => (await recoverAfterCrash(accounts)).requeuedImports).toBe(0)
      const companies = await listCompanies(accounts)
      const names = new Set(companies.map((company) => company.name))
      expect([...acknowledged].filter((name) => !names.has(name))).toEqual([])

      // Each acknowledged company was left with one open version and one running import.
      const queued = new Set(await companiesWithQueuedImports(accounts))
      for (const company of companies.filter(({ name }) => acknowledged.has(name))) {
        expect([company.publishedVersion, company.deadVersions.length, queued.has(company.id)]).toEqual([
          0,
          1,
          true,
        ])
      }
      await accounts.close()
    }
  })

  /** Kills the writer at a moment it does not choose; returns how many companies this round acknowledged. */
  async function writeAndDie(
    acknowledged: Set<string>,
    afterMs: number,
    databaseUrl: string | undefined,
  ): Promise<number> {
    const writer = spawn(
      process.execPath,
      ['--import', 'tsx', WRITER, dataDir, ...(databaseUrl ? [databaseUrl] : [])],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const exit = once(writer, 'exit')
    let lines = 0
    for await (const line of createInterface({ input: writer.stdout })) {
      if (lines === 0) setTimeout(() => writer.kill('SIGKILL'), afterMs)
      lines += 1
      acknowledged.add(line)
    }
    expect(await exit).toEqual([null, 'SIGKILL'])
    return lines
  }
})
