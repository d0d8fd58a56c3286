import { useEffect, useRef } from 'react'

/**
 * A row that is removed takes the button along that did it, and the browser would begin anew at the top of the page.
 * Where the focus was lost with something of this part of the page, it goes to the part's heading.
 */
export function useKeptFocus() {
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const within = part.current!
    let last: EventTarget | null = null
    const note = ({ target }: FocusEvent) => (last = target)
    const keep = () => {
      if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return
      last = null
      heading.current?.focus()
    }
    const observer = new MutationObserver(keep)
    observer.observe(within, { childList: true, subtree: true })
    // A question that was asked before has the focus until it is gone.
    observer.observe(document.body, { childList: true })
    within.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      within.removeEventListener('focusin', note)
    }
  }, [])
  return { part, heading }
}
