/** A server in a process of its own, reached as browsers and the command line reach it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ListedImport } from '#contract/imports.ts'
import { connectDataDir } from '#server/data-dir.ts'
import type { TableChecksum } from '#server/ledger/checksums.ts'
import { bundledProgram } from './bundled-programs.ts'

const SCRIPT = fileURLToPath(new URL('./server-process.ts', import.meta.url))
const POLL_MS = 20

/** Begins to start a server; `output` is what it said, as far as it got. */
export function spawnServer(
  dataDir: string,
  env: Record<string, string> = {},
  script = SCRIPT,
): {
  child: ChildProcess
  output: Promise<string>
  firstLine: Promise<string>
} {
  // A group of its own, so that a test can end the server with everything that it started.
  const bundled = bundledProgram(script)
  const child = spawn(process.execPath, bundled === undefined ? ['--import', 'tsx', script] : [bundled], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: 'off',
      ...env,
    },
  })
  let said = ''
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')))
    })
  })
  const errors = text(child.stderr)
  const output = once(child, 'exit').then(async () => said + (await errors))
  return { child, output, firstLine }
}

export class SpawnedServer {
  readonly #dataDir: string
  readonly #child: ChildProcess
  /** Where browsers reach it. */
  readonly address: string
  /** What it has said until its end, errors too. */
  readonly output: Promise<string>

  protected constructor(child: ChildProcess, dataDir: string, address: string, output: Promise<string>) {
    this.#child = child
    this.#dataDir = dataDir
    this.address = address
    this.output = output
  }

  /** Resolves when the server answers. */
  static async start(dataDir: string, env?: Record<string, string>, script?: string): Promise<SpawnedServer> {
    const { child, output, firstLine } = spawnServer(dataDir, env, script)
    const died = output.then((said) => Promise.reject(new Error(`The server did not start:\n${said}`)))
    died.catch(() => {})
    const address = await Promise.race([firstLine, died])
    return new this(child, dataDir, address, output)
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** Nothing in the process notices. With `group`, everything that it started ends in the same moment. */
  async kill({ group = false } = {}): Promise<void> {
    if (this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    process.kill(group ? -this.pid : this.pid, 'SIGKILL')
    await gone
  }

  /** How late the server's timers came since this was last asked. */
  async eventLoopDelay(): Promise<{ p99Ms: number; maxMs: number }> {
    return JSON.parse(await this.ask('')) as { p99Ms: number; maxMs: number }
  }

  /** Hands its script a line, and resolves with the answer to it. */
  protected async ask(line: string): Promise<string> {
    const answer = once(this.#child.stdout!, 'data') as Promise<[string]>
    this.#child.stdin!.write(`${line}\n`)
    return (await answer)[0]
  }

  /** Calls a procedure as the operator, over the socket in the data directory. */
  async call<T>(procedure: string, input: unknown, kind: 'query' | 'mutation' = 'query'): Promise<T> {
    const connection = await connectDataDir(this.#dataDir)
    if (!connection) throw new Error('Nobody answers in the data directory.')
    const json = JSON.stringify(input)
    const response =
      kind === 'query'
        ? await connection.request(`/trpc/${procedure}?input=${encodeURIComponent(json)}`)
        : await connection.request(`/trpc/${procedure}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: json,
          })
    const answer = JSON.parse(await text(response)) as { result?: { data: T }; error?: { message: string } }
    if (!answer.result) throw new Error(answer.error?.message)
    return answer.result.data
  }

  /** Hands a file in, over the socket in the data directory; resolves when it is stored and waits for its turn. */
  async upload(
    companyId: string,
    fileName: string,
    content: string | Uint8Array | Readable,
  ): Promise<number> {
    const connection = await connectDataDir(this.#dataDir)
    if (!connection) throw new Error('Nobody answers in the data directory.')
    const query = new URLSearchParams({ companyId, fileName })
    const response = await connection.request(`/imports?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body:
        content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false }),
    })
    const answer = await text(response)
    if (response.statusCode !== 200) throw new Error(answer)
    return (JSON.parse(answer) as { importId: number }).importId
  }

  async imports(companyId: string): Promise<ListedImport[]> {
    return (await this.call<{ imports: ListedImport[] }>('imports.list', { companyId })).imports
  }

  checksums(companyId: string): Promise<TableChecksum[]> {
    return this.call('operator.checksums', { companyId })
  }

  /** Waits until nothing is queued or running; `look` is called all the while. */
  async settled(companyId: string, look: () => Promise<unknown> = async () => {}): Promise<ListedImport[]> {
    for (;;) {
      await look()
      const imports = await this.imports(companyId)
      if (imports.every(({ status }) => status !== 'QUEUED' && status !== 'RUNNING')) return imports
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}
