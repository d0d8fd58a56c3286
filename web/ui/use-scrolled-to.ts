import { useEffect, useRef } from 'react'

/** For what an address leads to: an element that comes into view as soon as it is there. */
export function useScrolledTo<E extends HTMLElement>(isWanted: boolean) {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (isWanted) ref.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return ref
}
