import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ANNOTATION_LENGTH_MAX } from '#contract/dashboards/weekly-review.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayText } from '#web/ui/dates.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './WeeklyReview.module.css'

interface AnnotationsDialogProps {
  companyId: string
  /** Proposed for the next one. */
  day: string
  onClose: () => void
}

/** What happened on which day: every chart of the review and of trends marks it. */
export const AnnotationsDialog = ({ companyId, day, onClose }: AnnotationsDialogProps) => (
  <Modal
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    size="md"
    title="Annotations"
    description="A price change, a stock-out, a deal: a mark on all charts of this page and of trends, for everyone in the company."
    actions={<Button onPress={onClose}>Done</Button>}
  >
    <Annotations companyId={companyId} day={day} />
  </Modal>
)

function Annotations({ companyId, day }: Omit<AnnotationsDialogProps, 'onClose'>) {
  const { wbr } = trpc
  const queryClient = useQueryClient()
  const { data: annotations, error } = useQuery(wbr.getAnnotations.queryOptions({ companyId }))
  const [date, setDate] = useState<string | null>(day)
  const [text, setText] = useState('')
  const settled = {
    onError: (problem: unknown) => toast(errorText(problem), 'negative'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: wbr.getAnnotations.queryKey({ companyId }) }),
  }
  const add = useMutation(wbr.saveAnnotation.mutationOptions(settled))
  const remove = useMutation(wbr.deleteAnnotation.mutationOptions(settled))
  if (error && !annotations) return <p>{errorText(error)}</p>
  const problem = date === null ? 'Give a day.' : text.trim() === '' ? 'Say what happened.' : undefined
  return (
    <>
      <form
        className={styles.fresh}
        onSubmit={(event) => {
          event.preventDefault()
          if (date !== null && problem === undefined)
            add.mutate({ companyId, date, text }, { onSuccess: () => setText('') })
        }}
      >
        <DateField label="Day" value={date} onChange={setDate} />
        <TextField
          label="What happened"
          value={text}
          onChange={setText}
          maxLength={ANNOTATION_LENGTH_MAX}
          autoComplete="off"
          isWide
        />
        <Button type="submit" size="lg" isPending={add.isPending} disabledReason={problem}>
          Add
        </Button>
      </form>
      {annotations === undefined ? (
        <Spinner />
      ) : annotations.length === 0 ? (
        <p className={styles.none}>No annotations yet.</p>
      ) : (
        <ul className={styles.marks} aria-label="Annotations">
          {annotations.toReversed().map(({ id, date: on, text: said, createdBy }) => (
            <li key={id}>
              <span>{dayText(on)}</span>
              <span title={`By ${createdBy}`}>{said}</span>
              <IconButton
                icon={Trash2}
                label={`Delete ${said}, ${dayText(on)}`}
                onPress={() => remove.mutate({ companyId, id })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
