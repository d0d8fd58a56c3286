import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { columnWindow, isWindowed, type ColumnWindow } from './column-window.ts'
import type { ScrollFrame } from './use-scroll-frame.ts'

/** Which columns of a wide table are drawn; null where all of them are. */
export function useColumnWindow(
  { scroller, available }: ScrollFrame,
  widths: readonly number[],
  isWhole: boolean,
): ColumnWindow | null {
  const [scrolled, setScrolled] = useState(0)
  const isOn = !isWhole && isWindowed(widths.length)
  const edges = useMemo(() => {
    const ends: number[] = []
    for (const width of widths) ends.push((ends.at(-1) ?? 0) + width)
    return ends
  }, [widths])

  const shown = columnWindow(edges, scrolled, available)
  const { first, end } = shown
  useLayoutEffect(() => {
    if (!scroller || !isOn) return undefined
    const follow = () => {
      const next = columnWindow(edges, scroller.scrollLeft, available)
      // Before the frame is painted: columns would else appear one frame late.
      if (next.first !== first || next.end !== end) flushSync(() => setScrolled(scroller.scrollLeft))
    }
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [scroller, isOn, edges, available, first, end])
  return useMemo(() => (isOn ? { first, end } : null), [isOn, first, end])
}
