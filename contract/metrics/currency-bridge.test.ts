import { expect, test } from 'vitest'
import { multiply, parseDecimal, toText } from '../decimal.ts'
import { averageFactors, currencyBridge } from './currency-bridge.ts'

const rate = (currency: string, day: string, usd: string, rateDate = day) => ({
  currency,
  day,
  rateDate,
  usd,
})

test('an average is the mean of the days for which both rates were published', () => {
  const rates = [
    rate('GBP', '2026-01-09', '1.20'),
    rate('GBP', '2026-01-10', '1.20', '2026-01-09'),
    rate('GBP', '2026-01-12', '1.50'),
    rate('EUR', '2026-01-09', '1.00'),
    rate('EUR', '2026-01-10', '1.00', '2026-01-09'),
    rate('EUR', '2026-01-12', '1.20'),
    // Of this day the other is not known.
    rate('GBP', '2026-01-13', '9.00'),
  ]
  // (1.20 ÷ 1.00 + 1.50 ÷ 1.20) ÷ 2 = (1.20 + 1.25) ÷ 2
  const factors = averageFactors(rates, 'EUR', ['GBP', 'PLN'])
  expect(toText(factors.get('GBP')!)).toBe('1.225')
  expect(factors.get('PLN')).toBeNull()
})

test('a period without a published day has the rates in force', () => {
  const weekend = ['2026-01-10', '2026-01-11'].flatMap((day) => [
    rate('GBP', day, '1.20', '2026-01-09'),
    rate('EUR', day, '1.00', '2026-01-09'),
  ])
  expect(toText(averageFactors(weekend, 'EUR', ['GBP']).get('GBP')!)).toBe('1.2')
})

test('exchange rates and the rest add up to the change', () => {
  // 200 GBP at 1.30 and 50 EUR, after 100 GBP at 1.20 and 50 EUR: 310 after 170.
  const atFormerRates = multiply(parseDecimal('200'), parseDecimal('1.20')) + parseDecimal('50')
  const { rates, others } = currencyBridge({
    value: parseDecimal('310'),
    previous: parseDecimal('170'),
    atFormerRates,
  })
  expect([toText(rates), toText(others)]).toEqual(['20', '120'])
  expect(toText(rates + others)).toBe('140')
})
