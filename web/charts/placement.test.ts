import { expect, test } from 'vitest'
import { spreadLabels, tooltipPlace } from './placement.ts'

test('a tooltip never covers the crosshair', () => {
  expect(tooltipPlace(100, 200, { from: 0, to: 800 })).toEqual({ left: 112, isAbove: false })
  expect(tooltipPlace(700, 200, { from: 0, to: 800 })).toEqual({ left: 488, isAbove: false })
  // A narrow plot has room beside it.
  expect(tooltipPlace(90, 200, { from: -150, to: 150 })).toEqual({ left: -122, isAbove: false })
  for (let x = 0; x <= 300; x += 10) {
    const { left, isAbove } = tooltipPlace(x, 200, { from: 0, to: 300 })
    expect(isAbove || left > x || left + 200 < x, `at ${x}`).toBe(true)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left + 200).toBeLessThanOrEqual(300)
  }
})

test('labels that would overlap are moved apart inside the limits', () => {
  const limits = { gap: 14, top: 10, bottom: 100 }
  expect(spreadLabels([20, 60], limits)).toEqual([20, 60])
  expect(spreadLabels([50, 52], limits)).toEqual([50, 64])
  expect(spreadLabels([99, 98, 97], limits)).toEqual([100, 86, 72])
})
