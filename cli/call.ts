import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { UsageError } from './failures.ts'
import { companyIdOf } from './company-choice.ts'
import { command, run, withClient } from './run.ts'
import { printJson, say, tableText } from './terminal.ts'

interface Options {
  company?: string
  as?: string
  list?: true
  json?: true
}

export const callCommand = (): Command =>
  command('call', 'call one procedure of the server and print its answer as JSON', {
    about: 'Calls are made as the operator, who may do everything but what needs a person who has signed in.',
    example: `sextant call imports.list --company "Acme Ltd" '{"limit":5}'`,
  })
    .argument('[procedure]', 'such as profitAndLoss.getData')
    .argument('[input]', 'its input as JSON; - reads it from standard input')
    .option('--company <company>', 'name or id of the company that becomes companyId of the input')
    .option('--list', 'list the procedures, with their kind and who may call them')
    .option('--as <email>', 'not possible: nobody calls in the name of a person but that person, signed in')
    .action(async (procedure: string | undefined, json: string | undefined, options: Options) => {
      if (options.list) return run(() => listProcedures(options.json))
      return withClient(async (client) => {
        if (options.as !== undefined)
          throw new UsageError(
            "--as is not possible: calls of the command line are the operator's, and a person's are made by whoever signs in as them. sextant call --list says who may call what.",
          )
        if (procedure === undefined)
          throw new UsageError('Say which procedure: sextant call --list shows them.')
        const input = await inputOf(json)
        const { company } = options
        const whole =
          company === undefined
            ? input
            : { ...(input as object), companyId: await companyIdOf(client, company) }
        printJson(await client.call(procedure, whole))
      })
    })

/** From this program rather than from a running server: it needs no data directory. */
async function listProcedures(json: true | undefined): Promise<void> {
  const { proceduresOf } = await import('#server/router.ts')
  const procedures = proceduresOf()
  if (json) return printJson(procedures)
  say(
    tableText(procedures, [
      { heading: 'procedure', cell: ({ name }) => name },
      { heading: 'kind', cell: ({ kind }) => kind },
      { heading: 'who may call it', cell: ({ callers }) => callers },
    ]),
  )
}

async function inputOf(argument: string | undefined): Promise<unknown> {
  const json = argument === '-' ? await text(process.stdin) : argument
  if (json === undefined || json.trim() === '') return undefined
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`The input is not JSON: ${(error as Error).message}`)
  }
}
