import { useRef, useState } from 'react'
import type { Explained, ExplainedCell } from '#web/explain/explained-cell.ts'

const FOLLOW_AFTER_MS = 150

/**
 * Opens and closes the explanation and keeps the focus with the reader: Enter leads into the drawer, a click
 * leaves the focus on the number, and closing leads back to where it was opened.
 */
export function useDrawer(explained: Explained | null, explain: (what: Explained | null) => void) {
  const [takesFocus, setTakesFocus] = useState(false)
  const openedFrom = useRef<Element | null>(null)
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)

  const open = (what: Explained, entered: boolean) => {
    clearTimeout(following.current)
    openedFrom.current = document.activeElement
    setTakesFocus(entered)
    explain(what)
  }
  /** Explains a number once the focus rests on it; those it only passes are not asked for. */
  const follow = (cell: ExplainedCell) => {
    clearTimeout(following.current)
    following.current = setTimeout(() => open(cell, false), FOLLOW_AFTER_MS)
  }
  const close = () => {
    clearTimeout(following.current)
    if (!explained) return
    // Opened by an address, it was opened from nowhere; the number itself is then the next best place.
    const cell = openedFrom.current?.isConnected
      ? openedFrom.current
      : document.querySelector('[role="treegrid"] td[aria-selected="true"]')
    if (cell instanceof HTMLElement) cell.focus()
    explain(null)
  }
  return { takesFocus, open, follow, close }
}
