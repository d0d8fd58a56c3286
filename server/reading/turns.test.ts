import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('so many have their turn at once, the others in the order in which they came', async () => {
  const turns = new Turns(2)
  const order: string[] = []
  const begin = (name: string) => turns.take().then((leave) => (order.push(name), leave))
  const first = await begin('first')
  await begin('second')
  const third = begin('third')
  const fourth = begin('fourth')
  await Promise.resolve()
  expect(order).toEqual(['first', 'second'])
  first()
  // Leaving twice gives one turn.
  first()
  await third
  expect(order).toEqual(['first', 'second', 'third'])
  ;(await third)()
  await fourth
  expect(order).toEqual(['first', 'second', 'third', 'fourth'])
})

test('who waits and goes away takes nobody’s turn', async () => {
  const turns = new Turns(1)
  const leave = await turns.take()
  const stop = new AbortController()
  const gone = turns.take(stop.signal)
  const next = turns.take()
  stop.abort(new Error('cancelled'))
  await expect(gone).rejects.toThrow('cancelled')
  leave()
  ;(await next)()
  ;(await turns.take())()
  await expect(turns.take(stop.signal)).rejects.toThrow('cancelled')
})
