/** One data directory belongs to one server: whoever comes second is told so and goes, and disturbs nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf } from './support/drawn-cases.ts'
import { SpawnedServer, spawnServer } from './support/spawned-server.ts'
import { seedInstallation } from './support/seeded.ts'

const ATTEMPTS = 50
/** Whole starts take a second each; the rest of the attempts only reach for the directory. */
const WHOLE_STARTS = casesOf(2, ATTEMPTS)

let dataDir: string
let first: SpawnedServer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-two-servers-'))
  await seedInstallation(dataDir)
  first = await SpawnedServer.start(dataDir)
})
afterAll(async () => {
  await first.kill({ group: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test(`${WHOLE_STARTS} other servers leave with a clear message`, async () => {
  for (let attempt = 0; attempt < WHOLE_STARTS; attempt++) {
    const { child, output } = spawnServer(dataDir)
    expect(await output).toBe(
      `Another Sextant (process ${first.pid}) is using ${dataDir}. Stop it, or use another SEXTANT_DATA_DIR.\n`,
    )
    expect(child.exitCode).toBe(1)
  }
  expect(await first.call('operator.status', undefined)).toMatchObject({ pid: first.pid })
}, 300_000)

test(`${ATTEMPTS} attempts to take the directory hear who has it`, async () => {
  const script = fileURLToPath(new URL('../server/testing-data-dir.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    child.stdin.write(`${dataDir}\n`)
    expect((await answers.next()).value).toBe(`in use by ${first.pid}`)
  }
  child.stdin.end()
  await once(child, 'exit')
})

test('the first works on, and the next one takes over what it leaves', async () => {
  const { id } = await first.call<{ id: string }>('companies.create', { name: 'Left behind' }, 'mutation')
  await first.kill()
  first = await SpawnedServer.start(dataDir)
  expect(await first.call('companies.getUserCompanyOptions', undefined)).toMatchObject([
    { id, name: 'Left behind' },
  ])
})
