/** Lists that are looked at before they are taken: what browser and server agree on. */
import { z } from 'zod'
import { FILE_NAME_LENGTH_MAX } from './dashboards/chosen-files.ts'
import { LIST_FILE_BYTES_MAX } from './dashboards/entered-lists.ts'
import { CompanyId, text } from './fields.ts'

const TOO_LARGE = `A list has at most ${LIST_FILE_BYTES_MAX / 1_000_000} MB.`

/** A file of CSV or XLSX. */
const ListFile = z.object({
  fileName: text(FILE_NAME_LENGTH_MAX).min(1),
  /** Base64. */
  content: z.base64().max(4 * Math.ceil(LIST_FILE_BYTES_MAX / 3), TOO_LARGE),
})
export type ListFile = z.output<typeof ListFile>

export const PreviewListInput = z.object({ companyId: CompanyId, file: ListFile })

export const ImportListInput = PreviewListInput.extend({
  /** The same for a call that is made again because its answer was lost. */
  saveId: z.uuid(),
  /** Of the preview that somebody has looked at. */
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'This is not the digest of a preview.'),
})

export const UndoSaveInput = z.object({
  companyId: CompanyId,
  /** As the history names what is taken back. */
  undoneSaveId: z.uuid(),
  saveId: z.uuid(),
})

/** One thing that an import would create or change, as the history would say it afterwards. */
export interface ListChange<Subject extends string> {
  /** Of the file; null for what several rows bring. */
  lineNumber: number | null
  subject: Subject
  name: string
  before: Record<string, string> | null
  after: Record<string, string> | null
}

/** What is wrong with a row of the file, and what is expected there. */
export interface ListProblem {
  lineNumber: number
  /** Its heading in the file; empty for the whole row. */
  column: string
  text: string
  /** The row as it stands in the file, or how it begins. */
  rowText: string
}

export interface ListPreview<Subject extends string> {
  /** The first of them. */
  changes: ListChange<Subject>[]
  /** The first of them, more than are shown. */
  problems: ListProblem[]
  /** Products that no file names; their rows are left out. */
  unknown: { lineNumber: number; name: string }[]
  /** Headings of columns that nothing is read of, the first of them. */
  unread: string[]
  counts: {
    rows: number
    created: number
    changed: number
    unchanged: number
    unknown: number
    problems: number
  }
  /** Of all changes: an import is of these and no others. */
  digest: string
}
