import { useState } from 'react'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { QuestionForm, type QuestionProps } from './QuestionForm.tsx'

/** Asks for the day of a file that is a picture of one and does not say which. */
export function DayQuestion(props: QuestionProps) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <QuestionForm {...props} answer={day ? { day } : null}>
      <DateField label="Day" value={day} onChange={setDay} max={today()} />
    </QuestionForm>
  )
}
