import { expect, test, vi } from 'vitest'
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

test('where all writes are counted, an answer is good until the next of them', async () => {
  let writes = 0
  let value = 'first'
  let asked = 0
  const reads = new SharedReads(() => writes)
  const ask = () =>
    reads.read('a', async () => {
      asked++
      return value
    })
  expect([await ask(), await ask(), asked]).toEqual(['first', 'first', 1])
  value = 'second'
  writes++
  expect([await ask(), await ask(), asked]).toEqual(['second', 'second', 2])
})

test('what was read while a write was under way is not kept', async () => {
  let writes = 0
  const reads = new SharedReads(() => writes)
  const answer = await reads.read('a', async () => {
    writes++
    return 'before it ended'
  })
  expect(answer).toBe('before it ended')
  expect(await reads.read('a', async () => 'after it')).toBe('after it')
})

test('what a clock changes is seen within a second', async () => {
  const reads = new SharedReads(() => 0)
  const now = vi.spyOn(performance, 'now')
  const start = performance.now()
  await reads.read('a', async () => 'before')
  expect(await reads.read('a', async () => 'too early')).toBe('before')
  now.mockReturnValue(start + 1_500)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await reads.read('a', async () => 'after')).toBe('after')
  now.mockRestore()
})
