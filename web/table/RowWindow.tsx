import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { ScrollFrame } from './use-scroll-frame.ts'

const OVERSCAN = 4

export type RowVirtualizer = Virtualizer<HTMLElement, Element>

interface RowWindowProps {
  count: number
  heightOf: (index: number) => number
  frame: ScrollFrame
  /** Other rows are in view, or the rows are others. */
  onChange: (virtualizer: RowVirtualizer) => void
}

/** Watches which rows of a long table are in view. It draws nothing: only long tables load it. */
export function RowWindow({ count, heightOf, frame: { scroller, rowsTop }, onChange }: RowWindowProps) {
  // Its functions are not handed on, so nothing that is remembered can grow stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    scrollMargin: rowsTop,
  })
  const items = virtualizer.getVirtualItems()
  const seen = `${items[0]?.index}-${items.at(-1)?.end}-${virtualizer.getTotalSize()}-${count}`
  const told = useRef('')
  useLayoutEffect(() => {
    if (seen === told.current) return
    told.current = seen
    onChange(virtualizer)
  })
  return null
}
