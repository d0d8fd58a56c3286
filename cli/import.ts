import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import type { ImportRecord } from '#contract/imports.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { Client } from './client.ts'
import { EXIT, UsageError, lineOf } from './failures.ts'
import { importFile, problemsOf } from './import-file.ts'
import { command, withClient } from './run.ts'
import { count, days, money, note, plural, printJson, progress, quoted, say } from './terminal.ts'

/** Refused rows that are shown of a file; all of them are in the download of the import page. */
const REFUSED_SHOWN_MAX = 10

interface ImportOptions {
  company?: string
  account?: string
  marketplace?: string
  json?: true
}

export function importCommand(): Command {
  const importing = command('import', 'import report files; what kind each is, its content says')
    // Not mandatory to the parser, because undoing can do without.
    .option('--company <id>', 'the company, by its id')
    .argument('<file...>', 'reports as Amazon gives them, product costs, facts files')
    .option('--account <name>', 'the seller account that the files belong to')
    .option('--marketplace <code>', 'for files that name none, such as DE', marketplaceCode)
    .addHelpText(
      'after',
      `
Exit code 0: everything is imported, now or before. 3: a file was refused, failed or needs an answer.

Taking an import back:
  sextant import undo <import> [--company <id>]`,
    )
    .action((files: string[], options: ImportOptions) =>
      withClient((client, signal) => importFiles(client, signal, files, options)),
    )
  importing.addCommand(undoCommand())
  return importing
}

function marketplaceCode(text: string): string {
  const code = marketplaceOf(text.toUpperCase())?.code
  if (!code) throw new InvalidArgumentError('It is not one of the marketplaces, such as DE or GB.')
  return code
}

async function importFiles(
  client: Client,
  signal: AbortSignal,
  files: string[],
  { company, account, marketplace, json }: ImportOptions,
): Promise<number> {
  if (company === undefined)
    throw new UsageError('Say which company: --company ID. sextant company list shows them.')
  for (const file of files) {
    const found = await stat(file).catch((error: unknown) => {
      throw new UsageError(lineOf(error))
    })
    if (!found.isFile()) throw new UsageError(`${file} is not a file.`)
  }
  // Asked before anything is sent, so that a wrong company costs no upload.
  const { imports } = await client.query('imports.list', { companyId: company, limit: 500 })

  const records: ImportRecord[] = []
  for (const [index, file] of files.entries()) {
    const record = await importFile(client, signal, company, {
      fileName: basename(file),
      account,
      marketplace,
      open: () => createReadStream(file),
      onProgress: (text, share) =>
        progress.show(
          `${files.length > 1 ? `${index + 1}/${files.length} ` : ''}${basename(file)}: ${text}`,
          share,
        ),
    }).catch((error: unknown) => {
      if (!signal.aborted || json) throw error
      for (const done of records)
        if (done.status === 'PUBLISHED') note(`Imported before that: ${done.fileName}`)
      throw error
    })
    progress.clear()
    records.push(record)
    if (!json) say(describe(record))
    // The question that an earlier try of this file left open is answered now.
    const waiting = imports.filter(
      ({ status, sha256 }) => status === 'NEEDS_ANSWER' && sha256 === record.sha256,
    )
    for (const { id } of record.status === 'PUBLISHED' ? waiting : []) {
      await client.mutate('imports.cancel', { companyId: company, importId: id })
    }
  }
  if (json) printJson(records)

  const problems = records.filter((record) => problemsOf(record))
  for (const record of problems) note(`${record.fileName}: ${problemsOf(record)}`)
  return problems.length > 0 ? EXIT.NO : EXIT.OK
}

/** Everything a person wants to know about an import that has ended. */
export function describe(record: ImportRecord): string {
  const { counts, refusedRows } = record
  const lines = [`${record.fileName} (import ${record.id}): ${STATUS_WORDS[record.status]}`]
  const kind = [
    record.reportLabel,
    record.account,
    record.marketplaces.join(', '),
    days(record.firstDay, record.lastDay),
  ]
  if (record.reportLabel) lines.push(`  ${kind.filter(Boolean).join(' · ')}`)
  if (record.problem) lines.push(`  ${record.problem.text}`)
  if (counts) {
    lines.push(
      `  ${plural(counts.read, 'row')} read: ${count(counts.kept)} kept, ${count(counts.known)} known, ${count(counts.inactive)} inactive, ${count(counts.refused)} refused`,
    )
    if (counts.inactive > 0)
      lines.push('  Inactive rows are stored but do not count: a better source holds them.')
  }
  for (const row of refusedRows.slice(0, REFUSED_SHOWN_MAX)) {
    lines.push(`    line ${row.lineNumber}: ${quoted(row.reason)}`, `      ${quoted(row.text)}`)
  }
  const hidden = (counts?.refused ?? 0) - REFUSED_SHOWN_MAX
  if (hidden > 0) lines.push(`    … and ${count(hidden)} more; the import page has all of them to download`)
  for (const settlement of record.settlements) {
    const incomplete = settlement.complete || settlement.difference === null ? '' : ' – incomplete'
    lines.push(
      `  settlement ${settlement.settlementId}: total ${money(settlement.total)}, sum of lines ${money(settlement.sum)}, difference ${money(settlement.difference)} ${settlement.currency}${incomplete}`,
    )
  }
  return lines.join('\n')
}

export const STATUS_WORDS: Record<ImportRecord['status'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  NEEDS_ANSWER: 'needs an answer',
  PUBLISHED: 'imported',
  ALREADY_KNOWN: 'already known',
  REFUSED: 'refused',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  UNDONE: 'undone',
}

function undoCommand(): Command {
  // The company is an option of `import` already, which takes it wherever it stands.
  return command(
    'undo',
    'take an import back: what it alone brought goes, what it had pushed aside counts again',
  )
    .argument('<import>', 'the number of the import', importNumber)
    .option('--company <id>', 'the company; found by the import when left out')
    .action((importId: number, _options: unknown, undo: Command) =>
      withClient(async (client) => {
        const { company, json } = undo.optsWithGlobals<{ company?: string; json?: true }>()
        const companyId = company ?? (await client.query('operator.companyOfImport', { importId })).companyId
        const record = await client.mutate('imports.undo', { companyId, importId })
        if (json) return printJson(record)
        say(`${record.fileName} (import ${record.id}): ${STATUS_WORDS[record.status]}`)
      }),
    )
}

function importNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError('Give the number of an import: sextant imports lists them.')
  return Number(text)
}
