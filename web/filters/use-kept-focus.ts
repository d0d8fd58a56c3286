import { useEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus back to the control that had it. Controls that are disabled while data are being read lose it to the
 * page, and whoever works by keyboard would begin anew after every choice.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  const last = useRef<HTMLElement>(null)

  useEffect(() => {
    const element = area.current!
    const remember = (event: FocusEvent) => {
      last.current = event.target as HTMLElement
    }
    const forget = (event: FocusEvent) => {
      // Without a next element the focus was lost, not moved.
      if (event.relatedTarget) last.current = null
    }
    element.addEventListener('focusin', remember)
    element.addEventListener('focusout', forget)
    return () => {
      element.removeEventListener('focusin', remember)
      element.removeEventListener('focusout', forget)
    }
  }, [area])

  useEffect(() => {
    if (!isDisabled && document.activeElement === document.body) last.current?.focus()
  }, [isDisabled])
}
