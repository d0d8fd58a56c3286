import { setTimeout as delay } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { configFrom } from '#server/config.ts'
import { openClient, type Client } from './client.ts'
import { EXIT, exitCodeOf, lineOf } from './failures.ts'
import { note, progress } from './terminal.ts'

/** After this long a command that has said its last word is ended, whatever it still holds open. */
const LEAVING_MS_MAX = 3_000
/** After this long a command that was told to end is ended. */
const CLOSING_MS_MAX = 10_000

/** What the process was told from outside. */
class Interrupted extends Error {
  readonly exitCode: number
  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(signal === 'SIGINT' ? 'Interrupted.' : 'Ended.')
    this.exitCode = signal === 'SIGINT' ? EXIT.INTERRUPTED : EXIT.TERMINATED
  }
}

/** Runs work that ends by itself or when the process is told to, and makes its end the exit code. */
export async function run(work: (signal: AbortSignal) => Promise<number | void>): Promise<void> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(new Interrupted(name).exitCode)
      stop.abort(new Interrupted(name))
      setTimeout(() => process.exit(EXIT.UNEXPECTED), CLOSING_MS_MAX).unref()
    })
  }
  try {
    process.exitCode = (await work(stop.signal)) ?? EXIT.OK
  } catch (error) {
    const { reason } = stop.signal as { reason: unknown }
    const isInterruption = stop.signal.aborted && reason instanceof Interrupted
    note(isInterruption ? reason.message : lineOf(error))
    process.exitCode = isInterruption ? reason.exitCode : exitCodeOf(error)
  } finally {
    progress.clear()
    setTimeout(() => process.exit(), LEAVING_MS_MAX).unref()
  }
}

/** Runs work with a client of the installation. */
export const withClient = (work: (client: Client, signal: AbortSignal) => Promise<number | void>) =>
  run(async (signal) => {
    const client = openClient(configFrom(process.env), {
      signal,
      log(message, error) {
        // What breaks because we are leaving is no news.
        if (!signal.aborted) note(error === undefined ? message : `${message}: ${lineOf(error)}`)
      },
      onWaiting: (text) => progress.show(text),
    })
    try {
      return await work(client, signal)
    } finally {
      await Promise.race([client.close(), delay(LEAVING_MS_MAX, undefined, { ref: false })])
    }
  })

/** Every command prints its answer as JSON when asked to. */
export const command = (name: string, description: string): Command =>
  new Command(name).description(description).addOption(jsonOption())

const jsonOption = () => new Option('--json', 'print the answer as JSON')

export const companyOption = () =>
  new Option('--company <id>', 'the company, by its id').makeOptionMandatory()
