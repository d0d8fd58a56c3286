import { expect, test } from 'vitest'
import { placeOf } from './crash-place.ts'

test.each([
  [
    'TypeError: [redacted]\n    at load (https://sextant.example/assets/a.js:1:2)\n    at b',
    'load (/assets/a.js:1:2)',
  ],
  ['TypeError: [redacted]\nload@https://sextant.example/assets/a.js:1:2', 'load@/assets/a.js:1:2'],
  ['TypeError: [redacted]', null],
])('%s', (stack, place) => {
  expect(placeOf(stack)).toBe(place)
})
