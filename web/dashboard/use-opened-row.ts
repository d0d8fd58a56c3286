import { useEffect, useRef, useState } from 'react'
import type { Reach } from '#web/table/DataTable.tsx'
import { cellAround, FOLLOW_AFTER_MS } from './use-drawer.ts'

interface OpenedRow {
  /** Enter leads into the drawer; a click leaves the focus on the row. */
  takesFocus: boolean
  /** While a drawer is open, the row on which the focus comes to rest is shown in it; those it only passes are not read. */
  open: (key: string, reach: Reach) => void
  /** From within the drawer, to the row before or after. */
  step: (key: string) => void
  /** Gives the focus back to where it came from. */
  close: () => void
}

/**
 * The row of a table whose drawer is open. Which one it is, the address holds: `opened` is its key, empty where there is none,
 * and `show` puts another into it.
 */
export function useOpenedRow(opened: string, show: (key: string) => void): OpenedRow {
  const [takesFocus, setTakesFocus] = useState(false)
  const openedFrom = useRef<Element | null>(null)
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is shown a moment later goes into the address of then.
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => () => clearTimeout(following.current), [])
  const come = (key: string, entered: boolean) => {
    openedFrom.current = cellAround(document.activeElement)
    // A cell that was clicked has the focus only as the click ends.
    if (!entered) queueMicrotask(() => (openedFrom.current = cellAround(document.activeElement)))
    setTakesFocus(entered)
    latest.current(key)
  }
  return {
    takesFocus,
    open: (key, reach) => {
      clearTimeout(following.current)
      if (reach === 'follow') following.current = setTimeout(() => come(key, false), FOLLOW_AFTER_MS)
      else come(key, reach === 'enter')
    },
    step: (key) => {
      clearTimeout(following.current)
      openedFrom.current = null
      show(key)
    },
    close: () => {
      clearTimeout(following.current)
      if (opened === '') return
      const places = [
        openedFrom.current,
        ...document.querySelectorAll('tr[data-opened] > [tabindex="0"], [role$="grid"] [tabindex="0"]'),
      ]
      for (const place of places) {
        if (place instanceof HTMLElement && place.isConnected) place.focus()
        if (document.activeElement === place) break
      }
      show('')
    },
  }
}
