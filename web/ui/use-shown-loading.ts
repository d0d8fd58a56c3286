import { useEffect, useRef, useState } from 'react'

const DELAY_MS = 250
const SHOWN_MS = 1_000

/**
 * When to show that something is loading: nothing for a quarter of a second, because most answers are quicker,
 * and then for a whole second, because a flash is worse than either.
 */
export function useShownLoading(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false)
  const shownSince = useRef(0)

  useEffect(() => {
    if (isLoading === isShown) return
    const wait = isLoading ? DELAY_MS : Math.max(0, shownSince.current + SHOWN_MS - Date.now())
    const timer = setTimeout(() => {
      shownSince.current = Date.now()
      setShown(isLoading)
    }, wait)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])

  return isShown
}
