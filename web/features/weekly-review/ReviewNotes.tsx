import type { ReviewNote } from '#contract/weekly-review.ts'
import { NOTE_LENGTH_MAX } from '#contract/dashboards/weekly-review.ts'
import type { DateRange } from '#contract/date-range.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { Button } from '#web/ui/Button.tsx'
import { momentText, rangeText } from '#web/ui/dates.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { drafted, isConflict, kept } from './note-draft.ts'
import { weekName } from './review-shape.ts'
import type { WeekNote } from './use-week-note.ts'
import styles from './WeeklyReview.module.css'

interface ReviewNotesProps {
  week: DateRange
  note: WeekNote
  /** Numbers of then have the notes of now, which then cannot be changed. */
  isPast: boolean
}

/** What was said of the week, and of the weeks before it. */
export function ReviewNotes({ week, note, isPast }: ReviewNotesProps) {
  return (
    <SectionFrame
      title="Notes"
      note={`${weekName(week.start)}, ${rangeText(week.start, week.end)}`}
      status={queryStatus(note.query)}
      height={150}
    >
      <div className={styles.notes}>
        <Editor note={note} isPast={isPast} />
        {note.before.length > 0 && (
          <ul className={styles.earlier} aria-label="Weeks before">
            {note.before.map((one) => (
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

function Editor({
  note: { stored, draft, setDraft, changed, save, isSaving },
  isPast,
}: Omit<ReviewNotesProps, 'week'>) {
  const text = stored?.text ?? ''
  const isHeld = isConflict(draft, stored)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !isHeld) save(changed)
      }}
    >
      <TextAreaField
        label="Note of the week"
        placeholder="What happened, what is decided, who does what."
        value={draft?.text ?? text}
        onChange={(typed) => setDraft(drafted(typed, draft, stored))}
        maxLength={NOTE_LENGTH_MAX}
        isDisabled={isPast}
        // What is typed meanwhile would go with what is saved.
        isReadOnly={isSaving}
        rows={4}
        isWide
      />
      <p className={styles.printed}>{text}</p>
      {isHeld && (
        <div className={styles.conflict} aria-live="polite">
          <b>
            {stored ? `${stored.updatedBy} changed this note meanwhile` : 'This note was deleted meanwhile'}
          </b>
          {stored && <p>{stored.text}</p>}
          <div className={styles.foot}>
            <Button size="sm" onPress={() => setDraft(null)}>
              {stored ? 'Take theirs' : 'Discard mine'}
            </Button>
            <Button size="sm" onPress={() => setDraft(kept(draft, stored))}>
              Keep mine
            </Button>
          </div>
        </div>
      )}
      <div className={styles.foot}>
        <Button
          type="submit"
          isPending={isSaving}
          disabledReason={
            !changed ? 'Nothing is changed.' : isHeld ? 'Take theirs or keep mine first.' : undefined
          }
        >
          {changed?.text.trim() === '' ? 'Delete note' : 'Save note'}
        </Button>
        {stored ? (
          <span>Saved by {saidBy(stored)}</span>
        ) : (
          <span className={styles.onScreen}>Everyone in the company can read it.</span>
        )}
      </div>
    </form>
  )
}
