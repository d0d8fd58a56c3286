import { useState } from 'react'
import type { SlashedDateOrder } from '#contract/cost-mapping.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { DATE_ORDERS } from './date-orders.ts'
import { QuestionForm, type QuestionProps } from './QuestionForm.tsx'

/** Asks whether the day or the month comes first in dates of which none tells. */
export function DateOrderQuestion(props: QuestionProps) {
  const [dateOrder, setDateOrder] = useState<SlashedDateOrder | null>(null)
  return (
    <QuestionForm {...props} answer={dateOrder ? { dateOrder } : null}>
      <SelectField
        label="Dates are written"
        choices={DATE_ORDERS}
        value={dateOrder}
        onChange={setDateOrder}
      />
    </QuestionForm>
  )
}
