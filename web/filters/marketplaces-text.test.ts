import { expect, test } from 'vitest'
import { marketplacesText } from './marketplaces-text.ts'

const name = (code: string) => ({ DE: 'Germany', GB: 'United Kingdom' })[code] ?? code

test('three marketplaces are named, more are counted', () => {
  expect(marketplacesText(['DE', 'GB', 'FR'], name)).toBe('Germany, United Kingdom, FR')
  expect(marketplacesText(['DE', 'GB', 'FR', 'IT'], name)).toBe('Germany, United Kingdom +2')
})
