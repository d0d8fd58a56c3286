import { resolve } from 'node:path'
import type { Command } from 'commander'
import { companyIdOf, companyOption } from './company-choice.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { command, withClient } from './run.ts'
import { count, note, plural, printJson, say, whileShowing } from './terminal.ts'

interface Options {
  company?: string
  json?: true
}

export const rebuildCommand = (): Command =>
  command('rebuild', 'rebuild all tables of a company from its raw files', {
    about: `Readers see the former tables until the new ones are complete. Former versions (asOf) end with a rebuild.`,
    example: 'sextant rebuild --company "Acme Ltd"',
    attention: 'a table has other content than before',
  })
    .addOption(companyOption())
    .action(({ company, json }: Options) =>
      withClient(async (client) => {
        const result = await whileShowing(
          'Rebuilding',
          client.mutate('operator.rebuild', { companyId: await companyIdOf(client, company) }),
        )
        const { changed } = result
        if (json) printJson(result)
        else {
          say(`Rebuilt from ${plural(result.imports, 'import')}.`)
          if (changed.length === 0) say('Every table has the same content as before.')
        }
        if (changed.length === 0) return
        const tables = changed.map(({ table, rows }) => `${table} (now ${plural(rows, 'row')})`)
        throw new NotAllWell(EXIT.ATTENTION, [`Changed: ${tables.join(', ')}.`])
      }),
    )

export const exportCommand = (): Command =>
  command(
    'export',
    'write what counts for a company into a directory: facts.json and the files as they came',
    {
      example: 'sextant export --company "Acme Ltd" ./acme',
    },
  )
    .addOption(companyOption())
    .argument('<dir>', 'where to write')
    .action((directory: string, { company, json }: Options) =>
      withClient(async (client) => {
        const result = await whileShowing(
          'Exporting',
          client.mutate('operator.export', {
            companyId: await companyIdOf(client, company),
            directory: resolve(directory),
          }),
        )
        if (json) return printJson(result)
        const { closedMonths, bankStatements } = result.leftOut
        const leftOut = [
          closedMonths > 0 && plural(closedMonths, 'closed month'),
          bankStatements > 0 && plural(bankStatements, 'bank statement'),
        ].filter(Boolean)
        if (leftOut.length > 0)
          note(
            `Not in it: ${leftOut.join(' and ')}. In the copy months are open, and statements have to be added again.`,
          )
        say(`${count(result.rows)} rows and ${plural(result.files, 'original file')} in ${result.directory}`)
      }),
    )
