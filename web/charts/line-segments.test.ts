import { expect, test } from 'vitest'
import { areaPath, lastPoint, linePath, lonePoints, splitUnfinished } from './line-segments.ts'

const points = (...ys: (number | null)[]) => ys.map((y, x) => ({ x, y }))

test('a line breaks where there is no data', () => {
  expect(linePath(points(1, 2, null, 4, 5))).toBe('M0,1L1,2M3,4L4,5')
  expect(linePath(points(null, null))).toBe('')
  expect(areaPath(points(1, 2, null), 9)).toBe('M0,1L1,2L1,9L0,9Z')
})

test('a day between two gaps is still seen', () => {
  expect(lonePoints(points(1, null, 3, null, 5, 6))).toEqual(points(1, null, 3).filter(({ y }) => y !== null))
})

test('the way to an unfinished period begins at the last finished one', () => {
  const { finished, unfinished } = splitUnfinished(points(1, 2, 3), (index) => index === 2)
  expect(linePath(finished)).toBe('M0,1L1,2')
  expect(linePath(unfinished)).toBe('M1,2L2,3')
})

test('the last point is the last that is there', () => {
  expect(lastPoint(points(1, 2, null))).toEqual({ x: 1, y: 2, index: 1 })
  expect(lastPoint(points(null))).toBeNull()
})
