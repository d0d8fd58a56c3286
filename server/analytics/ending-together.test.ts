import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endingTogether } from './ending-together.ts'
import type { Analytics, CommandOptions } from './warehouse.ts'

/** Commands that run until they are told to end, and then take a while to be gone. */
function slowAnalytics() {
  const log: string[] = []
  const command = (statement: string, { signal }: CommandOptions = {}) =>
    new Promise<void>((_, reject) => {
      if (signal!.aborted) return reject(signal!.reason)
      log.push(`${statement} begins`)
      signal!.addEventListener('abort', () =>
        setImmediate(() => {
          log.push(`${statement} is gone`)
          reject(signal!.reason)
        }),
      )
    })
  return { log, analytics: { command } as unknown as Analytics }
}

test('a failure is told when nothing that ran beside it is under way any more, and nothing begins after it', async () => {
  const { log, analytics } = slowAnalytics()
  let later: Promise<void> | undefined
  const work = endingTogether(analytics, undefined, (own) =>
    Promise.all([
      own.command('first').catch(() => (later = own.command('second'))),
      turn().then(() => {
        throw new Error('no room')
      }),
    ]),
  )
  await expect(work).rejects.toThrow('no room')
  expect(log).toEqual(['first begins', 'first is gone'])
  await expect(later).rejects.toThrow('no room')
})

test('whoever stops the work stops its statements', async () => {
  const { log, analytics } = slowAnalytics()
  const stop = new AbortController()
  // A statement that names no signal of its own is one of the work.
  const work = endingTogether(analytics, stop.signal, (own) => own.command('first', { signal: undefined }))
  stop.abort(new Error('cancelled'))
  await expect(work).rejects.toThrow('cancelled')
  expect(log).toEqual(['first begins', 'first is gone'])
})

test('work that is done gives its answer', async () => {
  const analytics = { rows: async () => [{ n: 1 }] } as unknown as Analytics
  expect(await endingTogether(analytics, undefined, (own) => own.rows('SELECT 1 AS n'))).toEqual([{ n: 1 }])
})
