import { useEffect, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/stored.ts'
import { commandsNow } from './commands.ts'
import { candidates, isSingleKey, keyName, SEQUENCE_MS } from './shortcut-keys.ts'

const KEY = 'single-keys'
let isOn = readStored(KEY) !== 'off'
const listeners = new Set<() => void>()

/** Single keys can be switched off: whoever speaks to their machine would press them without meaning to (WCAG 2.1.4). */
export function setSingleKeys(on: boolean): void {
  isOn = on
  writeStored(KEY, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, () => isOn)

/** Where keys already mean something: text, lists that jump to a letter, whatever lies over the page. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role=textbox], [role=listbox], [role=menu], [role=dialog], [role=alertdialog]'

/** Runs the registered command of a shortcut, wherever on the page it is pressed. */
export function useShortcuts(): void {
  useEffect(() => {
    let before: { name: string; at: number } | null = null
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event)
      if (name === null || event.defaultPrevented) return
      const recent = before && event.timeStamp - before.at < SEQUENCE_MS ? before.name : null
      before = { name, at: event.timeStamp }
      const isTaken = event.target instanceof Element && event.target.closest(TAKEN) !== null
      const command = candidates(name, recent)
        .filter((shortcut) => !isSingleKey(shortcut) || (isOn && !isTaken))
        .map((shortcut) => commandsNow().find((one) => one.shortcut === shortcut))
        .find(Boolean)
      if (!command) return
      before = null
      event.preventDefault()
      command.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
