import { useState } from 'react'
import { decimalNotation, limitProblem, typedDecimal } from './decimal-input.ts'
import { NUMBER_LOCALE } from './format-locale.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode' | 'isNumber' | 'maxLength'
> {
  /** Decimal text; null while there is none. */
  value: string | null
  /** Null while the field is empty or holds no number that is allowed; of the latter it says why. */
  onChange: (value: string | null, problem?: string) => void
  min?: string
  max?: string
  /** Digits after the separator: at least as many are shown, at most as many are taken. */
  fractionDigits?: readonly [min: number, max: number]
}

const notation = decimalNotation(NUMBER_LOCALE)

/**
 * A number as the user's locale writes it. It is decimal text on both sides, so no cent passes through binary
 * floating point. What is no number is said when the field is left, not while it is being typed.
 */
export function NumberField({
  value,
  onChange,
  min,
  max,
  fractionDigits: [digitsMin, digitsMax] = [0, 6],
  error,
  onBlur,
  ...props
}: NumberFieldProps) {
  const shown = (number: string) => notation.format(number, digitsMin, digitsMax)
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()

  const problemOf = (text: string): string | undefined => {
    if (text.trim() === '') return undefined
    const number = typedDecimal(text, notation)
    if (number === null) return `Enter a number, such as ${notation.format('1234.5', digitsMin, digitsMax)}.`
    return limitProblem(number, { min, max, fractionDigitsMax: digitsMax }, shown)
  }
  const type = (text: string) => {
    setDraft(text)
    setProblem(undefined)
    const found = problemOf(text)
    if (found === undefined) onChange(typedDecimal(text, notation))
    else onChange(null, found)
  }
  // A number that its owner has taken away again is no longer there, whoever has the focus.
  const isTaken =
    draft !== null &&
    value === null &&
    problemOf(draft) === undefined &&
    typedDecimal(draft, notation) !== null
  const leave = (event: React.FocusEvent<HTMLInputElement>) => {
    const found = problemOf(draft ?? '')
    setProblem(found)
    // What is wrong stays as it was typed, to be put right.
    if (found === undefined) setDraft(null)
    onBlur?.(event)
  }
  return (
    <TextField
      {...props}
      isNumber
      inputMode={digitsMax === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={draft !== null && !isTaken ? draft : value === null ? '' : shown(value)}
      onChange={type}
      onBlur={leave}
      error={error ?? problem}
    />
  )
}
