import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AnswerInput, ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './QuestionForm.module.css'

type Answer = Omit<z.input<typeof AnswerInput>, 'companyId' | 'importId'>

export interface QuestionProps {
  record: ImportRecord
  onAnswered: () => void
}

interface QuestionFormProps extends QuestionProps {
  /** Null until it is complete. */
  answer: Answer | null
  children: React.ReactNode
}

/** What an import asks, in words, and the way on once it is answered. */
export function QuestionForm({ record, onAnswered, answer, children }: QuestionFormProps) {
  const { problem, companyId, id } = record
  const send = useMutation(trpc.imports.answer.mutationOptions({ onSuccess: onAnswered }))
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (answer) send.mutate({ companyId, importId: id, ...answer })
      }}
    >
      <p>{problem?.text}</p>
      {children}
      {send.isError && (
        <p role="alert" className={styles.error}>
          {errorText(send.error)}
        </p>
      )}
      <Button kind="primary" type="submit" isDisabled={!answer} isPending={send.isPending}>
        Continue
      </Button>
    </form>
  )
}
