import { CALENDAR } from '#contract/date-range.ts'
import { dayText } from './dates.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { useTypedDate } from './use-typed-date.ts'

interface DateFieldProps extends Pick<
  TextFieldProps,
  'label' | 'helper' | 'error' | 'isDisabled' | 'isWide'
> {
  /** Null: none, or what is typed is none. */
  value: string | null
  /** Of what is no day it says why. */
  onChange: (date: string | null, problem?: string) => void
  min?: string
  max?: string
}

/** A day that is typed, in figures or in words; the browser's own field would ask for it in a form of its own. */
export function DateField({
  value,
  onChange,
  min = CALENDAR.start,
  max = CALENDAR.end,
  error,
  ...props
}: DateFieldProps) {
  const { field, problem } = useTypedDate({ value, onChange, min, max, written: dayText })
  return (
    <TextField {...props} {...field} placeholder="2026-11-22" autoComplete="off" error={problem ?? error} />
  )
}
