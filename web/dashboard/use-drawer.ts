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
  /** From within the drawer, into a part of what it explains or up again. */
  explain: (what: ExplainedCell) => void
  /** The numbers that led to this one, the first of them first. */
  trail: readonly ExplainedCell[]
  /** To a step of the trail. */
  back: (place: number) => void
  /** To a number beside this one in the page, from within the drawer. */
  step: (cell: ExplainedCell) => void
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
  const [trail, setTrail] = useState<readonly ExplainedCell[]>([])
  const openedFrom = useRef<Element | null>(null)
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = (what: Explained | null) =>
    void navigate({
      to: '.',
      // What another number was told apart by is not what this one is.
      search: (previous: SearchParams) => ({
        ...previous,
        explain: what ? textOf(what) : undefined,
        explainBy: undefined,
      }),
      // Moving from number to number is one step, not many.
      replace: explained !== null && what !== null,
      resetScroll: false,
    })
  const open = (what: Explained, entered: boolean) => {
    clearTimeout(following.current)
    openedFrom.current = document.activeElement
    // A cell that was clicked has the focus only once the table has drawn it anew.
    if (!entered) setTimeout(() => (openedFrom.current = document.activeElement))
    setTakesFocus(entered)
    setTrail([])
    show(what)
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
    setTrail([])
    show(null)
  }
  const cell = explained && isCell(explained) && !explained.isLeftOut ? explained : null
  const explain = (what: ExplainedCell) => {
    setTrail(explained && isCell(explained) ? trailTo(trail, explained, what) : [])
    show(what)
  }
  const back = (place: number) => {
    const what = trail[place]
    if (!what) return
    setTrail(trail.slice(0, place))
    show(what)
  }
  const step = (what: ExplainedCell) => {
    // The focus goes back to the number that was come to.
    openedFrom.current = null
    setTrail([])
    show(what)
  }
  return { explained, cell, takesFocus, open, follow, close, explain, trail, back, step }
}

/** The way to a number from another one. Whoever comes back to a step of it goes on from there. */
export function trailTo(
  trail: readonly ExplainedCell[],
  from: ExplainedCell,
  to: ExplainedCell,
): readonly ExplainedCell[] {
  const place = trail.findIndex((step) => textOf(step) === textOf(to))
  return place < 0 ? [...trail, from] : trail.slice(0, place)
}
