import { createInterface } from 'node:readline/promises'
import { Refused, UsageError } from './failures.ts'
import { harmless } from './terminal.ts'

/**
 * Asks on a terminal; where nobody can answer, `--yes` has to say it.
 * @param name what has to be typed as it is shown, in place of yes
 */
export async function confirm(
  question: string,
  yes: true | undefined,
  signal: AbortSignal,
  name?: string,
): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${question} Nobody can be asked here: say --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal
    .question(`${harmless(question)} Type ${name === undefined ? 'yes' : 'its name'}: `, { signal })
    .finally(() => terminal.close())
  const isMeant = name === undefined ? typed.trim().toLowerCase() === 'yes' : typed.trim() === harmless(name)
  if (!isMeant) throw new Refused('Nothing was done.')
}
