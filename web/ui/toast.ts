import type { Appearance } from './appearances.ts'
import type { ToastAction } from './ToastRegion.tsx'

/**
 * Says something in passing, for eight seconds; the time stands still while the pointer or the focus is on it.
 * Never the only trace of an error. What shows it is not loaded before something is said, or the page is there.
 */
export function toast(text: string, appearance: Appearance = 'informative', action?: ToastAction): void {
  void import('./ToastRegion.tsx').then(({ showToast }) => showToast({ text, appearance, action }))
}

/** Takes back what was said, when it no longer holds. */
export function dismissToast(text: string): void {
  void import('./ToastRegion.tsx').then(({ hideToast }) => hideToast(text))
}
