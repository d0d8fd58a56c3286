import { setTimeout as delay } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { configFrom } from '#server/config.ts'
import { openClient, type Client } from './client.ts'
import { EXIT, EXIT_MEANINGS, exitCodeOf, jsonOf, lineOf } from './failures.ts'
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
export async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(new Interrupted(name).exitCode)
      stop.abort(new Interrupted(name))
      setTimeout(() => {
        note('It could not end in order in time.')
        process.exit(new Interrupted(name).exitCode)
      }, CLOSING_MS_MAX).unref()
    })
  }
  try {
    await work(stop.signal)
    process.exitCode = EXIT.OK
  } catch (error) {
    const { reason } = stop.signal as { reason: unknown }
    const isInterruption = stop.signal.aborted && reason instanceof Interrupted
    fail(isInterruption ? reason : error, isInterruption ? reason.exitCode : exitCodeOf(error))
  } finally {
    progress.clear()
    setTimeout(() => process.exit(), LEAVING_MS_MAX).unref()
  }
}

/** Says why the process ends as it does: in words, or as JSON to whoever asked for JSON. */
export function fail(error: unknown, exitCode: number, message = lineOf(error)): void {
  note(wantsJson() ? jsonOf(error, exitCode, message) : message)
  process.exitCode = exitCode
}

/** Also where the arguments were not understood. */
export function wantsJson(): boolean {
  const [options] = process.argv.join('\0').split('\0--\0')
  return options!.split('\0').includes('--json')
}

/** Runs work with a client of the installation. */
export const withClient = (work: (client: Client, signal: AbortSignal) => Promise<void>) =>
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
      await work(client, signal)
    } finally {
      await Promise.race([client.close(), delay(LEAVING_MS_MAX, undefined, { ref: false })])
    }
  })

interface Help {
  /** One call, as somebody would type it. */
  example: string
  /** What else there is to know. */
  about?: string
  /** What 3 and 4 mean here, where it is more than the table says. */
  refused?: string
  attention?: string
}

/** Every command prints its answer as JSON when asked to. Its help ends with an example and its exit codes. */
export const command = (name: string, description: string, help: Help): Command =>
  new Command(name)
    .description(description)
    .addOption(new Option('--json', 'print the answer as JSON, and an error too'))
    .addHelpText('after', helpText(help))

function helpText({ example, about, refused, attention }: Help): string {
  const special: Record<number, string | undefined> = { [EXIT.REFUSED]: refused, [EXIT.ATTENTION]: attention }
  const rows = EXIT_MEANINGS.filter(([code]) => code !== EXIT.ATTENTION || attention !== undefined).map(
    ([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}${special[code] ? `: ${special[code]}` : ''}`,
  )
  return [...(about ? ['', about] : []), '', 'Example:', `  ${example}`, '', 'Exit codes:', ...rows].join(
    '\n',
  )
}
