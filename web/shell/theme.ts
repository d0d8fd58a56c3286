import { useSyncExternalStore } from 'react'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'sextant.theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

let current = storedTheme()

function apply(): void {
  const dark = current === 'dark' || (current === 'system' && systemIsDark.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

systemIsDark.addEventListener('change', apply)

/** The choice is plain text in storage: public/theme.js reads it before anything else is loaded. */
export function setTheme(theme: Theme): void {
  current = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The choice then holds until the page is closed.
  }
  apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current)
