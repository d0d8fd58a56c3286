import { InvalidArgumentError, type Command } from 'commander'
import type { ImportRecord, ListedImport, SettlementResult } from '#contract/imports.ts'
import { IsoDate } from '#contract/fields.ts'
import { marketplaceOf, type MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import type { Client } from './client.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { costsFrom, describeQuestion, withCostOptions, type CostOptions } from './cost-question.ts'
import { CallFailed, EXIT, jsonOf, lineOf, NotAllWell, UsageError } from './failures.ts'
import { importEnd, importFile, problemOf } from './import-file.ts'
import { importSources } from './import-sources.ts'
import { differenceText, doesNotAddUp } from './reconcile.ts'
import { command, withClient } from './run.ts'
import { count, days, money, note, plural, printJson, progress, quoted, say } from './terminal.ts'

/** Refused rows that are shown of a file; all of them are in the download of the import page. */
const REFUSED_SHOWN_MAX = 10

interface ImportOptions {
  company?: string
  account?: string
  marketplace?: string
  day?: string
  name?: string
  json?: true
}

export function importCommand(): Command {
  const importing = command('import', 'import report files; what kind each is, its content says', {
    about: `A directory stands for the files that lie directly in it; directories within it are not read.
A file that can't be taken is named, and the others are imported all the same.

Afterwards, by the number of the import:
  sextant import answer <import>    say what it asks: its account, marketplace or day, or the columns of a list of costs
  sextant import undo <import>      take back what it brought
  sextant import cancel <import>    stop it while it waits or runs
  sextant import retry <import>     try it again after it failed or was cancelled`,
    example: 'sextant import --company "Acme Ltd" settlement.txt ./downloads',
    refused: 'a file was not taken, or needs an answer',
    attention: 'rows were refused or damaged, or a settlement does not add up to its total',
  })
    .addOption(companyOption())
    .argument(
      '<source...>',
      'report files as Amazon gives them, product costs, facts files; directories; - is standard input',
    )
    .option('--account <name>', 'the seller account that the files belong to')
    .option('--marketplace <code>', 'for files that name none, such as DE', marketplaceCode)
    .option(
      '--day <date>',
      'for stock and fees of a day that no file or file name states: 2026-03-31',
      isoDay,
    )
    .option('--name <name>', 'the file name of what comes from standard input')
    .action((paths: string[], options: ImportOptions) =>
      withClient((client, signal) => importAll(client, signal, paths, options)),
    )
  importing.addCommand(answerCommand())
  importing.addCommand(
    changeCommand(
      'undo',
      'undo an import: rows that only it contained are removed, rows it had replaced count again',
    ),
  )
  importing.addCommand(
    changeCommand('cancel', 'stop an import that waits or runs; one that has ended stays as it is'),
  )
  importing.addCommand(
    changeCommand('retry', 'try an import again that failed or was cancelled, and wait for its end'),
  )
  return importing
}

function marketplaceCode(text: string): string {
  const code = marketplaceOf(text.toUpperCase())?.code
  if (!code) throw new InvalidArgumentError('It is not one of the marketplaces, such as DE or GB.')
  return code
}

function isoDay(text: string): string {
  if (!IsoDate.safeParse(text).success) throw new InvalidArgumentError('Give a day such as 2026-03-31.')
  return text
}

async function importAll(
  client: Client,
  signal: AbortSignal,
  paths: string[],
  { company, account, marketplace, day, name, json }: ImportOptions,
): Promise<void> {
  const companyId = await companyIdOf(client, company)
  // Asked before anything is sent, so that a wrong company costs no upload.
  const { imports: earlier } = await client.query('imports.list', { companyId, limit: 500 })
  await using found = await importSources(paths, { name, signal })

  const results: (ImportRecord | NotTaken)[] = []
  for (const [index, { path, fileName, open }] of found.sources.entries()) {
    const place = found.sources.length > 1 ? `${index + 1}/${found.sources.length} ` : ''
    const record = await importFile(client, signal, companyId, {
      fileName,
      account,
      marketplace,
      day,
      open,
      onProgress: (text, share) => progress.show(`${place}${fileName}: ${text}`, share),
    }).catch((error: unknown) => {
      if (isOfThisFile(error) && !signal.aborted) return { path, error }
      if (!json) for (const done of results) if (isTaken(done)) note(`Imported before that: ${done.fileName}`)
      throw error
    })
    progress.clear()
    if ('error' in record) {
      results.push(record)
      continue
    }
    const ended = [record]
    for (const { importId, name: part } of record.parts)
      if (importId !== null)
        ended.push(
          await importEnd(client, signal, companyId, importId, (text, share) =>
            progress.show(`${place}${fileName} › ${part}: ${text}`, share),
          ),
        )
    progress.clear()
    results.push(...ended)
    for (const done of ended) {
      if (!json) say(describe(done))
      // The question that an earlier try of this file left open is answered now.
      const waiting = earlier.filter(
        ({ status, sha256 }) => status === 'NEEDS_ANSWER' && sha256 === done.sha256,
      )
      for (const { id } of done.status === 'PUBLISHED' ? waiting : []) {
        await client.mutate('imports.cancel', { companyId, importId: id })
      }
    }
  }
  if (json)
    printJson(
      results.map((result) =>
        'error' in result
          ? { file: result.path, ...(JSON.parse(jsonOf(result.error, EXIT.REFUSED)) as object) }
          : result,
      ),
    )
  await endWith(client, companyId, results, earlier)
}

/** A file that did not become an import. */
interface NotTaken {
  path: string
  error: unknown
}

/** A fault of one file, which says nothing about the next: it can't be read, or the server says no to it. */
const isOfThisFile = (error: unknown): boolean =>
  (error instanceof CallFailed && error.exitCode === EXIT.REFUSED) ||
  ['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')

const isTaken = (result: ImportRecord | NotTaken): result is ImportRecord =>
  'status' in result && result.status === 'PUBLISHED'

/** Throws what a person has to look at. What a known file brought when it was imported counts as if it came now. */
async function endWith(
  client: Client,
  companyId: string,
  results: readonly (ImportRecord | NotTaken)[],
  earlier: readonly ListedImport[],
): Promise<void> {
  const lines: string[] = []
  const exitCodes: number[] = []
  const settlements: SettlementResult[] = []
  for (const result of results) {
    if ('error' in result) {
      lines.push(`${result.path}: ${lineOf(result.error)}`)
      exitCodes.push(EXIT.REFUSED)
      continue
    }
    for (const { name, importId, problem } of result.parts)
      if (importId === null) {
        lines.push(`${result.fileName} › ${name}: ${problem}`)
        exitCodes.push(EXIT.REFUSED)
      }
    const problem = problemOf(result)
    if (problem) {
      lines.push(`${result.fileName}: ${problem.text}`)
      exitCodes.push(problem.exitCode)
    }
    const known =
      result.status === 'ALREADY_KNOWN' &&
      earlier.find(({ status, sha256 }) => status === 'PUBLISHED' && sha256 === result.sha256)
    const original = known ? await client.query('imports.get', { companyId, importId: known.id }) : result
    const refused = original?.counts?.refused ?? 0
    if (refused > 0 && !problem) {
      lines.push(`${result.fileName}: ${plural(refused, 'row')} refused.`)
      exitCodes.push(EXIT.ATTENTION)
    }
    for (const { column, rows, changesNumbers } of original?.damages ?? []) {
      if (!changesNumbers || problem) continue
      lines.push(
        `${result.fileName}: ${plural(rows, 'row')} without ${column}, which a spreadsheet took away.`,
      )
      exitCodes.push(EXIT.ATTENTION)
    }
    settlements.push(...(original?.settlements ?? []))
  }
  // A settlement can come in several files: what it adds up to now counts, not what it did after one of them.
  const doubtful = new Set(settlements.filter(doesNotAddUp).map(({ settlementId }) => settlementId))
  const now = doubtful.size > 0 ? await client.query('profitAndLoss.getSettlements', { companyId }) : []
  const unequal = now.filter((row) => doubtful.has(row.settlementId) && doesNotAddUp(row))
  lines.push(...unequal.map(differenceText))
  if (unequal.length > 0) exitCodes.push(EXIT.ATTENTION)
  const worst = [EXIT.UNEXPECTED, EXIT.REFUSED, EXIT.ATTENTION].find((code) => exitCodes.includes(code))
  if (worst !== undefined) throw new NotAllWell(worst, lines)
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
  if (record.costQuestion && record.status === 'NEEDS_ANSWER')
    lines.push(...describeQuestion(record.costQuestion))
  if (record.parts.length > 0) {
    const taken = record.parts.filter(({ importId }) => importId !== null)
    lines.push(
      `  ${count(taken.length)} of its ${plural(record.parts.length, 'file')} handed in, each as an import of its own`,
    )
  }
  if (counts) {
    lines.push(
      `  ${plural(counts.read, 'row')} read: ${count(counts.kept)} kept, ${count(counts.known)} known, ${count(counts.inactive)} inactive, ${count(counts.refused)} refused`,
    )
    if (counts.inactive > 0)
      lines.push(
        '  Inactive rows are stored but do not count: another source holds them, or another file undamaged.',
      )
  }
  for (const { column, rows, isAbsent } of record.damages)
    lines.push(
      isAbsent
        ? `  The file has no column ${column}; download the report again, and import it as it is.`
        : `  A spreadsheet damaged ${column} in ${plural(rows, 'row')}; download the report again, and import it as it is.`,
    )
  for (const row of refusedRows.slice(0, REFUSED_SHOWN_MAX)) {
    // A facts file numbers the rows of each of its tables.
    const place =
      record.reportType === 'facts_file' ? `${quoted(row.table)} ${row.lineNumber}` : `line ${row.lineNumber}`
    lines.push(`    ${place}: ${quoted(row.reason)}`, `      ${quoted(row.text)}`)
  }
  const hidden = (counts?.refused ?? 0) - REFUSED_SHOWN_MAX
  if (hidden > 0) lines.push(`    … and ${count(hidden)} more; the import page has all of them to download`)
  for (const settlement of record.settlements.filter(({ active }) => active)) {
    const { settlementId, source, total, sum, difference, currency } = settlement
    const unequal = doesNotAddUp(settlement)
      ? ` – does not add up${settlement.state === 'TOO_MUCH' ? ': too much' : ''}`
      : ''
    lines.push(
      `  settlement ${settlementId} (${sourceText(source)}): total ${money(total)}, sum of lines ${money(sum)}, difference ${money(difference)} ${currency}${unequal}`,
    )
    const others = record.settlements.filter((other) => !other.active && other.settlementId === settlementId)
    for (const other of others) {
      const rows = other.rows === undefined ? 'rows' : plural(other.rows, 'row')
      const isBetter = BEST_FIRST.indexOf(other.source) < BEST_FIRST.indexOf(source)
      const why = isBetter ? 'which is incomplete' : 'which this better source replaces'
      lines.push(`    inactive: ${rows} from its ${sourceText(other.source)}, ${why}`)
    }
  }
  for (const { fileName, importId, settlementId, source, rows, amount, currency } of record.replaced)
    lines.push(
      `  no longer counting: ${plural(rows, 'row')} of ${fileName} (import ${importId}), ${sourceText(source)} ${settlementId}, ${money(amount)} ${currency}`,
    )
  return lines.join('\n')
}

const SOURCE_TEXTS: Record<string, string> = {
  SETTLEMENT_V2: 'settlement report V2',
  SETTLEMENT_WIDE: 'settlement report V1',
  DATE_RANGE: 'date range report',
  FINANCES: 'finances',
}
const BEST_FIRST = Object.keys(SOURCE_TEXTS)
const sourceText = (source: string): string => SOURCE_TEXTS[source] ?? 'facts file'

export const STATUS_WORDS: Record<ImportRecord['status'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  NEEDS_ANSWER: 'needs an answer',
  PUBLISHED: 'imported',
  ALREADY_KNOWN: 'already known',
  UNPACKED: 'taken apart',
  REFUSED: 'refused',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  UNDONE: 'undone',
}

const CHANGES = {
  undo: { example: 'sextant import undo 17', refused: 'there is no such import, or it does not count' },
  cancel: { example: 'sextant import cancel 17', refused: 'there is no such import' },
  retry: {
    example: 'sextant import retry 17',
    refused: 'there is no such import, it did not fail, or it failed again',
  },
}

/** Says what an import waits for, and waits for its end. */
function answerCommand(): Command {
  const answering = command('answer', 'answer what an import asks, and wait for its end', {
    about: `An import asks whose a file is where several accounts could own it, for its marketplace where it names none, for the day of
its stock or fees where neither it nor its name says that, and whether the day or the month comes first in its dates where
none of them tells. Of a list of costs whose headings are not
those of the template it shows which column it takes for what; without options that is confirmed as it is.`,
    example: 'sextant import answer 17 --currency EUR --cost "Landed cost"',
    refused: 'there is no such import, it does not ask, or the answer leaves something open',
  })
    .argument('<import>', 'the number of the import', importNumber)
    .option('--company <company>', 'its name or id; found by the import when left out')
    .option('--account <name>', 'the seller account that the file belongs to')
    .option('--marketplace <code>', 'the marketplace that the file is of, such as DE', marketplaceCode)
    .option('--day <date>', 'the day on which the file was downloaded, such as 2026-03-31', isoDay)
  return withCostOptions(answering).action((importId: number, _options: unknown, change: Command) =>
    withClient(async (client, signal) => {
      const options = change.optsWithGlobals<CostOptions & ChangeOptions & WhoseOptions>()
      const companyId = await companyOfImport(client, importId, options.company)
      const { costQuestion } = await client.query('imports.get', { companyId, importId })
      const { account, marketplace, day, dates: dateOrder } = options
      const said = [account, marketplace, day, dateOrder].filter((one) => one !== undefined)
      if (!costQuestion && said.length !== 1)
        throw new UsageError(
          'Say what it asks: --account NAME, --marketplace DE, --day 2026-03-31, or --dates DMY.',
        )
      await client.mutate('imports.answer', {
        companyId,
        importId,
        ...(costQuestion
          ? { costs: costsFrom(costQuestion, options) }
          : { account, marketplace, day, dateOrder }),
      })
      await sayEnd(client, signal, companyId, importId, options)
    }),
  )
}

interface WhoseOptions {
  account?: string
  marketplace?: (typeof MARKETPLACE_CODES)[number]
  day?: string
}

interface ChangeOptions {
  company?: string
  json?: true
}

async function companyOfImport(
  client: Client,
  importId: number,
  company: string | undefined,
): Promise<string> {
  if (company !== undefined) return companyIdOf(client, company)
  return (await client.query('operator.companyOfImport', { importId })).companyId
}

/** Waits for an import that was begun again, and says what came of it. */
async function sayEnd(
  client: Client,
  signal: AbortSignal,
  companyId: string,
  importId: number,
  { json }: ChangeOptions,
): Promise<void> {
  const record = await importEnd(client, signal, companyId, importId, (...told) => progress.show(...told))
  progress.clear()
  if (json) printJson(record)
  else say(describe(record))
  const problem = problemOf(record)
  if (problem) throw new NotAllWell(problem.exitCode, [problem.text])
}

function changeCommand(name: 'undo' | 'cancel' | 'retry', description: string): Command {
  // The company is an option of `import` already, which takes it wherever it stands.
  return command(name, description, CHANGES[name])
    .argument('<import>', 'the number of the import', importNumber)
    .option('--company <company>', 'its name or id; found by the import when left out')
    .action((importId: number, _options: unknown, change: Command) =>
      withClient(async (client, signal) => {
        const options = change.optsWithGlobals<ChangeOptions>()
        const companyId = await companyOfImport(client, importId, options.company)
        const record = await client.mutate(`imports.${name}`, { companyId, importId })
        if (name === 'retry') await sayEnd(client, signal, companyId, importId, options)
        else if (options.json) printJson(record)
        else say(`${record.fileName} (import ${record.id}): ${STATUS_WORDS[record.status]}`)
      }),
    )
}

function importNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError('Give the number of an import: sextant imports lists them.')
  return Number(text)
}
