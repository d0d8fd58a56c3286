import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTE_LENGTH_MAX, REVIEW_WEEKS } from '#contract/dashboards/weekly-review.ts'
import { addDays, type DateRange } from '#contract/date-range.ts'
import type { ReviewNote } from '#contract/weekly-review.ts'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { momentText, rangeText } from '#web/ui/dates.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { toast } from '#web/ui/toast.ts'
import { drafted, isChanged, isConflict, kept, type NoteDraft } from './note-draft.ts'
import { weekName } from './review-shape.ts'
import styles from './WeeklyReview.module.css'

interface ReviewNotesProps {
  companyId: string
  week: DateRange
  /** Numbers of then have the notes of now, which then cannot be changed. */
  isPast: boolean
}

/** What was said of the week, and of the weeks before it. */
export function ReviewNotes({ companyId, week, isPast }: ReviewNotesProps) {
  const input = { companyId, startDate: addDays(week.start, 7 * (1 - REVIEW_WEEKS)), endDate: week.start }
  const query = useQuery(trpc.wbr.getNotes.queryOptions(input))
  const note = query.data?.find((one) => one.week === week.start)
  const before = query.data?.filter((one) => one.week !== week.start).toReversed() ?? []
  return (
    <SectionFrame
      title="Notes"
      note={`${weekName(week.start)}, ${rangeText(week.start, week.end)}`}
      status={queryStatus(query)}
      height={150}
    >
      <div className={styles.notes}>
        {/* Another week begins anew. */}
        <Editor key={week.start} companyId={companyId} week={week.start} note={note} isPast={isPast} />
        {before.length > 0 && (
          <ul className={styles.earlier} aria-label="Weeks before">
            {before.map((one) => (
              <li key={one.week}>
                <b>{weekName(one.week)}</b>
                <p>{one.text}</p>
                <small>{saidBy(one)}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionFrame>
  )
}

const saidBy = ({ updatedBy, updatedAt }: ReviewNote): string => `${updatedBy}, ${momentText(updatedAt)}`

interface EditorProps {
  companyId: string
  week: string
  note: ReviewNote | undefined
  isPast: boolean
}

function Editor({ companyId, week, note, isPast }: EditorProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const save = useMutation(
    trpc.wbr.saveNote.mutationOptions({
      onError: (problem) => toast(errorText(problem), 'negative'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.wbr.getNotes.pathKey() }),
    }),
  )
  const stored = note?.text ?? ''
  const changed = isChanged(draft, note) ? draft : null
  const isHeld = isConflict(draft, note)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !isHeld)
          save.mutate({ companyId, week, ...changed }, { onSuccess: () => setDraft(null) })
      }}
    >
      {/* The end of the range decides which week it is of. */}
      <LeaveGuard hasUnsaved={() => changed !== null} held={['endDate']} onDiscard={() => setDraft(null)} />
      <TextAreaField
        label="Note of the week"
        placeholder="What happened, what is decided, who does what."
        value={draft?.text ?? stored}
        onChange={(text) => setDraft(drafted(text, draft, note))}
        maxLength={NOTE_LENGTH_MAX}
        isDisabled={isPast}
        // What is typed meanwhile would go with what is saved.
        isReadOnly={save.isPending}
        rows={4}
        isWide
      />
      <p className={styles.printed}>{stored}</p>
      {isHeld && (
        <div className={styles.conflict} aria-live="polite">
          <b>{note ? `${note.updatedBy} changed this note meanwhile` : 'This note was deleted meanwhile'}</b>
          {note && <p>{note.text}</p>}
          <div className={styles.foot}>
            <Button size="sm" onPress={() => setDraft(null)}>
              {note ? 'Take theirs' : 'Discard mine'}
            </Button>
            <Button size="sm" onPress={() => setDraft(kept(draft, note))}>
              Keep mine
            </Button>
          </div>
        </div>
      )}
      <div className={styles.foot}>
        <Button
          type="submit"
          isPending={save.isPending}
          disabledReason={
            !changed ? 'Nothing is changed.' : isHeld ? 'Take theirs or keep mine first.' : undefined
          }
        >
          {changed?.text.trim() === '' ? 'Delete note' : 'Save note'}
        </Button>
        {note ? (
          <span>Saved by {saidBy(note)}</span>
        ) : (
          <span className={styles.onScreen}>Everyone in the company can read it.</span>
        )}
      </div>
    </form>
  )
}
