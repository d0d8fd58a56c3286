import type { Command } from 'commander'
import type { ListedImport } from '#contract/imports.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { labelOf, missingDays } from './coverage.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { STATUS_WORDS } from './import.ts'
import { command, withClient } from './run.ts'
import { count, days, printJson, say, tableText } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

const columns = [
  { heading: 'import', cell: (row: ListedImport) => row.id, right: true },
  { heading: 'status', cell: (row: ListedImport) => STATUS_WORDS[row.status] },
  { heading: 'file', cell: (row: ListedImport) => row.fileName },
  { heading: 'report', cell: (row: ListedImport) => row.reportLabel },
  { heading: 'account', cell: (row: ListedImport) => row.account },
  { heading: 'rows', cell: (row: ListedImport) => row.counts && count(row.counts.kept), right: true },
  { heading: 'refused', cell: (row: ListedImport) => row.counts && count(row.counts.refused), right: true },
  { heading: 'days', cell: (row: ListedImport) => days(row.firstDay, row.lastDay) },
]

export const importsCommand = (): Command =>
  command('imports', 'what was imported, the days that each source covers, and gaps between settlements', {
    example: 'sextant imports --company "Acme Ltd" --limit 20',
    attention: 'days are missing between settlements, or an import waits for an answer',
  })
    .addOption(companyOption())
    .option('--limit <number>', 'imports to list, the newest first', wholeNumber(1, 500), 100)
    .action(({ company, limit, json }: { company?: string; limit: number; json?: true }) =>
      withClient(async (client) => {
        const companyId = await companyIdOf(client, company)
        const { imports, total } = await client.query('imports.list', { companyId, limit })
        const coverage = await client.query('imports.getCoverage', { companyId })
        if (json) printJson({ imports, total, coverage })
        else if (total === 0) say('Nothing has been imported yet.')
        else {
          say(tableText(imports, columns))
          if (total > imports.length) say(`… and ${count(total - imports.length)} older ones (--limit)`)
          for (const source of coverage.sources) {
            say(`\n${labelOf(source)}: ${count(source.rows)} rows`)
            if (source.ranges.length > 0) say(`  covers ${ranges(source.ranges)}`)
            if (source.gaps.length > 0) say(`  missing ${ranges(source.gaps)}`)
          }
        }
        const lines = [
          ...imports
            .filter(({ status }) => status === 'NEEDS_ANSWER')
            .map(({ id, fileName }) => `${fileName} (import ${id}) waits for an answer.`),
          ...missingDays(coverage),
        ]
        if (lines.length > 0) throw new NotAllWell(EXIT.ATTENTION, lines)
      }),
    )

const RANGES_SHOWN_MAX = 20

function ranges(all: { start: string; end: string }[]): string {
  const shown = all.slice(0, RANGES_SHOWN_MAX).map(({ start, end }) => days(start, end))
  const hidden = all.length - shown.length
  return shown.join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
}
