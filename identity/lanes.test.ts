import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lanesFor } from './lanes.ts'

test('so many at once, in their order, and none is lost when one fails', async () => {
  const lanes = lanesFor(2, 100)
  const begun: number[] = []
  let now = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) =>
      lanes(async () => {
        begun.push(n)
        most = Math.max(most, ++now)
        await turn()
        now--
        if (n % 5 === 0) throw new Error('no')
        return n
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})

test('who would wait for ever is turned away', async () => {
  const lanes = lanesFor(1, 1)
  const never = new Promise<void>(() => {})
  void lanes(() => never)
  void lanes(() => never)
  expect(lanes(() => never)).toBeUndefined()
})
