/** What people plan for a company and note of it, in a facts file. */
import { z } from 'zod'
import type { CompanyNote, NoteList } from '../facts.ts'
import { ANNOTATIONS_MAX } from '#contract/dashboards/weekly-review.ts'
import { TargetAmount } from '#contract/executive-summary.ts'
import { Currency, IsoDate, MarketplaceCode, Month } from '#contract/fields.ts'
import { AnnotationText, NoteText, Week } from '#contract/weekly-review.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { RefusedRecord } from './cells.ts'
import { jsonObject } from './json-object.ts'

const LISTS = {
  targets: z.strictObject({
    marketplace: MarketplaceCode.nullable().default(null),
    month: Month,
    amount: z.coerce.string().pipe(TargetAmount),
    currency: Currency,
  }),
  weekly_notes: z.strictObject({ week: Week, text: NoteText.min(1, 'Give the text.') }),
  annotations: z.strictObject({ date: IsoDate, text: AnnotationText }),
} satisfies { [List in NoteList]: z.ZodType<Extract<CompanyNote, { list: List }>['row']> }

export const NOTE_LISTS = Object.keys(LISTS) as NoteList[]
export const isNoteList = (key: string): key is NoteList => Object.hasOwn(LISTS, key)

/** The months, weeks and marks that stand above: each once, so that a file holds no more of them than there are. */
export type KnownNotes = Record<NoteList, Set<string>>
export const noNotes = (): KnownNotes => ({
  targets: new Set(),
  weekly_notes: new Set(),
  annotations: new Set(),
})

export function companyNoteOf(list: NoteList, { index, text }: JsonPart, known: KnownNotes): CompanyNote {
  const cells = Object.entries(jsonObject(text)).filter(([, value]) => value !== null && value !== '')
  if (index === null) throw new RefusedRecord(`${list}: a list of rows is expected`)
  const read = LISTS[list].safeParse(Object.fromEntries(cells))
  if (!read.success) {
    const [{ path, message }] = read.error.issues as [z.core.$ZodIssue]
    throw new RefusedRecord(path.length > 0 ? `${path.join('.')}: ${message}` : message)
  }
  const note = { list, row: read.data } as CompanyNote
  const subject = subjectOf(note)
  if (known[list].has(subject)) throw new RefusedRecord(`${subject} stands there twice`)
  if (list === 'annotations' && known.annotations.size >= ANNOTATIONS_MAX)
    throw new RefusedRecord(`A file may have ${ANNOTATIONS_MAX} annotations`)
  known[list].add(subject)
  return note
}

/** What there can be one of. */
function subjectOf({ list, row }: CompanyNote): string {
  if (list === 'targets') return `${row.month} ${row.marketplace ?? ''}`.trim()
  return list === 'weekly_notes' ? row.week : `${row.date} ${row.text}`
}
