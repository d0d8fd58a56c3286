/** Whether the page is being put on paper, where nothing scrolls. Asked for here, or by the browser's own print. */
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Before the print dialog: time for the page to lay itself out, and for whatever it still has to read. */
export const PDF_DELAY_MS = 4_000
/** Where the dialog has to be gone from the page before it is printed. */
export const CLOSED_DELAY_MS = 250

let printingData = false
let isOnPaper = false
const listeners = new Set<() => void>()

const isPrinting = (): boolean => printingData || isOnPaper

function change(apply: () => void): void {
  // The browser takes its picture as soon as the handlers of `beforeprint` return.
  flushSync(() => {
    apply()
    for (const listener of listeners) listener()
  })
}

window.addEventListener('beforeprint', () => change(() => (isOnPaper = true)))
window.addEventListener('afterprint', () => change(() => (isOnPaper = printingData = false)))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True from the moment that printing is asked for until it is done. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)

const after = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('Printing was given up.', 'AbortError'))
    })
  })

function print(): void {
  try {
    window.print()
  } finally {
    change(() => (printingData = false))
  }
}

/**
 * Lays the page out for paper and opens the print dialog once it had its time. With `closesFirst` it resolves before
 * that, so that what asked can close, and prints a moment later.
 */
export async function printWhenReady({
  signal,
  closesFirst,
}: {
  signal: AbortSignal
  closesFirst: boolean
}): Promise<void> {
  change(() => (printingData = true))
  try {
    await after(PDF_DELAY_MS, signal)
  } catch (error) {
    change(() => (printingData = false))
    throw error
  }
  if (closesFirst) setTimeout(print, CLOSED_DELAY_MS)
  else print()
}
