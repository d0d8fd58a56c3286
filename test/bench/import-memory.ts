import { Readable } from 'node:stream'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer } from '#test/support/spawned-server.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { text } from 'node:stream/consumers'
import { whole, type Section } from './measure.ts'
import { inTemporary } from './place.ts'
import { engineOf, memoryOf } from './processes.ts'
import { AMERICAN, settlementText } from './settlement-file.ts'

const ABOVE_IDLE_MAX = 400
const GROWTH_MAX = 1.2
const SAMPLE_MS = 50
const IDLE_MS = 3_000
/** Imported before anything is measured, so that memory that only the start needed is free again. */
const ROWS_BEFORE = 20_000
const SIZES = [1_000_000, 10_000_000]
const SIZES_SMALL = [1_000_000, 3_000_000]

/** Megabytes: all that is resident, and of that what is no mapped file such as the engine's own code. */
interface Memory {
  server: number
  engine: number
  anonymous: number
}

interface Result {
  rows: number
  seconds: number
  /** Highest while it started and imported a first small file. */
  started: number
  idle: Memory
  peak: Memory
  /** Of both processes in one moment. */
  peakTogether: number
  after: Memory
}

/** What a server of its own holds in memory while it imports a file, each size from a fresh start. */
export async function importMemory({ small }: { small: boolean }): Promise<Section[]> {
  const results: Result[] = []
  for (const rows of small ? SIZES_SMALL : SIZES) results.push(await importing(rows))
  return [sectionOf(results)]
}

function importing(rows: number): Promise<Result> {
  return inTemporary(async (directory) => {
    const dataDir = join(directory, 'data')
    const { child, firstLine, output } = spawnServer(dataDir)
    const ended = output.then((said) => Promise.reject(new Error(`The server ended:\n${said}`)))
    ended.catch(() => {})
    try {
      await Promise.race([firstLine, ended])
      const samples = new Samples(child.pid!, engineOf(child.pid))
      // Each file has a company of its own: they name the same settlement.
      const company = async () =>
        (await call<{ id: string }>(dataDir, 'companies.create', { name: 'Bench' })).id
      await samples.during(imported(dataDir, await company(), ROWS_BEFORE))
      const started = samples.peakTogether
      samples.clear()
      await samples.during(sleep(IDLE_MS))
      const before = samples.lowest

      const companyId = await company()
      samples.clear()
      const from = performance.now()
      await Promise.race([samples.during(imported(dataDir, companyId, rows)), ended])
      const seconds = (performance.now() - from) / 1_000
      const { peak, peakTogether } = samples
      samples.clear()
      await samples.during(sleep(IDLE_MS))
      const after = samples.lowest
      return { rows, seconds, started, idle: lower(before, after), peak, peakTogether, after }
    } finally {
      if (child.exitCode === null && child.signalCode === null) {
        // The server ends with its input, and its engine with it.
        child.stdin!.end()
        await output
      }
    }
  })
}

/** A process that has nothing to do may keep what only its start needed until it has. */
const lower = (one: Memory, other: Memory): Memory => ({
  server: Math.min(one.server, other.server),
  engine: Math.min(one.engine, other.engine),
  anonymous: Math.min(one.anonymous, other.anonymous),
})

class Samples {
  #all: Memory[] = []
  readonly #server: number
  readonly #engine: number

  constructor(server: number, engine: number) {
    this.#server = server
    this.#engine = engine
  }

  clear(): void {
    this.#all = []
  }

  async during(work: Promise<unknown>): Promise<void> {
    const timer = setInterval(() => {
      const of = (line: 'VmRSS' | 'RssAnon') =>
        [this.#server, this.#engine].map((pid) => memoryOf(pid, line) / 1e6) as [number, number]
      const [server, engine] = of('VmRSS')
      const [ownServer, ownEngine] = of('RssAnon')
      this.#all.push({ server, engine, anonymous: ownServer + ownEngine })
    }, SAMPLE_MS)
    try {
      await work
    } finally {
      clearInterval(timer)
    }
  }

  get lowest(): Memory {
    return this.#each((values) => Math.min(...values))
  }

  get peak(): Memory {
    return this.#each((values) => Math.max(...values))
  }

  get peakTogether(): number {
    return Math.max(...this.#all.map(({ server, engine }) => server + engine))
  }

  #each(of: (values: number[]) => number): Memory {
    const valueOf = (key: keyof Memory) => of(this.#all.map((sample) => sample[key]))
    return { server: valueOf('server'), engine: valueOf('engine'), anonymous: valueOf('anonymous') }
  }
}

/** Hands the file in while it is made, as an upload does, and waits until its rows count. */
async function imported(dataDir: string, companyId: string, rows: number): Promise<void> {
  const connection = await connectDataDir(dataDir)
  if (!connection) throw new Error('Nobody answers in the data directory.')
  const query = new URLSearchParams({ companyId, fileName: 'settlement.txt' })
  const response = await connection.request(`/imports?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Readable.from(settlementText(AMERICAN, rows), { objectMode: false }),
  })
  const { importId } = JSON.parse(await text(response)) as { importId: number }
  for (;;) {
    const { status, problem } = await call<{ status: string; problem: unknown }>(
      dataDir,
      'imports.get',
      { companyId, importId },
      'GET',
    )
    if (status === 'PUBLISHED') return
    if (status !== 'QUEUED' && status !== 'RUNNING')
      throw new Error(`The import of ${rows} rows ended as ${status}: ${JSON.stringify(problem)}`)
    await sleep(200)
  }
}

async function call<T>(dataDir: string, procedure: string, input: unknown, method = 'POST'): Promise<T> {
  const connection = await connectDataDir(dataDir)
  if (!connection) throw new Error('Nobody answers in the data directory.')
  const body = JSON.stringify(input)
  const response =
    method === 'GET'
      ? await connection.request(`/trpc/${procedure}?input=${encodeURIComponent(body)}`)
      : await connection.request(`/trpc/${procedure}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body,
        })
  const answer = JSON.parse(await text(response)) as { result?: { data: T }; error?: { message: string } }
  if (!answer.result) throw new Error(answer.error?.message)
  return answer.result.data
}

function sectionOf(results: readonly Result[]): Section {
  const above = ({ peakTogether, idle }: Result) => peakTogether - idle.server - idle.engine
  const [first, last] = [results[0]!, results.at(-1)!]
  const growth = above(last) / above(first)
  const mb = (value: number) => whole(value)
  return {
    title: 'Memory of an import',
    text: [
      `A settlement file handed in as a browser sends it, to a server in a process of its own on an empty data directory, started anew for each size. Resident megabytes of the server and of its engine, every ${SAMPLE_MS} ms; peaks of one moment for both together. Idle is the lowest of each process within some seconds after a first small import, and after the import itself, so that memory which only the start needed does not hide what an import takes. What is no mapped file leaves out the engine's own code and what the system keeps of files.`,
    ],
    table: [
      ['', ...results.map(({ rows }) => `${whole(rows)} rows`)],
      ['Both, highest at the start, MB', ...results.map(({ started }) => mb(started))],
      ['Both, idle, MB', ...results.map(({ idle }) => mb(idle.server + idle.engine))],
      ['Server, idle, MB', ...results.map(({ idle }) => mb(idle.server))],
      ['Server, peak, MB', ...results.map(({ peak }) => mb(peak.server))],
      ['Engine, idle, MB', ...results.map(({ idle }) => mb(idle.engine))],
      ['Engine, peak, MB', ...results.map(({ peak }) => mb(peak.engine))],
      ['Both, peak above idle, MB', ...results.map((result) => mb(above(result)))],
      ['… of no mapped file, MB', ...results.map(({ peak, idle }) => mb(peak.anonymous - idle.anonymous))],
      [
        'Both, afterwards above idle, MB',
        ...results.map(({ after, idle }) => mb(after.server + after.engine - idle.server - idle.engine)),
      ],
      ['Seconds, sending included', ...results.map(({ seconds }) => seconds.toFixed(1))],
    ],
    aims: [
      {
        what: `megabytes above idle for ${whole(first.rows)} rows`,
        wanted: `below ${ABOVE_IDLE_MAX}`,
        found: mb(above(first)),
        met: above(first) < ABOVE_IDLE_MAX,
      },
      {
        what: `no growth with the file: ${whole(last.rows)} rows against ${whole(first.rows)}`,
        wanted: `at most ${GROWTH_MAX}`,
        found: growth.toFixed(2),
        met: growth <= GROWTH_MAX,
      },
    ],
  }
}
