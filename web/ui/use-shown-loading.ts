import { useEffect, useState } from 'react'
import { loadingGate } from './loading-gate.ts'

/** Whether to show that something is loading: not for the first quarter of a second, and then for a second at least. */
export function useShownLoading(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false)
  const [gate] = useState(() => loadingGate(setShown))

  useEffect(() => gate.set(isLoading), [gate, isLoading])
  useEffect(() => gate.stop, [gate])
  return isShown
}
