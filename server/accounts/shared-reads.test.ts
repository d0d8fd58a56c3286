import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** A store whose reads end when the test says so. */
function store() {
  let value = 0
  const ends: (() => void)[] = []
  const reads = new SharedReads()
  return {
    write: () => void value++,
    reads: () => ends.length,
    end: () => ends.at(-1)!(),
    ask: () =>
      reads.read('a', () => {
        const seen = value
        return new Promise<number>((resolve) => ends.push(() => resolve(seen)))
      }),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while a read is under way gets the next one, which all who wait share', async () => {
  const { ask, end, reads, write } = store()
  const first = ask()
  write()
  const others = [ask(), ask(), ask()]
  expect(reads()).toBe(1)
  end()
  expect(await first).toBe(0)
  await turn()
  expect(reads()).toBe(2)
  // This one asks when the second has begun, so it is no part of it.
  write()
  const late = ask()
  end()
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  await turn()
  end()
  expect(await late).toBe(2)
  expect(reads()).toBe(3)
})

test('what fails fails for those who shared it, and is read again for the next', async () => {
  const reads = new SharedReads()
  const failing = reads.read('a', () => Promise.reject(new Error('away')))
  const next = reads.read('a', () => Promise.resolve('there'))
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('there')
})
