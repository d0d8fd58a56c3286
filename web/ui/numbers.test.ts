import { expect, test } from 'vitest'
import {
  bytesText,
  compactMoneyText,
  compactText,
  countText,
  exactText,
  exchangeRateText,
  growthText,
  isZero,
  moneyParts,
  moneyText,
  percentText,
  priceText,
  thousandsText,
  wholeText,
} from './numbers.ts'

test('a loss carries a true minus, and a rounded zero carries none', () => {
  expect(wholeText('-13062.40')).toBe('−13,062')
  expect(wholeText('-0.30')).toBe('0')
})

test('money is rounded half away from zero, without a detour through floating point', () => {
  expect(wholeText('2.5')).toBe('3')
  expect(wholeText('-2.5')).toBe('−3')
  expect(exactText('9007199254740993.005', 'EUR')).toBe('9,007,199,254,740,993.01')
})

test('amounts keep the decimals of their currency', () => {
  expect(exactText('-12.5', 'EUR')).toBe('−12.50')
  expect(exactText('1250', 'JPY')).toBe('1,250')
  expect(
    moneyParts('-12.5', 'GBP')
      .map(({ text }) => text)
      .join(''),
  ).toBe('−£12.50')
  expect(priceText('24.9')).toBe('24.90')
})

test('an exchange rate has six digits that say something, however small it is', () => {
  expect(['0.006123456', '1.15552166', '161.2345678', '1'].map(exchangeRateText)).toEqual([
    '0.00612346',
    '1.15552',
    '161.2346',
    '1.00000',
  ])
})

test('dollars say whose they are, in figures and in sentences', () => {
  const text = (code: string) =>
    moneyParts('-12.5', code)
      .map((part) => part.text)
      .join('')
  expect([text('AUD'), text('CAD'), text('USD')]).toEqual(['−A$12.50', '−CA$12.50', '−$12.50'])
  expect(moneyText('-76740', 'AUD')).toBe('−A$76,740')
  expect(compactMoneyText(80_000, 'MXN')).toBe('MX$80k')
})

test('other currencies have their codes, since their signs are those of ours', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect(plain(moneyText('-76740', 'CNY'))).toBe('−CNY 76,740')
  expect(['HKD', 'NOK', 'KRW'].map((code) => plain(moneyText('12.5', code)))).toEqual([
    'HKD 12.50',
    'NOK 12.50',
    'KRW 13',
  ])
  expect(exactText('-12.5', 'CNY')).toBe('−12.50')
})

test('percent has one decimal, and none above one hundred', () => {
  expect(percentText(0.1224)).toBe('12.2%')
  expect(percentText(-0.149)).toBe('−14.9%')
  expect(percentText(1)).toBe('100.0%')
  expect(percentText(1.234)).toBe('123%')
})

test('a change is always signed and stays readable', () => {
  expect(growthText(0.111)).toBe('+11.1%')
  expect(growthText(-0.031)).toBe('−3.1%')
  expect(growthText(0.0002)).toBe('0.0%')
  expect(growthText(1.5)).toBe('+150%')
  expect(growthText(12)).toBe('>999%')
})

test('axes are compact, and two thousands compare', () => {
  expect(compactText(150_000)).toBe('150k')
  expect(compactText(2_410_000)).toBe('2.4m')
  expect([compactText(-3.2e9), compactText(1e12)]).toEqual(['−3.2bn', '1tn'])
  expect(`${thousandsText('301071.20')} of ${thousandsText('2951840')}`).toBe('301k of 2,952k')
  expect(thousandsText('-412.7')).toBe('−413')
})

test('money in a sentence has its symbol, and decimals only while they matter', () => {
  expect(moneyText('76740.18', 'EUR')).toBe('€76,740')
  expect(moneyText('-24.99', 'GBP')).toBe('−£24.99')
  expect(compactMoneyText(80_000, 'EUR')).toBe('€80k')
  expect(compactMoneyText(1e9, 'EUR')).toBe('€1bn')
})

test('counts and sizes are words', () => {
  expect(countText(1, 'row')).toBe('1 row')
  expect(countText(1284, 'row')).toBe('1,284 rows')
  expect(bytesText(12_400_000)).toBe('12.4 MB')
  expect(bytesText(900)).toBe('900 byte')
})

test('zero is recognised in decimal text', () => {
  expect(isZero('0.00')).toBe(true)
  expect(isZero('-0.01')).toBe(false)
})
