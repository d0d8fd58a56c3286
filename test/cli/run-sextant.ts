/**
 * The real command line in processes of its own.
 *
 *   const machine = makeMachine()
 *   expect(await machine.sextant('company', 'list', '--json')).toMatchObject({ code: 0 })
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { connectDataDir } from '#server/data-dir.ts'
import { other, sale, v2File, type Settlement } from '#test/support/settlement-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Outcome {
  code: number | null
  out: string
  err: string
}

export interface Serving {
  address: string
  /** Everything printed until now. */
  printed: () => string
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

type Environment = Record<string, string>

/** A directory for data and files, and the commands that run on it. */
export class Machine implements AsyncDisposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'sextant-cli-'))
  readonly dataDir: string = this.path('data')
  readonly #children = new Set<ChildProcess>()

  path(...names: string[]): string {
    return join(this.directory, ...names)
  }

  /** Writes a file to import. */
  file(name: string, content: string): string {
    writeFileSync(this.path(name), content)
    return this.path(name)
  }

  start(args: string[], environment: Environment = {}): ChildProcess {
    const child = spawn(process.execPath, [join(root, 'scripts/sextant.mjs'), ...args], {
      cwd: root,
      env: {
        ...environmentWithoutSextant(),
        SEXTANT_DATA_DIR: this.dataDir,
        SEXTANT_RATES_URL: 'off',
        SEXTANT_DEMO: 'off',
        SEXTANT_PORT: '0',
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#children.add(child)
    child.once('exit', () => this.#children.delete(child))
    return child
  }

  /** Runs a command to its end. */
  sextant(...args: string[]): Promise<Outcome> {
    return this.run(args)
  }

  async run(
    args: string[],
    { input = '', env = {} }: { input?: string; env?: Environment } = {},
  ): Promise<Outcome> {
    const child = this.start(args, env)
    child.stdin!.end(input)
    return outcomeOf(child)
  }

  /** Runs a command that has to succeed and gives what it printed as JSON. */
  async json<T = unknown>(...args: (string | string[])[]): Promise<T> {
    const { code, out, err } = await this.sextant(...args.flat(), '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out) as T
  }

  /** Makes a company and gives its id. */
  async company(...settings: string[]): Promise<string> {
    const { code, out, err } = await this.sextant('company', 'create', '--name', 'Test Ltd', ...settings)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out.trim()
  }

  /** Starts a server and waits until it is ready. */
  async serve(environment: Environment = {}): Promise<Serving> {
    const child = this.start(['serve'], environment)
    let printed = ''
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout!, child.stderr!]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          printed += chunk
          const [, found] = /ready: (\S+)/.exec(printed) ?? []
          if (found) resolve(found)
        })
      }
      child.once('exit', () => reject(new Error(`The server left: ${printed}`)))
    })
    return {
      address,
      printed: () => printed,
      async stop(signal = 'SIGTERM') {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill(signal)
          await once(child, 'exit')
        }
        return child.exitCode
      },
    }
  }

  /** Waits until the company's import has begun; looks more often than a command could. */
  async untilImporting(companyId: string): Promise<void> {
    for (;;) {
      const connection = await connectDataDir(this.dataDir)
      const response = await connection?.request('/trpc/imports.list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ companyId }),
      })
      const answer = response && (await text(response))
      if (answer?.includes('"status":"RUNNING"')) return
      expect(answer ?? '').not.toMatch(/"status":"(?!QUEUED)/)
      await delay(10)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const children = [...this.#children]
    const gone = Promise.all(children.map((child) => once(child, 'exit')))
    for (const child of children) child.kill('SIGKILL')
    await gone
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, out, err }
}

/** A test must not depend on how the machine it runs on is set up. */
function environmentWithoutSextant(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SEXTANT_')))
}

/** A port that somebody listens on. */
export async function takenPort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) }
}

export const settlement: Settlement = {
  id: '70000000001',
  start: '2026-03-01',
  end: '2026-03-15',
  currency: 'EUR',
  entries: [
    ...sale({
      order: '028-0000000-0000001',
      at: '2026-03-02 10:11:12',
      units: 2,
      sku: 'MUG',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '1234.56', 'ItemFees Commission': '-184.07' },
    }),
    other('Subscription Fee', '-39.00', '2026-03-05 00:00:00'),
  ],
}

export const settlementFile = v2File(settlement)

/** A settlement that takes a while to import. */
export function longSettlementFile(orders: number): string {
  const entries = Array.from({ length: orders }, (_, i) =>
    sale({
      order: `028-1111111-${String(i).padStart(7, '0')}`,
      at: '2026-04-02 10:11:12',
      sku: 'MUG',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '19.99', 'ItemFees Commission': '-3.00' },
    }),
  ).flat()
  return v2File({ id: '70000000002', start: '2026-04-01', end: '2026-04-15', currency: 'EUR', entries })
}
