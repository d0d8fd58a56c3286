import { useSyncExternalStore } from 'react'

/** A value of the whole page, which components follow. */
export interface Observable<T> {
  get: () => T
  set: (value: T) => void
  use: () => T
}

export function observable<T>(first: T): Observable<T> {
  let current = first
  const listeners = new Set<() => void>()
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
