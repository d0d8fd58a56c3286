import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { UsageError } from './failures.ts'
import { command, withClient } from './run.ts'
import { printJson } from './terminal.ts'

export const callCommand = (): Command =>
  command('call', 'call one procedure of the server and print its answer as JSON')
    .argument('<procedure>', 'such as profitAndLoss.getData')
    .argument('[json]', 'its input; - reads it from standard input')
    .option('--as <email>', 'call as this person (not possible before people sign in)')
    .addHelpText('after', `\nExample:\n  sextant call imports.list '{"companyId":"…"}'`)
    .action((procedure: string, json: string | undefined, { as }: { as?: string }) =>
      withClient(async (client) => {
        if (as !== undefined) {
          throw new UsageError(
            '--as needs people who can sign in; that comes in a later version. Calls are made as the operator.',
          )
        }
        printJson(await client.call(procedure, await inputOf(json)))
      }),
    )

async function inputOf(argument: string | undefined): Promise<unknown> {
  const json = argument === '-' ? await text(process.stdin) : argument
  if (json === undefined || json.trim() === '') return undefined
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`The input is not JSON: ${(error as Error).message}`)
  }
}
