import { useEffect } from 'react'

/** Keeps what is typed while the palette is on its way; keys that nobody takes would run shortcuts of the page. */
export function TypedAhead({ typed, onClose }: { typed: React.RefObject<string>; onClose: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      // Nothing is chosen yet, neither in the palette nor under it.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [typed, onClose])
  return null
}
