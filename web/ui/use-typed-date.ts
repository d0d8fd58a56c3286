import { useState } from 'react'
import { NUMBER_LOCALE } from './format-locale.ts'
import { dateOrder, readTypedDate } from './typed-date.ts'

interface TypedDateOptions {
  /** Null: none is chosen, or what is typed is none. */
  value: string | null
  /** Of what is no day it says why. */
  onChange: (date: string | null, problem?: string) => void
  min: string
  max: string
  /** How a day is written that is not being typed. */
  written: (date: string) => string
}

const order = dateOrder(NUMBER_LOCALE)

/**
 * The text of a field for a day. What is typed counts from the moment it is a day; why it is none is said once the
 * field is left or Enter is pressed.
 */
export function useTypedDate({ value, onChange, min, max, written }: TypedDateOptions) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const read = typed === null || typed.trim() === '' ? null : readTypedDate(typed, { min, max, order })
  // A day chosen elsewhere takes the place of what was typed.
  const isOwn = typed !== null && value === (read && 'date' in read ? read.date : null)
  const isSettled = !isOwn || (isLeft && value !== null)
  return {
    problem: isOwn && isLeft && read && 'problem' in read ? read.problem : undefined,
    field: {
      value: isSettled ? (value === null ? '' : written(value)) : typed,
      onChange: (text: string) => {
        setTyped(text)
        setIsLeft(false)
        const next = text.trim() === '' ? null : readTypedDate(text, { min, max, order })
        if (next && 'problem' in next) onChange(null, next.problem)
        else onChange(next && next.date)
      },
      // What is there is mostly replaced, not mended.
      onFocus: ({ target }: React.FocusEvent<Element>) => {
        if (target instanceof HTMLInputElement) target.select()
      },
      onBlur: () => setIsLeft(true),
      onKeyDown: (event: { key: string; continuePropagation: () => void }) => {
        if (event.key === 'Enter') setIsLeft(true)
        // Escape closes what the field stands in, and the library would keep every key to it.
        else event.continuePropagation()
      },
    },
  }
}
