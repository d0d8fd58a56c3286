import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ENTERED_FILE } from '#contract/dashboards/expenses.ts'
import type { ExpenseChanges } from '#contract/expenses.ts'
import {
  addressesOf,
  expenseBooks,
  findLiveImport,
  isSaved,
  lastEditsOf,
  liveRequests,
  replaceEnteredImport,
  writeExpenses,
  type Company,
  type ExpenseBooks,
  type RecountedRows,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { StoredFile } from '#server/files/raw-files.ts'
import type { Admit } from './archive-import.ts'
import { underNewVersion } from './changes.ts'
import { applyChange, settingsThatCount, Work } from './company-state.ts'
import { changedBooks, expensesFile, ExpensesChanged } from './expense-changes.ts'
import { readingOf } from './import-result.ts'
import type { ImportResult } from './import-run.ts'
import type { JournalWriter } from './journal.ts'
import { readIntoFacts } from './read-file.ts'
import { readingMoments } from './reading-moments.ts'
import { recount } from './recount.ts'
import type { Services } from './services.ts'

export interface ExpensesToSave {
  /** The same for a call that is made again: the second does nothing. */
  saveId: string
  changes: ExpenseChanges
  actor: string
  /** Whether there is room for their file. */
  admit: Admit
}

/**
 * Saves changes of what was entered, in the books and in all numbers at once. For the ledger the books are a facts file
 * that takes the place of the one before it; rows, file and version are published in one transaction, so that whatever
 * ends this before has changed nothing, and doing it again is all there is to do.
 */
export async function saveExpenses(
  services: Services,
  companyId: string,
  { saveId, changes, actor, admit }: ExpensesToSave,
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const { accounts } = services
    if (await isSaved(accounts, company, saveId)) return { kind: 'EDIT' }
    const { counted: former, ...before } = await expenseBooks(accounts, company)
    const at = services.now()
    const { after, edits } = await changed(services, company, before, { changes, actor, at })
    const file = await storedFile(services, company, after, admit)
    const isSameFile = file?.sha256 === former?.fileSha256
    if (file && !isSameFile) {
      const twin = await findLiveImport(accounts, company, file.sha256)
      if (twin) throw new AppError('EXPENSES_IN_FILE', { fileName: twin.fileName })
    }
    const { result, recounted } = isSameFile
      ? { result: null, recounted: [] }
      : await countInstead(services, writer, { former: former?.attemptVersion ?? undefined, file })
    return {
      kind: 'EDIT',
      note: { expenses: edits.length },
      recounted,
      within: async (tx) => {
        await writeExpenses(tx, company, { before, after, edits, saveId, actor, at })
        if (isSameFile) return
        const next = file && {
          fileName: ENTERED_FILE,
          fileSha256: file.sha256,
          fileBytes: file.bytes,
          reportType: 'facts_file',
          result: result as unknown as Record<string, unknown>,
        }
        await replaceEnteredImport(tx, company, { former, next, version: writer.version })
      },
    }
  })
}

async function changed(
  { accounts }: Services,
  company: Company,
  before: ExpenseBooks,
  { changes, actor, at }: { changes: ExpenseChanges; actor: string; at: Date },
) {
  try {
    return changedBooks(before, changes, { actor, at, newId: randomUUID })
  } catch (error) {
    if (!(error instanceof ExpensesChanged)) throw error
    const edits = await lastEditsOf(accounts, company, error.ids)
    const standing = new Map(before.expenses.map((expense) => [expense.id, expense]))
    const found = error.ids.map((id) => {
      const now = standing.get(id)
      if (now) return { name: now.name, actor: now.changedBy, what: 'changed' }
      return { name: edits.get(id)?.name ?? 'an expense', actor: edits.get(id)?.actor ?? '', what: 'deleted' }
    })
    const names = await addressesOf(
      accounts,
      found.map((row) => row.actor),
    )
    const rows = found
      .slice(0, ROWS_NAMED)
      .map(({ name, actor: by, what }) => `“${name}” was ${what}${by && ` by ${names.get(by) ?? by}`}`)
    const others = found.length - rows.length
    throw new AppError('EXPENSES_CHANGED', {
      rows: [...rows, ...(others > 0 ? [`and ${others} more`] : [])].join('; '),
    })
  }
}

const ROWS_NAMED = 5

/** Null where there is nothing to state. */
async function storedFile(
  { files }: Services,
  company: Company,
  books: ExpenseBooks,
  admit: Admit,
): Promise<StoredFile | null> {
  if (books.expenses.length === 0) return null
  const admission = await admit(company)
  try {
    const bytes = Buffer.from(expensesFile(books))
    return await files.put(company.id, admission.body(Readable.from([bytes], { objectMode: false })))
  } finally {
    admission.end()
  }
}

const EXPENSES_ALONE = new Set(['expenses'] as const)

/** Makes a file count in the place of a former attempt, as of the writer's version. */
async function countInstead(
  services: Services,
  writer: JournalWriter,
  { former, file }: { former: number | undefined; file: StoredFile | null },
): Promise<{ result: ImportResult | null; recounted: RecountedRows[] }> {
  const { company, version } = writer
  const label = file && (await readFile(services, writer, file))
  const imports = await liveRequests(services.accounts, company)
  const moments = readingMoments(imports)
  const before = imports.map((row) => row.attemptVersion!)
  const others = before.filter((attempt) => attempt !== former)
  const live = file ? [...others, version] : others
  const work = new Work(services, writer, {
    live,
    moments,
    changed: [...(file ? [version] : []), ...(former === undefined ? [] : [former])],
    tables: EXPENSES_ALONE,
    settings: settingsThatCount(company),
    settingsChanged: false,
  })
  await applyChange(work)
  const holdings = await work.holdings()
  const coming = {
    touched: EXPENSES_ALONE,
    tablesOfOthers: await work.tablesOfOthers(),
    holdings,
    moments,
  }
  const went =
    former === undefined
      ? []
      : (await recount(services, writer, { ...coming, before, after: others, changed: former })).others
  if (label === null) return { result: null, recounted: went }
  const came = await recount(services, writer, { ...coming, before: others, after: live, changed: version })
  const { read, refused, ...found } = await readingOf(writer, EXPENSES_ALONE, {
    accounts: await work.accounts(),
    places: work.places,
    marketplaces: work.marketplaces,
  })
  // Every row was checked before it was taken.
  if (refused > 0) throw new Error(`${refused} of the entered expenses cannot be read.`)
  const { known, inactive } = came
  return {
    result: {
      reportLabel: label,
      ...found,
      counts: { read, kept: read - known - inactive, known, inactive, refused },
      refusedRows: [],
      settlements: [],
      replaced: [],
      damages: [],
    },
    recounted: [...went, ...came.others],
  }
}

/** Stores the rows of the file under the writer's version; the name of its type. */
async function readFile(services: Services, writer: JournalWriter, { sha256 }: StoredFile): Promise<string> {
  const { company, signal } = writer
  await using opened = await services.reports.open(
    { companyId: company.id, sha256, fileName: ENTERED_FILE },
    {},
    signal,
  )
  await readIntoFacts(
    writer,
    opened,
    {
      complete: undefined,
      ofFile: async () => '',
      declared: () => {
        throw new Error('Entered expenses belong to no seller account.')
      },
    },
    () => {},
  )
  return opened.type.label
}
