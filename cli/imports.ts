import { InvalidArgumentError, type Command } from 'commander'
import type { ImportRecord } from '#contract/imports.ts'
import { STATUS_WORDS } from './import.ts'
import { command, companyOption, withClient } from './run.ts'
import { count, days, printJson, say, tableText } from './terminal.ts'

const columns = [
  { heading: 'import', cell: (row: ImportRecord) => row.id, right: true },
  { heading: 'status', cell: (row: ImportRecord) => STATUS_WORDS[row.status] },
  { heading: 'file', cell: (row: ImportRecord) => row.fileName },
  { heading: 'report', cell: (row: ImportRecord) => row.reportLabel },
  { heading: 'account', cell: (row: ImportRecord) => row.account },
  { heading: 'rows', cell: (row: ImportRecord) => row.counts && count(row.counts.kept), right: true },
  { heading: 'refused', cell: (row: ImportRecord) => row.counts && count(row.counts.refused), right: true },
  { heading: 'days', cell: (row: ImportRecord) => days(row.firstDay, row.lastDay) },
]

export const importsCommand = (): Command =>
  command('imports', 'what was imported, the days that each source covers, and gaps between settlements')
    .addOption(companyOption())
    .option('--limit <number>', 'imports to list, the newest first', limit, 100)
    .action(({ company, limit, json }: { company: string; limit: number; json?: true }) =>
      withClient(async (client) => {
        const { imports, total } = await client.query('imports.list', { companyId: company, limit })
        const coverage = await client.query('imports.getCoverage', { companyId: company })
        if (json) return printJson({ imports, total, coverage })
        if (total === 0) return say('Nothing has been imported.')
        say(tableText(imports, columns))
        if (total > imports.length) say(`… and ${count(total - imports.length)} older ones (--limit)`)
        for (const source of coverage.sources) {
          const where = [source.label, source.account, source.marketplaces.join(', ')]
            .filter(Boolean)
            .join(' · ')
          say(`\n${where}: ${count(source.rows)} rows`)
          if (source.ranges.length > 0) say(`  covers ${ranges(source.ranges)}`)
          if (source.gaps.length > 0) say(`  missing ${ranges(source.gaps)}`)
        }
      }),
    )

const RANGES_SHOWN_MAX = 20

function ranges(all: { start: string; end: string }[]): string {
  const shown = all.slice(0, RANGES_SHOWN_MAX).map(({ start, end }) => days(start, end))
  const hidden = all.length - shown.length
  return shown.join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
}

function limit(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 500)
    throw new InvalidArgumentError('Give 1 to 500.')
  return number
}
