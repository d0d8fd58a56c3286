import { expect, test } from 'vitest'
import { graduation, readings, spoke } from './sextant-arc.ts'

test('the arc is read from 0 on the right to 120 on the left, and 60 is straight down', () => {
  const all = readings(840)
  expect(all.map(({ text }) => text).slice(0, 3)).toEqual(['0', '10', '20'])
  expect(all.at(-1)).toEqual({ text: '120', x: 20, y: 557.5, lean: 30 })
  expect(all[6]).toEqual({ text: '60', x: 440, y: 670, lean: -0 })
})

test('a line that counts for more is longer, and is drawn once', () => {
  const [minor, major] = graduation({ from: 0, step: 1, count: 5 }, 100, [
    { every: 1, length: 1 },
    { every: 5, length: 3 },
  ])
  expect(minor!.match(/M/g)).toHaveLength(4)
  expect(major).toBe(spoke(0, 100, 103) + spoke(5, 100, 103))
})
