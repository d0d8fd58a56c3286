import { useRef } from 'react'
import { newId } from './new-id.ts'

/** The id under which changes are saved: the same for the same changes, should the answer to a try have been lost. */
export function useSaveId(): (changes: unknown) => string {
  const sent = useRef({ id: '', changes: '' })
  return (changes) => {
    const text = JSON.stringify(changes)
    if (sent.current.changes !== text) sent.current = { id: newId(), changes: text }
    return sent.current.id
  }
}
