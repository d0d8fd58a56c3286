/**
 * One installation as two processes that answer people and two that run jobs, over one PostgreSQL, a ClickHouse of two
 * shards and one directory of files. People sign in, hand files in, stop an import, read and download through either,
 * while processes are killed. What is there at the end is what a run without a kill leaves, and nothing that was
 * acknowledged is missing from any answer.
 *
 * The seed decides which process is killed, and when, as a part of the time that the work takes.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { GlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedImport } from '#contract/imports.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { createTestDatabase } from '#server/accounts/testing.ts'
import { findServerBinaries } from '#server/accounts/testing-server.ts'
import { EmbeddedCluster, serverElsewhere } from '#server/analytics/testing.ts'
import type { TableChecksum } from '#server/ledger/checksums.ts'
import { configFrom, openInstallation } from '#server/main.ts'
import { openLog } from '#server/log.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { sdkClient, tokensFor } from './support/identity-sdk.ts'
import { randomFrom } from './support/mutants.ts'
import { sale, v2File, wideFile, type Settlement } from './support/settlement-file.ts'
import { accountOf, type Account } from './support/signed-in.ts'
import { SpawnedServer } from './support/spawned-server.ts'

const KILLS = casesOf(2, 50)

const NAMES = ['api 1', 'api 2', 'worker 1', 'worker 2'] as const
type Name = (typeof NAMES)[number]
const roleOf = (name: Name) => name.split(' ')[0]!

const settlement = (month: number, orders = 12): Settlement => {
  const mm = String(month).padStart(2, '0')
  return {
    id: `9000000000${month}`,
    start: `2026-${mm}-01`,
    end: `2026-${mm}-28`,
    currency: 'EUR',
    entries: Array.from({ length: orders }, (_, index) =>
      sale({
        marketplace: 'Amazon.de',
        order: `302-${month}-${index}`,
        at: `2026-${mm}-${String(1 + (index % 28)).padStart(2, '0')} 10:00:00`,
        units: 2,
        amounts: { 'ItemPrice Principal': '20.00', 'ItemFees Commission': '-3.00' },
      }),
    ).flat(),
  }
}
/** What a company hands in; the second is another source of what the first has. */
const FILES = {
  'march.txt': wideFile(settlement(3)),
  'march again.txt': v2File(settlement(3)),
}
/** The month that each file brings; the one that is stopped should bring none. */
const MONTHS: Record<string, string> = { 'march.txt': '03', 'march again.txt': '03' }
/** Of a month that has one of them: what was paid, without German VAT. */
const NET = '201.680672'
const STOPPED = v2File(settlement(5, 500))

/** The processes of one installation. */
class Processes {
  readonly env: Record<string, string>
  readonly #directory: string
  readonly #running = new Map<Name, SpawnedServer>()

  constructor(directory: string, env: Record<string, string>) {
    this.#directory = directory
    this.env = env
  }

  async start(name: Name): Promise<void> {
    const dataDir = join(this.#directory, name.replace(' ', '-'))
    this.#running.set(name, await SpawnedServer.start(dataDir, { ...this.env, SEXTANT_ROLE: roleOf(name) }))
  }

  async kill(name: Name, group = false): Promise<void> {
    const process = this.get(name)
    this.#running.delete(name)
    await process.kill({ group })
  }

  get(name: Name): SpawnedServer {
    const process = this.#running.get(name)
    if (!process) throw new Error(`${name} does not run.`)
    return process
  }

  isRunning = (name: Name): boolean => this.#running.has(name)

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map((process) => process.kill({ group: true })))
  }

  /** Ends them all, and says what each has said: what one could not do is known to it alone. */
  async said(): Promise<string> {
    const running = [...this.#running]
    await this.close()
    return (await Promise.all(running.map(async ([name, { output }]) => `${name}:\n${await output}`))).join(
      '\n',
    )
  }
}

/** Somebody with a browser, whose calls any of the processes that answer people may get. */
class Person {
  readonly #processes: Processes
  readonly #account: Account
  readonly #pool: { poolId: string; clientId: string }
  #token = ''

  constructor(processes: Processes, account: Account, pool: { poolId: string; clientId: string }) {
    this.#processes = processes
    this.#account = account
    this.#pool = pool
  }

  /** Asks one process, and where that one dies meanwhile, the other. */
  async #through<T>(first: Name, ask: (address: string) => Promise<T>): Promise<T> {
    const second = first === 'api 1' ? 'api 2' : 'api 1'
    for (const name of [first, second] as const) {
      if (!this.#processes.isRunning(name)) continue
      try {
        return await ask(this.#processes.get(name).address)
      } catch (error) {
        if (this.#processes.isRunning(name)) throw error
      }
    }
    throw new Error('Nobody answers.')
  }

  async signIn(via: Name): Promise<void> {
    const { email, password } = this.#account
    this.#token = await this.#through(via, async (address) => {
      const pool = { ...this.#pool, endpoint: `${address}/identity/` }
      return (await tokensFor(sdkClient(pool), pool, email, password)).AccessToken
    })
  }

  signOutEverywhere(via: Name): Promise<unknown> {
    return this.#through(via, (address) =>
      sdkClient({ ...this.#pool, endpoint: `${address}/identity/` }).send(
        new GlobalSignOutCommand({ AccessToken: this.#token }),
      ),
    )
  }

  #post(via: Name, path: string, type: string, body: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': type }
    return this.#through(via, async (address) => {
      const response = await fetch(`${address}${path}`, { method: 'POST', headers, body })
      // Read whole, so that one that is broken off is asked again.
      return new Response(await response.arrayBuffer(), { status: response.status })
    })
  }

  async call<T>(via: Name, procedure: string, input: object): Promise<T> {
    const response = await this.#post(via, `/trpc/${procedure}`, 'application/json', JSON.stringify(input))
    const answer = (await response.json()) as { result?: { data: T }; error?: { message: string } }
    if (!answer.result) throw new Error(`${procedure}: ${answer.error?.message}`)
    return answer.result.data
  }

  async upload(via: Name, companyId: string, fileName: string, body: string): Promise<number> {
    const query = new URLSearchParams({ companyId, fileName })
    const response = await this.#post(via, `/imports?${query.toString()}`, 'application/octet-stream', body)
    const answer = (await response.json()) as { importId?: number }
    if (answer.importId === undefined) throw new Error(JSON.stringify(answer))
    return answer.importId
  }

  async imports(via: Name, companyId: string): Promise<ListedImport[]> {
    return (await this.call<{ imports: ListedImport[] }>(via, 'imports.list', { companyId })).imports
  }

  async netSales(via: Name, companyId: string, month: string): Promise<string | null> {
    const [row] = await this.call<PnlRow[]>(via, 'profitAndLoss.getData', {
      companyId,
      startDate: `2026-${month}-01`,
      endDate: `2026-${month}-28`,
      currencyCode: 'EUR',
    })
    return row!.lines.netSales.value
  }
}

const API = ['api 1', 'api 2'] as const
const other = (name: Name): Name => (name === 'api 1' ? 'api 2' : 'api 1')

describe.skipIf(findServerBinaries() === undefined)('two processes for people and two for jobs', () => {
  let directory: string
  let cluster: EmbeddedCluster
  let processes: Processes
  let person: Person
  const companies: string[] = []
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sextant-processes-'))
    cluster = await EmbeddedCluster.start(2)
    const { addresses } = await cluster.endpoint()
    const urls = await Promise.all(addresses.map((node) => serverElsewhere(node, 'sextant_processes')))
    processes = new Processes(directory, {
      // An address has a host; that the server is reached by its socket follows.
      SEXTANT_DATABASE_URL: (await createTestDatabase()).replace('@/', '@localhost/'),
      SEXTANT_CLICKHOUSE_URL: urls.map((url) => `${url}?cluster=${cluster.layout.cluster}`).join(','),
      SEXTANT_FILES_URL: join(directory, 'files'),
      SEXTANT_SECRET_KEY: randomBytes(32).toString('hex'),
      SEXTANT_PUBLIC_URL: 'http://sextant.test',
      SEXTANT_RATES_URL: 'off',
    })
    // All at once, so that each of them finds nothing and the others at work.
    await Promise.all(NAMES.map((name) => processes.start(name)))
    for (let n = 0; n < KILLS + 2; n++)
      companies.push(
        (
          await processes
            .get(API[n % 2]!)
            .call<{ id: string }>('companies.create', { name: `Company ${n}` }, 'mutation')
        ).id,
      )
    const config = configFrom({
      ...processes.env,
      SEXTANT_DATA_DIR: join(directory, 'here'),
      SEXTANT_ROLE: 'api',
    })
    await using installation = await openInstallation(config, openLog('silent'))
    const { poolId, clientId } = installation.identity!
    person = new Person(processes, await accountOf({ installation }, companies), { poolId, clientId })
  }, 120_000)
  afterAll(async () => {
    await processes?.close()
    await cluster?.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Waits until nothing is under way. Whatever one process says is published counts in what the other one answers. */
  async function settled(companyId: string): Promise<ListedImport[]> {
    const counted = new Set<string>()
    for (let turn = 0; ; turn++) {
      const via = API[turn % 2]!
      const imports = await person.imports(via, companyId)
      for (const { fileName, status } of imports) {
        const month = MONTHS[fileName]
        if (status !== 'PUBLISHED' || month === undefined || counted.has(fileName)) continue
        expect([fileName, await person.netSales(other(via), companyId, month)]).toEqual([fileName, NET])
        counted.add(fileName)
      }
      if (imports.every(({ status }) => status !== 'QUEUED' && status !== 'RUNNING')) return imports
      await delay(50)
    }
  }

  /** A person's afternoon: two files, and one that is stopped again, through either process. */
  async function work(companyId: string, turn: number): Promise<void> {
    const via = API[turn % 2]!
    await person.signIn(via)
    const mistake = await person.upload(via, companyId, 'may.txt', STOPPED)
    await Promise.all(
      Object.entries(FILES).map(([name, content], index) =>
        person.upload(API[(turn + index) % 2]!, companyId, name, content),
      ),
    )
    await person.call(other(via), 'imports.cancel', { companyId, importId: mistake })
    const imports = await settled(companyId)
    // It may have been quicker than whoever stopped it.
    const { status } = imports.find(({ id }) => id === mistake)!
    if (status === 'PUBLISHED') await person.call(via, 'imports.undo', { companyId, importId: mistake })
    else expect(status).toBe('CANCELLED')
    expect(imports.flatMap((one) => (one.id !== mistake && one.status !== 'PUBLISHED' ? [one] : []))).toEqual(
      [],
    )
  }

  async function download(companyId: string, turn: number): Promise<void> {
    const via = API[turn % 2]!
    const { id } = (await person.imports(via, companyId)).find(({ fileName }) => fileName === 'march.txt')!
    const { ticket } = await person.call<{ ticket: string }>(via, 'imports.getDownloadTicket', {
      companyId,
      importId: id,
    })
    const query = new URLSearchParams({ companyId, ticket })
    // As a link does it: the ticket alone says who asks, to a process that did not issue it.
    const { address } = processes.get(other(via))
    const response = await fetch(`${address}/files/imports/${id}/original?${query.toString()}`)
    expect(await response.text()).toBe(FILES['march.txt'])
  }

  const checksums = (name: Name, companyId: string): Promise<TableChecksum[]> =>
    processes.get(name).checksums(companyId)

  test(
    `${KILLS} of them are killed, and nothing is different from a run in which none is`,
    async ({ onTestFailed }) => {
      onTestFailed(async () => console.error(await processes.said()))
      const random = randomFrom(printedSeed())
      const [undisturbed, ...others] = companies
      const began = performance.now()
      await work(undisturbed!, 0)
      const took = performance.now() - began
      const expected = await checksums('api 1', undisturbed!)
      expect(expected.some(({ rows }) => Number(rows) > 0)).toBe(true)

      const killed: string[] = []
      const first = Math.floor(random() * NAMES.length)
      for (const [turn, companyId] of others.slice(0, KILLS).entries()) {
        // In turn, so that a few kills meet each of them.
        const victim = NAMES[(first + turn) % NAMES.length]!
        const moment = took * random()
        const group = random() < 0.5
        const working = work(companyId, turn)
        working.catch(() => {})
        await delay(moment)
        await processes.kill(victim, group)
        killed.push(`${victim} after ${Math.round(moment)} ms`)
        // The others come to the end of it; only then does it come back.
        await working
        await processes.start(victim)
        for (const name of [victim, other(victim)])
          expect([killed.at(-1), name, await checksums(name, companyId)]).toEqual([
            killed.at(-1),
            name,
            expected,
          ])
        await download(companyId, turn)
      }
      console.info(`Killed: ${killed.join(', ')}`)
    },
    60_000 + KILLS * 60_000,
  )

  test('who signs out everywhere is a stranger to every process', async () => {
    await person.signIn('api 1')
    const companyId = companies[0]!
    expect((await person.imports('api 2', companyId)).length).toBeGreaterThan(0)
    await person.signOutEverywhere('api 1')
    await expect
      .poll(() => person.imports('api 2', companyId).catch((error: Error) => error.message))
      .toContain('not authenticated')
  })

  test('a company goes, wherever its imports run', async () => {
    const companyId = companies.at(-1)!
    await person.signIn('api 1')
    await person.upload('api 1', companyId, 'may.txt', STOPPED)
    await processes.get('api 2').call('companies.delete', { companyId }, 'mutation')
    await expect(person.imports('api 1', companyId)).rejects.toThrow('company')
  })

  test('one that runs jobs says how it is, and answers nobody else', async () => {
    const { address } = processes.get('worker 1')
    const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 200])
    expect(await Promise.all(['/', '/trpc/session.get', '/imports', '/identity/'].map(statusOf))).toEqual([
      404, 404, 404, 404,
    ])
  })
})
