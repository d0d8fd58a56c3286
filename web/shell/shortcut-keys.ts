/** How keys become shortcuts (design, section 11); nothing here touches the page. */

export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** After so long the second key of `g p` belongs to nothing. */
export const SEQUENCE_MS = 1_000

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/** What a key says as the part of a shortcut; null for a modifier alone. */
export function keyName({ key, ctrlKey, metaKey, altKey }: PressedKey): string | null {
  if (MODIFIERS.has(key) || altKey) return null
  return ctrlKey || metaKey ? `Mod+${key.toLowerCase()}` : key
}

/** The shortcuts that a key can complete: alone, or after the key before it. */
export const candidates = (name: string, before: string | null): string[] =>
  before === null ? [name] : [`${before} ${name}`, name]

/** True for a shortcut without Ctrl or ⌘: inside of text it would be a letter. */
export const isSingleKey = (shortcut: string): boolean => !shortcut.startsWith('Mod+')

/** `Ctrl K` or `⌘ K`, `g p`, as keys to be drawn one by one. */
export const shownKeys = (shortcut: string, isApple: boolean): string[] =>
  shortcut.startsWith('Mod+')
    ? [isApple ? '⌘' : 'Ctrl', shortcut.slice('Mod+'.length).toUpperCase()]
    : shortcut.split(' ')
