/** A note while it is being changed: somebody else may change it too. */
import type { ReviewNote } from '#contract/weekly-review.ts'

export interface NoteDraft {
  text: string
  /** Of the note that the draft began from; null where there was none. */
  updatedAt: string | null
}

type Stored = Pick<ReviewNote, 'text' | 'updatedAt'> | undefined

const momentOf = (note: Stored): string | null => note?.updatedAt ?? null

export const isChanged = (draft: NoteDraft | null, note: Stored): draft is NoteDraft =>
  draft !== null && draft.text.trim() !== (note?.text ?? '')

/** Whether what is stored is no longer what the draft began from. */
export const isConflict = (draft: NoteDraft | null, note: Stored): draft is NoteDraft =>
  isChanged(draft, note) && draft.updatedAt !== momentOf(note)

/** After another letter: it still began where it began. */
export const drafted = (text: string, draft: NoteDraft | null, note: Stored): NoteDraft => ({
  text,
  updatedAt: isChanged(draft, note) ? draft.updatedAt : momentOf(note),
})

/** The reader has seen what is stored, and keeps their own. */
export const kept = (draft: NoteDraft, note: Stored): NoteDraft => ({ ...draft, updatedAt: momentOf(note) })
