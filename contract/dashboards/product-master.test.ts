import { expect, test, vi } from 'vitest'
import { lackingSides, measureIn, measuresAfter, volumeOf, type Package } from './product-master.ts'

test('a measure is more than nothing, of a size that a package can have, and kept without zeros that say nothing', () => {
  const said = ['12.50', '0012', '0.001', '9999.999', '7.0000']
  expect(said.map(measureIn)).toEqual(['12.5', '12', '0.001', '9999.999', '7'])
  for (const none of [
    '',
    '0',
    '0.000',
    '-1',
    '1e9',
    '1000000000',
    '10000',
    '0.0009',
    '1.2345',
    '1,5',
    '=1+1',
    'ten',
    '１２',
    ' 12',
  ])
    expect([none, measureIn(none)]).toEqual([none, undefined])
})

test('a volume is exact, whatever the sides', () => {
  expect(volumeOf({ length: '12.5', width: '10', height: '9.25' })).toBe('1156.25')
  expect(volumeOf({ length: '0.001', width: '0.001', height: '0.001' })).toBe('0.000000001')
  expect(volumeOf({ length: '9999.999', width: '9999.999', height: '9999.999' })).toBe(
    '999999700000.029999999',
  )
})

const NONE = { length: null, width: null, height: null, weight: null }
const amazon: Package = {
  size: { length: '12', width: '20', height: '30', source: 'AMAZON' },
  weight: { value: '0.4', source: 'AMAZON' },
}
const typed: Package = {
  size: { length: '12', width: '20', height: '30', source: 'USER' },
  weight: { value: '0.4', source: 'USER' },
}
const unknown: Package = { size: null, weight: null }

test('one side that is typed over Amazon’s takes the other two along; what Amazon says anyway stays Amazon’s', () => {
  expect(measuresAfter(amazon, {})).toEqual(NONE)
  expect(measuresAfter(amazon, { length: '13' })).toEqual({
    ...NONE,
    length: '13',
    width: '20',
    height: '30',
  })
  expect(measuresAfter(amazon, { length: '12', width: '20', height: '30', weight: '0.4' })).toEqual(NONE)
  expect(measuresAfter(amazon, { length: '13', width: null })).toMatchObject({ length: '13', width: '20' })
  expect(measuresAfter(amazon, { length: null, weight: null })).toEqual(NONE)
  expect(measuresAfter(amazon, { weight: '0.5' })).toEqual({ ...NONE, weight: '0.5' })
})

test('what is typed stays until it is emptied, and two sides of three are none', () => {
  const all = { length: '12', width: '20', height: '30', weight: '0.4' }
  expect(measuresAfter(typed, {})).toEqual(all)
  expect(measuresAfter(typed, { length: '12' })).toEqual(all)
  expect(measuresAfter(typed, { length: null, width: null, height: null })).toEqual({
    ...NONE,
    weight: '0.4',
  })
  const two = measuresAfter(typed, { height: null, weight: null })
  expect(two).toEqual({ ...all, height: null, weight: null })
  expect(lackingSides(two)).toEqual(['height'])
  expect(lackingSides(measuresAfter(unknown, { width: '20' }))).toEqual(['length', 'height'])
  expect(lackingSides(measuresAfter(unknown, { weight: '1' }))).toEqual([])
  expect(lackingSides({ length: '1', width: '1', height: '1' })).toEqual([])
})

test('of a text without end no number is made', () => {
  const made = vi.spyOn(globalThis, 'BigInt')
  try {
    expect(['9'.repeat(1_000_000), `1.${'0'.repeat(1_000_000)}`].map(measureIn)).toEqual([
      undefined,
      undefined,
    ])
    expect(made).not.toHaveBeenCalled()
  } finally {
    made.mockRestore()
  }
})
