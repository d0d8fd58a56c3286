import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import { progress } from './terminal.ts'

/** Shows on a terminal how far a long call of the operator has come. `text` is told of how many steps there are. */
export async function whileWatching<T>(
  client: Client,
  text: (total: number) => string,
  call: (progressAs: string) => Promise<T>,
): Promise<T> {
  const progressAs = randomUUID()
  const over = new AbortController()
  const watching = watch(client, progressAs, text, over.signal)
  try {
    return await call(progressAs)
  } finally {
    over.abort()
    await watching
    progress.clear()
  }
}

async function watch(
  client: Client,
  progressAs: string,
  text: (total: number) => string,
  over: AbortSignal,
): Promise<void> {
  while (process.stderr.isTTY && !over.aborted) {
    await delay(300, undefined, { signal: over }).catch(() => {})
    if (over.aborted) return
    const state = await client.query('operator.progress', { progressAs }).catch(() => null)
    if (state && !over.aborted) progress.show(text(state.total), state.done / Math.max(1, state.total))
  }
}
