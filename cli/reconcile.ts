import type { Command } from 'commander'
import type { ReconcileRow } from '#contract/imports.ts'
import { EXIT } from './failures.ts'
import { command, companyOption, withClient } from './run.ts'
import { days, money, note, plural, printJson, say, tableText } from './terminal.ts'

const columns = [
  { heading: 'settlement', cell: (row: ReconcileRow) => row.settlementId },
  { heading: 'account', cell: (row: ReconcileRow) => row.account },
  { heading: 'days', cell: (row: ReconcileRow) => days(row.startDate, row.endDate) },
  { heading: 'currency', cell: (row: ReconcileRow) => row.currency },
  { heading: 'total', cell: (row: ReconcileRow) => money(row.total), right: true },
  { heading: 'sum of lines', cell: (row: ReconcileRow) => money(row.sum), right: true },
  { heading: 'difference', cell: (row: ReconcileRow) => money(row.difference), right: true },
  { heading: 'profit and loss', cell: (row: ReconcileRow) => money(row.profitAndLoss), right: true },
  { heading: 'memo', cell: (row: ReconcileRow) => money(row.memo), right: true },
  { heading: 'unmapped', cell: (row: ReconcileRow) => money(row.unmapped), right: true },
]

export const reconcileCommand = (): Command =>
  command('reconcile', 'settlements: the total that the file states, the sum of its lines, the difference')
    .addOption(companyOption())
    .addHelpText(
      'after',
      `
A difference means that a part of the settlement has not been imported.
Exit code 3: the ledger holds other money than the files, which must never happen.`,
    )
    .action(({ company, json }: { company: string; json?: true }) =>
      withClient(async (client) => {
        const rows = await client.query('profitAndLoss.getSettlements', { companyId: company })
        const wrong = rows.filter((row) => row.ledgerDifference !== '0')
        if (json) printJson(rows)
        else if (rows.length === 0) say('No settlement has been imported.')
        else {
          say(tableText(rows, columns))
          const incomplete = rows.filter((row) => row.difference !== null && row.difference !== '0')
          if (incomplete.length > 0)
            note(`${plural(incomplete.length, 'settlement')} incomplete: parts are missing.`)
        }
        for (const row of wrong) {
          note(
            `Settlement ${row.settlementId}: the ledger differs from the file by ${money(row.ledgerDifference)}.`,
          )
        }
        return wrong.length > 0 ? EXIT.NO : EXIT.OK
      }),
    )
