import { expect, test } from 'vitest'
import { plotted, sumOf, withOther, type ChartSeries } from './chart-series.ts'

test('missing is not zero', () => {
  expect(plotted(null)).toBeNull()
  expect(plotted('0')).toBe(0)
  expect(sumOf([null, undefined])).toBeNull()
  expect(sumOf([null, '0.10', '0.20'])).toBe('0.3')
})

test('the smallest of more than eight series are added up as one', () => {
  const series = Array.from({ length: 10 }, (_, index): ChartSeries => ({
    id: `${index}`,
    label: `${index}`,
    tone: 'sales',
    values: [`${index}.5`, null],
  }))
  const shown = withOther(series)
  expect(shown.map(({ id }) => id)).toEqual(['3', '4', '5', '6', '7', '8', '9', 'other'])
  expect(shown.at(-1)?.values).toEqual(['4.5', null])
})

test('eight series are not touched', () => {
  const series: ChartSeries[] = [{ id: 'a', label: 'A', tone: 'ads', values: ['1'] }]
  expect(withOther(series)).toEqual(series)
})
