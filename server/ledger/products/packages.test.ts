import { expect, test } from 'vitest'
import { ToldSize, ToldWeight, packageOf } from './packages.ts'

const sides = (...said: [string, string, string, string]) => {
  const size = ToldSize.parse(said)
  return size && [size.length, size.width, size.height]
}
const weight = (...said: [string, string]) => ToldWeight.parse(said)?.value ?? null

test('packages are in centimetres and kilograms, whatever unit the catalogue has', () => {
  expect(sides('10', '4', '2.5', 'inches')).toEqual(['25.4', '10.16', '6.35'])
  // Amazon turns centimetres into inches and writes them so.
  expect(sides('4.330708657', '7.874015740', '0.393700787', 'inches')).toEqual(['11', '20', '1'])
  expect(sides('250', '100', '8', 'Millimeters')).toEqual(['25', '10', '0.8'])
  expect(weight('1', 'pounds')).toBe('0.454')
  expect(weight('410', 'grams')).toBe('0.41')
})

test('an unknown unit, a missing side, nothing and what no package can be give no size', () => {
  expect(sides('1', '1', '1', 'cubits')).toBeNull()
  expect(sides('1', '', '1', 'inches')).toBeNull()
  expect(sides('1', '0', '1', 'inches')).toBeNull()
  expect(sides('1', '-1', '1', 'inches')).toBeNull()
  expect(sides('999999999', '1', '1', 'yards')).toBeNull()
  expect(weight('1', '')).toBeNull()
  expect(weight('', 'pounds')).toBeNull()
  // Less than half a gram is no nothing that could be shown as a weight.
  expect(weight('0.0001', 'kilograms')).toBeNull()
})

test('what is typed goes before Amazon’s, sides and weight each by itself', () => {
  const amazon = {
    size: ToldSize.parse(['1', '2', '3', 'centimeters']),
    weight: ToldWeight.parse(['1', 'kilograms']),
  }
  const none = { length: null, width: null, height: null, weight: null }
  expect(packageOf(amazon, undefined)).toEqual(amazon)
  expect(packageOf(amazon, none)).toEqual(amazon)
  expect(packageOf(undefined, none)).toEqual({ size: null, weight: null })
  expect(packageOf(amazon, { ...none, weight: '7' })).toEqual({
    size: amazon.size,
    weight: { value: '7', source: 'USER' },
  })
  expect(packageOf(amazon, { ...none, length: '4', width: '5', height: '6' })).toEqual({
    size: { length: '4', width: '5', height: '6', source: 'USER' },
    weight: amazon.weight,
  })
})
