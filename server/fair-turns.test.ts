import { expect, test } from 'vitest'
import { FairTurns, Overloaded } from './fair-turns.ts'

const LIMITS = { atOnce: 2, waitingMax: 10, waitMsMax: 60_000 }

/** Calls that run until they are told to end, and the order in which they began. */
function calls(turns: FairTurns) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    start: (key: string, name: string, signal?: AbortSignal) =>
      turns.run(
        key,
        () =>
          new Promise<void>((resolve) => {
            began.push(name)
            ends.set(name, resolve)
          }),
        signal,
      ),
    end: async (name: string) => {
      ends.get(name)!()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('as many run as may, and those that wait take turns by their key', async () => {
  const { began, start, end } = calls(new FairTurns(LIMITS))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void start('a', name)
  void start('b', 'b1')
  void start('b', 'b2')
  await end('a1')
  await end('a2')
  expect(began).toEqual(['a1', 'a2', 'a3', 'b1'])
  await end('a3')
  await end('b1')
  expect(began).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2'])
})

test('beyond what may wait the answer is no, and room comes back', async () => {
  const { began, start, end } = calls(new FairTurns({ ...LIMITS, waitingMax: 1 }))
  void start('a', 'a1')
  void start('a', 'a2')
  void start('a', 'a3')
  await expect(start('b', 'b1')).rejects.toThrow(Overloaded)
  await end('a1')
  void start('b', 'b2')
  await end('a2')
  expect(began).toEqual(['a1', 'a2', 'a3', 'b2'])
})

test('who fills the room gives places to whoever has fewer, and nobody has more than an equal share for long', async () => {
  const { began, start, end } = calls(new FairTurns({ atOnce: 1, waitingMax: 4, waitMsMax: 60_000 }))
  void start('a', 'a0')
  const refused: string[] = []
  const wait = (key: string, name: string) => void start(key, name).catch(() => refused.push(name))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) wait('a', name)
  for (const name of ['b1', 'b2', 'b3']) wait('b', name)
  wait('c', 'c1')
  await new Promise((resolve) => setTimeout(resolve))
  expect(refused).toEqual(['a5', 'a4', 'a3', 'b3', 'a2'])
  for (const name of ['a0', 'a1', 'b1', 'c1']) await end(name)
  expect(began).toEqual(['a0', 'a1', 'b1', 'c1', 'b2'])
})

test('nobody waits without end, and whoever gives up makes room', async () => {
  const turns = new FairTurns({ atOnce: 1, waitingMax: 1, waitMsMax: 20 })
  const { began, start, end } = calls(turns)
  void start('a', 'a1')
  await expect(start('a', 'a2')).rejects.toThrow(Overloaded)
  const stop = new AbortController()
  const given = start('a', 'a3', stop.signal)
  stop.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await end('a1')
  void start('a', 'a4')
  expect(began).toEqual(['a1', 'a4'])
})
