import { lazy, Suspense, useState } from 'react'
import type { RowVirtualizer } from './RowWindow.tsx'
import type { ScrollFrame } from './use-scroll-frame.ts'

const RowWindow = lazy(async () => ({ default: (await import('./RowWindow.tsx')).RowWindow }))

/** Up to here all rows are drawn: the browser then finds words in them, and nothing is gained by leaving any out. */
const ALL_ROWS_MAX = 100
/** The same for a page of more rows, in which nobody looks for the others. */
const PAGE_ROWS_MAX = 25
/** So many are drawn before it is known which are in view: as many as most windows hold, since drawing takes longest. */
const FIRST_ROWS = 30

export interface DrawnRow {
  index: number
  /** Height of the rows left out between the one before and this one. */
  gap: number
}

interface VirtualRows {
  drawn: DrawnRow[]
  /** Height of the rows left out after the last. */
  gapAfter: number
  /** Rows that fit into view. */
  pageRows: number
  /** Stands somewhere in the table and draws nothing. */
  watcher: React.ReactNode
}

interface VirtualRowsOptions {
  count: number
  /** There are other pages. */
  isPage: boolean
  heightOf: (index: number) => number
  frame: ScrollFrame
  /** Rows that are drawn wherever they are: the one with the focus. */
  kept: readonly number[]
  /** Nothing is left out, as on paper. */
  isWhole: boolean
}

interface Place {
  index: number
  start: number
  end: number
}

/** Which rows are drawn. Those in view, with some around them, and those that must not vanish. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, isPage, heightOf, frame, kept, isWhole } = options
  const { height, rowsTop } = frame
  // A new object each time: the virtualizer is always the same, and what it says is not.
  const [seen, setSeen] = useState<{ virtualizer: RowVirtualizer } | null>(null)
  const pageRows = Math.max(1, Math.floor(height / (heightOf(0) || 1)) - 3)
  if (isWhole || count <= (isPage ? PAGE_ROWS_MAX : ALL_ROWS_MAX)) {
    const all = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
    return { drawn: all, gapAfter: 0, pageRows, watcher: null }
  }
  // What it knows is of the rows before these until it has seen them, which it has before they are painted.
  const places = placesIn(seen?.virtualizer, kept, rowsTop, heightOf).filter(({ index }) => index < count)
  const total = seen?.virtualizer.getTotalSize() ?? sumOf(count, heightOf)
  return {
    drawn: places.map(({ index, start }, nth) => ({ index, gap: start - (places[nth - 1]?.end ?? rowsTop) })),
    gapAfter: Math.max(0, total + rowsTop - (places.at(-1)?.end ?? rowsTop)),
    pageRows,
    watcher: (
      <Suspense>
        <RowWindow
          count={count}
          heightOf={heightOf}
          frame={frame}
          onChange={(virtualizer) => setSeen({ virtualizer })}
        />
      </Suspense>
    ),
  }
}

function placesIn(
  virtualizer: RowVirtualizer | undefined,
  kept: readonly number[],
  rowsTop: number,
  heightOf: (index: number) => number,
): Place[] {
  if (!virtualizer) {
    const first: Place[] = []
    for (let index = 0; index < FIRST_ROWS; index++) {
      const start = first.at(-1)?.end ?? rowsTop
      first.push({ index, start, end: start + heightOf(index) })
    }
    return first
  }
  const inView: Place[] = virtualizer.getVirtualItems()
  const isInView = new Set(inView.map(({ index }) => index))
  const others = kept.flatMap((index): Place[] => {
    const place = virtualizer.measurementsCache[index]
    return place && !isInView.has(index) ? [place] : []
  })
  return others.length === 0 ? inView : [...inView, ...others].toSorted((a, b) => a.index - b.index)
}

function sumOf(count: number, heightOf: (index: number) => number): number {
  let sum = 0
  for (let index = 0; index < count; index++) sum += heightOf(index)
  return sum
}
