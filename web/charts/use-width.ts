import { useLayoutEffect, useState, type RefObject } from 'react'

/** The width of an element in whole pixels, followed as it changes; null before it has been measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current!
    const measure = () => {
      const measured = Math.floor(element.clientWidth)
      // Hidden, it has no width; the last one then keeps holding.
      if (measured > 0) setWidth(measured)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
