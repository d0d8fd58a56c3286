import type { Command } from 'commander'
import { agrees, type Difference } from '#contract/verification.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { command, withClient } from './run.ts'
import { count, money, plural, printJson, say, tableText } from './terminal.ts'
import { whileWatching } from './while-watching.ts'

const side = ({ amount, rows }: Difference['published']): string =>
  `${money(amount)} in ${plural(rows, 'row')}`

const columns = [
  { heading: 'table', cell: ({ table }: Difference) => table },
  { heading: 'day', cell: ({ day }: Difference) => day },
  { heading: 'line', cell: ({ line }: Difference) => line },
  { heading: 'of', cell: ({ of }: Difference) => of },
  { heading: 'published', cell: ({ published }: Difference) => side(published), right: true },
  { heading: 'from the files', cell: ({ recomputed }: Difference) => side(recomputed), right: true },
]

export const verifyCommand = (): Command =>
  command('verify', 'recalculate every number of a company from its stored files, and compare', {
    about: `Reads the files again, maps their lines and compares every day with what readers see: the ledger and its roll-ups,
what is counted beside it, what reconciliation adds up, and the days kept in memory. Changes nothing; imports go on meanwhile.
The server does it by itself every night. What differs is put right by \`sextant rebuild\`.`,
    example: 'sextant verify --company "Acme Ltd"',
    refused: 'a number is not what the files say, which must never happen',
  })
    .addOption(companyOption())
    .action(({ company, json }: { company?: string; json?: true }) =>
      withClient(async (client) => {
        const companyId = await companyIdOf(client, company)
        const result = await whileWatching(
          client,
          () => 'Verifying',
          (progressAs) => client.mutate('operator.verify', { companyId, progressAs }),
        )
        const { state, ...found } = result
        if (json) printJson(result)
        else {
          const rows = found.tables.reduce((sum, table) => sum + table.rows, 0)
          say(`Read ${plural(found.files, 'file')} again and compared ${count(rows)} rows.`)
          if (agrees(found)) return say('Every number is what the files say.')
          if (found.differences.length > 0) say(tableText(found.differences, columns))
          say(`They agreed last: ${state?.agreedAt ?? 'never'}.`)
        }
        if (agrees(found)) return
        const tables = found.tables
          .filter(({ daysThatDiffer }) => daysThatDiffer > 0)
          .map(({ table, daysThatDiffer }) => `${table} (${plural(daysThatDiffer, 'day')})`)
        throw new NotAllWell(EXIT.REFUSED, [`Not what the files say: ${tables.join(', ')}.`])
      }),
    )
