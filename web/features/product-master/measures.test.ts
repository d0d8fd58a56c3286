import { expect, test } from 'vitest'
import { sizeText, weightOf } from './measures.ts'

test('packages are in centimetres and kilograms, whatever unit the catalogue has', () => {
  expect(sizeText({ length: '10', width: '4', height: '2.5', unit: 'inches' })).toBe('25.4 × 10.2 × 6.4')
  expect(sizeText({ length: '250', width: '100', height: '8', unit: 'Millimeters' })).toBe('25 × 10 × 0.8')
  expect(weightOf({ value: '1', unit: 'pounds' })).toBe('0.454')
})

test('a unit that nobody knows, and a side that is missing, give no size', () => {
  expect(sizeText({ length: '1', width: '1', height: '1', unit: 'cubits' })).toBeNull()
  expect(sizeText({ length: '1', width: '', height: '1', unit: 'inches' })).toBeNull()
  expect(weightOf({ value: '1', unit: '' })).toBeNull()
})
