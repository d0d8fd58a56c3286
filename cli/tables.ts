import { resolve } from 'node:path'
import type { Command } from 'commander'
import { command, companyOption, withClient } from './run.ts'
import { count, plural, printJson, say, whileShowing } from './terminal.ts'

interface Options {
  company: string
  json?: true
}

export const rebuildCommand = (): Command =>
  command('rebuild', 'make all tables of a company anew from its raw files')
    .addOption(companyOption())
    .addHelpText(
      'after',
      '\nReaders see the former tables until the new ones are complete. Former versions (asOf) end with a rebuild.',
    )
    .action(({ company, json }: Options) =>
      withClient(async (client) => {
        const result = await whileShowing(
          'Rebuilding',
          client.mutate('operator.rebuild', { companyId: company }),
        )
        if (json) return printJson(result)
        say(`Rebuilt from ${plural(result.imports, 'import')}.`)
        say(
          result.changed.length === 0
            ? 'Every table has the same content as before.'
            : `Changed: ${result.changed.map(({ table, rows }) => `${table} (now ${plural(rows, 'row')})`).join(', ')}.`,
        )
      }),
    )

export const exportCommand = (): Command =>
  command('export', 'write what counts for a company into a directory: facts.json and the files as they came')
    .addOption(companyOption())
    .argument('<dir>', 'where to write')
    .action((directory: string, { company, json }: Options) =>
      withClient(async (client) => {
        const result = await whileShowing(
          'Exporting',
          client.mutate('operator.export', { companyId: company, directory: resolve(directory) }),
        )
        if (json) return printJson(result)
        say(`${count(result.rows)} rows and ${plural(result.files, 'original file')} in ${result.directory}`)
      }),
    )
