import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'reconciliation-id'

/** Random, and the same for as long as this browser keeps its storage. */
export function reconciliationId(): string {
  const stored = readStored(KEY)
  if (typeof stored === 'string') return stored
  const made = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
  writeStored(KEY, made)
  return made
}
