import { expect, test } from 'vitest'
import { nearestPoint, placedPoints, type ScatterPoint } from './scatter.ts'

const BOX = { left: 0, right: 300, top: 0, bottom: 100 }
const point = (id: string, x: string | null, y: string | null, size: string | null): ScatterPoint => ({
  id,
  name: id,
  x,
  y,
  size,
})

test('each power of ten is as wide as the next, and areas are to each other as sizes', () => {
  const { placed, x } = placedPoints(
    [point('b', '100', '0.2', '-40'), point('a', '1', '0.1', '160'), point('c', '1000', '0', '0')],
    BOX,
  )
  expect(x.ticks).toEqual([1, 10, 100, 1000])
  expect(placed.map((one) => [one.point.id, one.x, one.radius, one.isLoss])).toEqual([
    ['a', 0, 18, false],
    ['b', 200, 9, true],
    ['c', 300, 3, false],
  ])
  expect(placed[0]!.y).toBeGreaterThan(placed[1]!.y)
})

test('what lacks a value or sold nothing stands nowhere', () => {
  const { placed, x, y } = placedPoints(
    [
      point('a', null, '1', '1'),
      point('b', '0', '1', '1'),
      point('c', '5', null, '1'),
      point('d', '5', '1', null),
    ],
    BOX,
  )
  expect([placed, x.ticks, y.ticks]).toEqual([[], [], []])
  expect(nearestPoint([], 1, 1)).toBeNull()
})

test('a small circle in a large one is hit where it stands', () => {
  const { placed } = placedPoints([point('large', '10', '0.5', '100'), point('small', '11', '0.5', '1')], BOX)
  const small = placed.findIndex(({ point: { id } }) => id === 'small')
  expect(nearestPoint(placed, placed[small]!.x, placed[small]!.y)).toBe(small)
  expect(nearestPoint(placed, 0, 50)).toBe(1 - small)
})
