import { expect, test } from 'vitest'
import { bulletMarks } from './bullet.ts'

test('value, target and range lie on one scale from zero', () => {
  expect(bulletMarks({ value: '60', target: '30', range: ['45', '120'], max: '240' })).toEqual({
    fill: 0.25,
    isBeyond: false,
    target: 0.125,
    range: { from: 0.1875, to: 0.5 },
  })
})

test('what lies beyond the end is cut and said to be so', () => {
  expect(bulletMarks({ value: '316', max: '240' })).toMatchObject({ fill: 1, isBeyond: true })
})

test('a value that is missing has no bar, one of nothing an empty one, and one below zero none to the left', () => {
  expect(bulletMarks({ value: null, target: '5' }).fill).toBeNull()
  expect(bulletMarks({ value: '0', target: '5' }).fill).toBe(0)
  expect(bulletMarks({ value: '-3', target: '5' }).fill).toBe(0)
  expect(bulletMarks({ value: '0' })).toEqual({ fill: 0, isBeyond: false, target: null, range: null })
})

test('without an end both value and target have room', () => {
  const { fill, target } = bulletMarks({ value: '8', target: '10' })
  expect(target).toBeLessThan(1)
  expect(fill! / target!).toBeCloseTo(0.8)
})
