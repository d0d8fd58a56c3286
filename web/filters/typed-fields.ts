/** Fields of what is typed rather than chosen; few dashboards have any. */
import type { FilterField, Keeping } from './filter-fields.ts'

/** A number within bounds, with at most so many digits after the point. */
export const numberField = (
  initial: number,
  { min, max, digits = 0, isStored = false }: Keeping & { min: number; max: number; digits?: number },
): FilterField<number> => ({
  read: (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value >= min && value <= max)) return undefined
    return Number(value.toFixed(digits))
  },
  write: String,
  initial: () => initial,
  isStored,
})

/** Anything that somebody types, as to search for it. */
export const textField = (lengthMax: number): FilterField<string> => ({
  read: (text) => text.slice(0, lengthMax),
  write: (value) => value,
  initial: () => '',
  isStored: false,
})
