import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { companyIdOf, companyOption } from './company-choice.ts'
import { lineOf, UsageError } from './failures.ts'
import { command, withClient } from './run.ts'
import { count, note, plural, printJson, say } from './terminal.ts'

export const costTemplateCommand = (): Command =>
  command('cost-template', 'a workbook to fill in with what products cost, and to import', {
    about: `It has a row for each product that was sold while no cost held, the most sold ones first, from the first day on
which one is missing. A file that is there already is left as it is.`,
    example: 'sextant cost-template costs.xlsx --company "Acme Ltd"',
  })
    .addOption(companyOption())
    .argument('<file>', 'where to write it, such as costs.xlsx')
    .action((path: string, { company, json }: { company?: string; json?: true }) =>
      withClient(async (client) => {
        const companyId = await companyIdOf(client, company)
        const { workbook, products, more } = await client.query('productMaster.getCostTemplate', {
          companyId,
        })
        await writeFile(path, Buffer.from(workbook, 'base64'), { flag: 'wx' }).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') throw new UsageError(`${path} is there already. Name a new file.`)
            const isOfFolder = error.code === 'ENOENT'
            throw new UsageError(isOfFolder ? `There is no folder for ${path}.` : lineOf(error))
          },
        )
        if (json) return printJson({ file: path, products, more })
        say(`${path}: ${plural(products, 'product')} without a cost`)
        if (more > 0) note(`${count(more)} more did not fit: fill these in, import them, and ask again.`)
      }),
    )
