import { useLayoutEffect, useState, type RefObject } from 'react'

/** As wide as elements of a name were when one was last measured: most pages are opened more than once. */
const lastWidths = new Map<string, number>()
/** Names are the program's own, but for those of charts that people choose. */
const NAMES_MAX = 200

/**
 * The width of an element in whole pixels, followed as it changes. Before it has been measured that of the last one of its name,
 * so that what is drawn in it need not be drawn twice, or what is given.
 */
export function useWidth(ref: RefObject<HTMLElement | null>, name: string, unmeasured: number): number {
  const [width, setWidth] = useState(() => lastWidths.get(name) ?? unmeasured)
  useLayoutEffect(() => {
    const element = ref.current!
    const measure = () => {
      const measured = Math.floor(element.clientWidth)
      // Hidden, it has no width; the last one then keeps holding.
      if (measured === 0) return
      if (lastWidths.size >= NAMES_MAX) lastWidths.clear()
      lastWidths.set(name, measured)
      setWidth(measured)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, name])
  return width
}
