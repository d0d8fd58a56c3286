import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { fittingCount } from './fitting.ts'

const GAP_PX = 6

/** How many filters, or notes (`[data-filter]`), the bar has room for beside everything else in it. */
export function useFittingCount(bar: RefObject<HTMLElement | null>, filters: readonly unknown[]): number {
  const [fitting, setFitting] = useState(filters.length)
  const [width, setWidth] = useState(0)
  /** Of the filters as they were when they last stood in the bar. */
  const widths = useRef<number[]>([])
  /** What stood in the bar when it was last measured. */
  const measured = useRef('')
  const [counted, setCounted] = useState(filters.length)
  if (counted !== filters.length) {
    // Others have moved up, and nobody has measured them in their place.
    setCounted(filters.length)
    setFitting(Infinity)
  }

  useEffect(() => {
    // What stands elsewhere is measured anew: labels are shown or hidden, and another font has other widths.
    const measureAll = () => setFitting(Infinity)
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      setWidth(entry.contentRect.width)
      measureAll()
    })
    observer.observe(bar.current!)
    document.fonts.addEventListener('loadingdone', measureAll)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measureAll)
    }
  }, [bar])

  // A choice changes the width of its filter; the page then gives the filters anew.
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || width === 0) return
    // Measuring lays out the whole page, and most pages are drawn anew without a word of their bar changing.
    const words = [width, fitting, element.childElementCount, element.textContent].join('\n')
    if (words === measured.current) return
    measured.current = words
    const standing = [...element.querySelectorAll(':scope > [data-filter]')]
    standing.forEach((filter, index) => (widths.current[index] = filter.getBoundingClientRect().width))
    const others = [...element.children].filter((child) => !child.hasAttribute('data-filter'))
    const taken = others.reduce((sum, other) => sum + outerWidth(other), 0)
    setFitting(fittingCount(widths.current.slice(0, filters.length), GAP_PX, width - taken))
  }, [bar, filters, fitting, width])
  return Math.min(fitting, filters.length)
}

/** Of an element in the flow, with the gap beside it. */
function outerWidth(element: Element): number {
  const isInFlow = getComputedStyle(element).position !== 'absolute'
  return isInFlow ? element.getBoundingClientRect().width + GAP_PX : 0
}
