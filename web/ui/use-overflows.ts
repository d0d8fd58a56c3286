import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether there is more in an element than it shows. */
export function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const frame = element.current
    if (!frame) return
    // Half pixels of a zoomed page are no overflow.
    const measure = () => setOverflows(frame.scrollHeight > frame.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    for (const child of frame.children) observer.observe(child)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
