import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback } from 'react'
import type { ScrollFrame } from './use-scroll-frame.ts'

/** Up to here all rows are drawn: the browser then finds words in them, and nothing is gained by leaving any out. */
const ALL_ROWS_MAX = 100
const OVERSCAN = 4

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
}

interface VirtualRowsOptions {
  count: number
  heightOf: (index: number) => number
  frame: ScrollFrame
  /** Rows that are drawn wherever they are: the one with the focus. */
  kept: readonly number[]
  /** Paper has no window. */
  isWhole: boolean
}

/** Which rows are drawn. Those in view, with some around them, and those that must not vanish. */
export function useVirtualRows({ count, heightOf, frame, kept, isWhole }: VirtualRowsOptions): VirtualRows {
  const { scroller, rowsTop } = frame
  const isAll = isWhole || count <= ALL_ROWS_MAX
  const keptText = kept.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const keptRows = keptText === '' ? [] : keptText.split(',').map(Number)
      const rows = new Set([...defaultRangeExtractor(range), ...keptRows.filter((row) => row < range.count)])
      return [...rows].toSorted((a, b) => a - b)
    },
    [keptText],
  )
  // Its functions are not handed on, so nothing that is remembered can grow stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: !isAll,
    getScrollElement: () => scroller,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    scrollMargin: rowsTop,
    rangeExtractor,
  })
  const viewHeight = virtualizer.scrollRect?.height ?? scroller?.clientHeight ?? 0
  const pageRows = Math.max(1, Math.floor(viewHeight / (heightOf(0) || 1)) - 3)
  if (isAll) {
    return { drawn: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), gapAfter: 0, pageRows }
  }
  let bottom = rowsTop
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }): DrawnRow => {
    const gap = start - bottom
    bottom = end
    return { index, gap }
  })
  return { drawn, gapAfter: Math.max(0, virtualizer.getTotalSize() + rowsTop - bottom), pageRows }
}
