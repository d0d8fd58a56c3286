import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

const HUNDRED = Array.from({ length: 100 }, (_, index) => index)

/** At which of a hundred pieces of work somebody else had a turn. */
async function turnsBetween(every: number): Promise<number> {
  let [done, isOver] = [0, false]
  const seen = new Set<number>()
  const other = (async () => {
    while (!isOver) {
      seen.add(done)
      await nextTurn()
    }
  })()
  await inTurns(HUNDRED, undefined, () => void done++, { every })
  isOver = true
  await other
  return seen.size
}

test('whoever else waits has a turn after every so many', async () => {
  // Before the first, and after 50 and 100.
  expect(await turnsBetween(50)).toBe(3)
  expect(await turnsBetween(1)).toBe(101)
})

test('what is done comes in order, also where it has to be waited for', async () => {
  const doubled = HUNDRED.map((one) => one * 2)
  expect(await inTurns(HUNDRED, undefined, (one) => one * 2, { every: 30 })).toEqual(doubled)
  expect(await inTurns(HUNDRED, undefined, (one) => Promise.resolve(one * 2))).toEqual(doubled)
})

test('nothing is begun once nobody waits for it', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const work = inTurns(HUNDRED, stop.signal, (one) => {
    begun.push(one)
    if (one === 2) stop.abort(new Error('left'))
  })
  await expect(work).rejects.toThrow('left')
  expect(begun).toEqual([0, 1, 2])
})
