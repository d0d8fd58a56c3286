import { createInterface } from 'node:readline/promises'
import { Refused, UsageError } from './failures.ts'

/**
 * Asks on a terminal; where nobody can answer, `--yes` has to say it.
 * @param answer what has to be typed, in capital or small letters
 */
export async function confirm(
  question: string,
  yes: true | undefined,
  signal: AbortSignal,
  answer = { text: 'yes', name: 'yes' },
): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${question} Nobody can be asked here: say --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal
    .question(`${question} Type ${answer.name}: `, { signal })
    .finally(() => terminal.close())
  if (typed.trim().toLowerCase() !== answer.text.toLowerCase()) throw new Refused('Nothing was done.')
}
