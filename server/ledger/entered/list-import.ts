import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { UnreadableFile, type EnteredListKind, type ListProblem, type ReadList } from '#amazon/index.ts'
import {
  LIST_FILE_BYTES_MAX,
  LIST_PROBLEMS_MAX,
  LIST_ROWS_SHOWN,
} from '#contract/dashboards/entered-lists.ts'
import type { ListChange, ListFile, ListPreview } from '#contract/entered-lists.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'

/** What an import of a list would do. */
export interface ListPlan<Changes> {
  changes: Changes
  problems: ListProblem[]
  unknown: { lineNumber: number; name: string }[]
  /** Headings of columns that nothing is read of. */
  unread: string[]
  /** Rows that have been looked at, broken ones among them. */
  rows: number
  /** Rows that say what stands already. */
  unchanged: number
}

/** The rows of a list that somebody hands in, read in a process of their own. Throws `AppError` where it is none. */
export async function readList(
  { reports }: Services,
  companyId: string,
  { fileName, content }: ListFile,
  kind: EnteredListKind,
  signal: AbortSignal | undefined,
): Promise<ReadList> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > LIST_FILE_BYTES_MAX)
    throw new AppError('LIST_NOT_READ', {
      reason: `A list has at most ${LIST_FILE_BYTES_MAX / 1_000_000} MB.`,
    })
  try {
    return await reports.list({ companyId, fileName, bytes }, kind, signal)
  } catch (error) {
    if (error instanceof UnreadableFile) throw new AppError('LIST_NOT_READ', { reason: error.message })
    throw error
  }
}

/** What a schema says against the values of a row, by the headings of the file. */
export function problemsOf(
  { issues }: z.ZodError,
  lineNumber: number,
  { headings }: ReadList,
  columnOf: (path: string) => string = (path) => path,
): ListProblem[] {
  return issues.map(({ path, message }) => {
    const column = columnOf(String(path[0] ?? ''))
    return { lineNumber, column: headings[column] ?? column, text: message }
  })
}

/** One text for all that is changed: what was looked at is what is imported, and nothing else. */
export const digestOf = (changes: readonly Omit<ListChange<string>, 'lineNumber'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ subject, name, before, after }) => [subject, name, before, after])))
    .digest('hex')

/** What people see of a plan before they let it happen. */
export function previewOf<Subject extends string>(
  { problems, unknown, unread, rows, unchanged }: ListPlan<unknown>,
  { texts }: Pick<ReadList, 'texts'>,
  changes: readonly ListChange<Subject>[],
): ListPreview<Subject> {
  // A category that comes with an expense is none of the rows.
  const ofRows = changes.filter(({ lineNumber }) => lineNumber !== null)
  const created = ofRows.filter(({ before }) => before === null).length
  return {
    changes: changes.slice(0, LIST_ROWS_SHOWN),
    problems: problems
      .toSorted((a, b) => a.lineNumber - b.lineNumber)
      .slice(0, LIST_PROBLEMS_MAX)
      .map((problem) => ({ ...problem, rowText: texts[problem.lineNumber] ?? '' })),
    unknown: unknown.slice(0, LIST_PROBLEMS_MAX),
    unread,
    counts: {
      rows,
      created,
      changed: ofRows.length - created,
      unchanged,
      unknown: unknown.length,
      problems: problems.length,
    },
    digest: digestOf(changes),
  }
}
