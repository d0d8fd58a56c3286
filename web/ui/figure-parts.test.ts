import { expect, test } from 'vitest'
import { figureParts, type FigureUnit } from './figure-parts.ts'

const euros: FigureUnit = { kind: 'money', currencyCode: 'EUR' }
const text = (value: string, unit: FigureUnit) =>
  figureParts(value, unit)
    .map((part) => (part.isUnit ? `[${part.text}]` : part.text))
    .join('')

test('money has its decimals below a thousand and none from there', () => {
  expect(text('4.16', euros)).toBe('[€]4.16')
  expect(text('1843363.18', euros)).toBe('[€]1,843,363')
  expect(text('-1000', euros)).toBe('−[€]1,000')
  expect(text('999.99', euros)).toBe('[€]999.99')
})

test('digits beyond what a binary number holds stay', () => {
  expect(text('9007199254740993', { kind: 'count' })).toBe('9,007,199,254,740,993')
})

test('the unit steps back', () => {
  expect(text('0.122', { kind: 'ratio' })).toBe('12.2[%]')
  expect(text('76', { kind: 'count', unit: 'days' })).toBe('76 [days]')
  expect(text('77412', { kind: 'count' })).toBe('77,412')
})
