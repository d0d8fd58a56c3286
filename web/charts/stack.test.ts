import { expect, test } from 'vitest'
import type { ChartSeries } from './chart-series.ts'
import { layOut, listedSeries, type ChartPanel, type LaidOutPanel } from './panels.ts'
import { stackBounds, stackLayers } from './stack.ts'

const series: ChartSeries[] = [
  { id: 'a', label: 'A', tone: 'sales', values: ['10', null, '4'] },
  { id: 'b', label: 'B', tone: 'ads', values: ['5', '2', '-3'] },
]

test('layers stand on each other, below zero they hang, and missing leaves a gap', () => {
  expect(stackLayers(series).map(({ spans }) => spans)).toEqual([
    [[0, 10], null, [0, 4]],
    [
      [10, 15],
      [0, 2],
      [-3, 0],
    ],
  ])
  expect(Math.max(...stackBounds(stackLayers(series)))).toBe(15)
})

const format = { short: String, full: String }
const panel = (form: 'bars' | 'line' | 'stack', height = 150) => ({ id: form, form, height, series, format })

test('panels stand one below the other, each with its scale', () => {
  const [first, second] = layOut([panel('line'), panel('bars', 60)])
  expect(first).toMatchObject({ top: 0, bottom: 150 })
  expect(second).toMatchObject({ top: 158, bottom: 218 })
  expect(second?.scale.y(second.scale.ticks[0]!)).toBeLessThanOrEqual(218)
})

test('a panel without a value is not told, also where it has a target', () => {
  const nothing = { ...series[0]!, values: [null, null] }
  const told = (of: ChartSeries, target?: ChartPanel['target']) => {
    const [{ isTold, scale }] = layOut([{ ...panel('line'), series: [of], ...(target && { target }) }]) as [
      LaidOutPanel,
    ]
    return [isTold, scale.ticks.length > 0]
  }
  expect(told(nothing)).toEqual([false, false])
  expect(told(nothing, { label: 'Goal', value: '5' })).toEqual([false, true])
  expect(told({ ...nothing, prior: [null, '3'] })).toEqual([true, true])
  expect(layOut([{ ...panel('stack'), series: [nothing] }])[0]).toMatchObject({
    isTold: false,
    scale: { ticks: [] },
  })
})

test('a line may leave zero out, bars never', () => {
  const high: ChartSeries[] = [{ id: 'h', label: 'H', tone: 'sales', values: ['96', '99'] }]
  const ticksOf = (form: 'bars' | 'line') =>
    layOut([{ ...panel(form), series: high, fromZero: false }])[0]!.scale.ticks
  expect(ticksOf('line')[0]).toBe(96)
  expect(ticksOf('bars')[0]).toBe(0)
})

test('a stack is listed with its sum', () => {
  const periods = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({ start: day, end: day }))
  expect(listedSeries(panel('stack'), periods).at(-1)).toMatchObject({
    label: 'Total',
    values: ['15', '2', '1'],
  })
  expect(listedSeries(panel('bars'), periods)).toEqual(series)
})
