import { createInterface } from 'node:readline/promises'
import { Refused, UsageError } from './failures.ts'

/** Asks on a terminal; where nobody can answer, `--yes` has to say it. */
export async function confirm(question: string, yes: true | undefined, signal: AbortSignal): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${question} Nobody can be asked here: say --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `, { signal }).finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was done.')
}
