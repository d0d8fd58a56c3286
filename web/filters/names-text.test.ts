import { expect, test } from 'vitest'
import { namesText } from './names-text.ts'

test('three names are written out, more are counted', () => {
  expect(namesText(['Germany', 'United Kingdom', 'France'])).toBe('Germany, United Kingdom, France')
  expect(namesText(['Germany', 'United Kingdom', 'France', 'Italy'])).toBe('Germany, United Kingdom +2')
})
