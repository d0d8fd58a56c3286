import { useLayoutEffect, useState, type RefObject } from 'react'

export interface ScrollFrame {
  /** What scrolls the table: its own box, or the sheet of the page. */
  scroller: HTMLElement | null
  /** How wide the table may be without scrolling. */
  available: number
  /** How much of the scroller is seen at once. */
  height: number
  /** Where the rows begin in the content of the scroller. */
  rowsTop: number
}

/** Finds what scrolls a table, and follows its size and the place of the rows in it. */
export function useScrollFrame(
  frame: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
): ScrollFrame {
  const [state, setState] = useState<ScrollFrame>({ scroller: null, available: 0, height: 0, rowsTop: 0 })
  useLayoutEffect(() => {
    const scroller = scrollerOf(frame.current)
    const measure = () => {
      const { top } = scroller.getBoundingClientRect()
      const rowsTop = rows.current ? rows.current.getBoundingClientRect().top - top + scroller.scrollTop : 0
      const { clientWidth: available, clientHeight: height } = scroller
      setState((before) =>
        before.scroller === scroller &&
        before.available === available &&
        before.height === height &&
        before.rowsTop === rowsTop
          ? before
          : { scroller, available, height, rowsTop },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    // What stands above the table may grow or shrink.
    for (const child of scroller.children) observer.observe(child)
    return () => observer.disconnect()
  }, [frame, rows])
  return state
}

function scrollerOf(element: HTMLElement | null): HTMLElement {
  for (let at = element; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if (overflowY === 'auto' || overflowY === 'scroll') return at
  }
  return document.documentElement
}
