import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/DateField.tsx'
import styles from './AccountQuestion.module.css'

/** Asks for the day of a file that is a picture of one and does not say which. */
export function DayQuestion({ record, onAnswered }: { record: ImportRecord; onAnswered: () => void }) {
  const { problem, companyId, id } = record
  const [day, setDay] = useState<string | null>(null)
  const answer = useMutation(trpc.imports.answer.mutationOptions({ onSuccess: onAnswered }))
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (day) answer.mutate({ companyId, importId: id, day })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <p>{problem?.text}</p>
      <DateField label="Day" value={day} onChange={setDay} max={today()} />
      {answer.isError && (
        <p role="alert" className={styles.error}>
          {errorText(answer.error)}
        </p>
      )}
      <Button kind="primary" type="submit" isDisabled={!day} isPending={answer.isPending}>
        Continue
      </Button>
    </form>
  )
}
