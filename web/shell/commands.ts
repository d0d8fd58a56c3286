/** The one registry of what can be done from the keyboard: the palette lists it, shortcuts run it. */
import { useEffect, useSyncExternalStore } from 'react'

export const COMMAND_GROUPS = [
  'Pages',
  'Companies',
  'Products',
  'Numbers',
  'Dates',
  'Filters',
  'Export',
  'View',
  'Help',
] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  id: string
  label: string
  group: CommandGroup
  /** Other words somebody may look for. */
  words?: string
  /** The page that it leads to, of which the palette knows such words. */
  page?: string
  /** `Mod+k`, `[`, or two keys one after the other: `g p`. */
  shortcut?: string
  /** It opens the list that it would stand in. */
  isUnlisted?: boolean
  /** One of many: listed only where it fits what is typed. */
  isFoundOnly?: boolean
  run: () => void
}

const byOwner = new Map<symbol, readonly Command[]>()
const listeners = new Set<() => void>()
let current: readonly Command[] = []

function publish(): void {
  current = [...byOwner.values()].flat()
  for (const listener of listeners) listener()
}

/** Everything that can be done now. */
export const commandsNow = (): readonly Command[] => current

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribe, commandsNow)

/** Offers commands for as long as the component that knows how to run them is there. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const owner = Symbol('commands')
    byOwner.set(owner, commands)
    publish()
    return () => {
      byOwner.delete(owner)
      publish()
    }
  }, [commands])
}
