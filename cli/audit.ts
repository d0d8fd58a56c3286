import type { Command } from 'commander'
import type { AuditEntry } from '#contract/admin.ts'
import { PAGE_ROWS_MAX } from '#contract/admin-inputs.ts'
import { command, withClient } from './run.ts'
import { printJson, say, tableText } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

const columns = [
  { heading: 'time (UTC)', cell: (row: AuditEntry) => row.at.slice(0, 19).replace('T', ' ') },
  { heading: 'who', cell: (row: AuditEntry) => row.actor },
  { heading: 'what', cell: (row: AuditEntry) => row.action },
  { heading: 'company', cell: (row: AuditEntry) => row.companyName ?? row.companyId },
  { heading: 'details', cell: (row: AuditEntry) => detailsText(row.details) },
]

export const auditCommand = (): Command =>
  command('audit', 'what people and the operator did: sign-ins, changes of accounts and companies', {
    example: 'sextant audit --person ada@example.com --limit 20',
  })
    .option('--person <text>', 'of one person: an address or a part of it, an id, or operator', '')
    .option('--limit <number>', 'entries to list, the newest first', wholeNumber(1, PAGE_ROWS_MAX), 50)
    .action(({ person, limit, json }: { person: string; limit: number; json?: true }) =>
      withClient(async (client) => {
        const { entries } = await client.query('threefinAdmin.getAuditLog', { person, limit })
        if (json) return printJson(entries)
        say(entries.length > 0 ? tableText(entries, columns) : 'No matching entries.')
      }),
    )

const DETAILS_CHARS_MAX = 100

function detailsText(details: Record<string, unknown> | null): string {
  const parts = Object.entries(details ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = parts.join(' ')
  return text.length > DETAILS_CHARS_MAX ? `${text.slice(0, DETAILS_CHARS_MAX)}…` : text
}
