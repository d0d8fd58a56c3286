import type { Command } from 'commander'
import type { ReconcileRow, SettlementResult } from '#contract/imports.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { missingDays } from './coverage.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { command, withClient } from './run.ts'
import { days, money, printJson, say, tableText } from './terminal.ts'

const columns = [
  { heading: 'settlement', cell: (row: ReconcileRow) => row.settlementId },
  { heading: 'account', cell: (row: ReconcileRow) => row.account },
  { heading: 'days', cell: (row: ReconcileRow) => days(row.startDate, row.endDate) },
  { heading: 'currency', cell: (row: ReconcileRow) => row.currency },
  { heading: 'total', cell: (row: ReconcileRow) => money(row.total), right: true },
  { heading: 'sum of lines', cell: (row: ReconcileRow) => money(row.sum), right: true },
  { heading: 'difference', cell: (row: ReconcileRow) => money(row.difference), right: true },
  { heading: 'state', cell: (row: ReconcileRow) => (row.state ? STATE_WORDS[row.state] : '') },
  { heading: 'profit and loss', cell: (row: ReconcileRow) => money(row.profitAndLoss), right: true },
  { heading: 'memo', cell: (row: ReconcileRow) => money(row.memo), right: true },
  { heading: 'unmapped', cell: (row: ReconcileRow) => money(row.unmapped), right: true },
]

const STATE_WORDS = {
  COMPLETE: 'complete',
  INCOMPLETE: 'incomplete',
  TOO_MUCH: 'too much',
  NO_TOTAL: 'no total',
} satisfies Record<NonNullable<SettlementResult['state']>, string>

export const reconcileCommand = (): Command =>
  command('reconcile', 'settlements: the total that the file states, the sum of its lines, the difference', {
    about: `A difference means that a part of the settlement has not been imported, or was imported twice. A date-range report
states no total, and is not compared. Days that no settlement holds are named; \`sextant imports\` says which.`,
    example: 'sextant reconcile --company "Acme Ltd"',
    refused: 'the ledger holds other money than the files, which must never happen',
    attention: 'a settlement does not add up to its total, or days are missing between settlements',
  })
    .addOption(companyOption())
    .action(({ company, json }: { company?: string; json?: true }) =>
      withClient(async (client) => {
        const companyId = await companyIdOf(client, company)
        const rows = await client.query('profitAndLoss.getSettlements', { companyId })
        if (json) printJson(rows)
        else say(rows.length > 0 ? tableText(rows, columns) : 'No settlement has been imported.')
        const wrong = rows.filter((row) => row.ledgerDifference !== '0')
        const lines = wrong.map(
          (row) =>
            `Settlement ${row.settlementId}: the ledger differs from the file by ${money(row.ledgerDifference)}.`,
        )
        const unequal = rows.filter(doesNotAddUp)
        lines.push(...unequal.map(differenceText))
        lines.push(...missingDays(await client.query('imports.getCoverage', { companyId })))
        if (lines.length > 0) throw new NotAllWell(wrong.length > 0 ? EXIT.REFUSED : EXIT.ATTENTION, lines)
      }),
    )

/** Whether a total is stated, and the lines that count add up to something else. */
export const doesNotAddUp = ({ active, difference }: SettlementResult): boolean =>
  active && difference !== null && difference !== '0'

export const differenceText = ({ settlementId, difference, currency, state }: SettlementResult): string =>
  `Settlement ${settlementId} does not add up: its lines ${state === 'TOO_MUCH' ? 'are too many, and ' : ''}differ from its total by ${money(difference)} ${currency}.`
