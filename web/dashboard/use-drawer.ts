import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import {
  explainedOf,
  isCell,
  textOf,
  type Explained,
  type ExplainedCell,
} from '#web/explain/explained-cell.ts'
import type { SearchParams } from '#web/search-params.ts'

const FOLLOW_AFTER_MS = 150

export interface Drawer {
  /** What the address says is explained. */
  explained: Explained | null
  /** The number in the page that is explained; what is left out stands in no cell. */
  cell: ExplainedCell | null
  takesFocus: boolean
  /** `entered` is true where the explanation should take the focus. */
  open: (what: Explained, entered: boolean) => void
  /** Explains a number once the focus rests on it; those it only passes are not asked for. */
  follow: (cell: ExplainedCell) => void
  close: () => void
  /** From within the drawer. */
  explain: (what: Explained) => void
}

/**
 * The explanation that the address holds. It keeps the focus with the reader: Enter leads into the drawer, a click
 * leaves the focus on the number, and closing leads back to where it was opened.
 */
export function useDrawer(): Drawer {
  const text = useSearch({ strict: false, select: ({ explain }: SearchParams) => explain })
  const navigate = useNavigate()
  const explained = useMemo(() => explainedOf(text), [text])
  const [takesFocus, setTakesFocus] = useState(false)
  const openedFrom = useRef<Element | null>(null)
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)

  const explain = (what: Explained | null) =>
    void navigate({
      to: '.',
      search: (previous: SearchParams) => ({ ...previous, explain: what ? textOf(what) : undefined }),
      // Moving from number to number is one step, not many.
      replace: explained !== null && what !== null,
      resetScroll: false,
    })
  const open = (what: Explained, entered: boolean) => {
    clearTimeout(following.current)
    openedFrom.current = document.activeElement
    setTakesFocus(entered)
    explain(what)
  }
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
  const cell = explained && isCell(explained) && !explained.isLeftOut ? explained : null
  return { explained, cell, takesFocus, open, follow, close, explain }
}
