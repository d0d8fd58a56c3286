import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParams } from '#web/search-params.ts'

/** What a page shows, as its address has it. What is empty or undefined leaves the address. */
export function useAddressView(): [view: SearchParams, change: (changes: SearchParams) => void] {
  const view: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: SearchParams) =>
      void navigate({
        to: '.',
        search: (before: SearchParams) => withoutEmpty({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [view, change]
}

const withoutEmpty = (params: SearchParams): SearchParams =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''))

/** The choice that an address names, or the usual one. */
export const oneOf = <T extends string>(text: string | undefined, choices: readonly T[], usual: T): T =>
  choices.find((choice) => choice === text) ?? usual
