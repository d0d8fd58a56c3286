import { expect, test } from 'vitest'
import type { ChartSeries } from './chart-series.ts'
import { legendEntries } from './legend-entries.ts'
import type { ChartForm, ChartPanel } from './panels.ts'

const panel = (form: ChartForm, series: ChartSeries[]): ChartPanel => ({
  id: form,
  form,
  height: 100,
  series,
  format: { short: String, full: String },
})
const sales: ChartSeries = { id: 's', label: 'This year', tone: 'sales', values: ['1', '2'] }
const ads: ChartSeries = { id: 'a', label: 'Ad spend', tone: 'ads', values: ['1', '2'] }
const prior = { prior: ['1', '1'], priorLabel: 'Prior year' }
const periods = [
  { start: '2026-11-09', end: '2026-11-15' },
  { start: '2026-11-16', end: '2026-11-22', state: 'partial' as const },
]

test('every kind of mark is named once', () => {
  const panels = [panel('area', [{ ...sales, ...prior }]), panel('bars', [ads])]
  expect(legendEntries(panels, periods).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'line This year',
    'square Ad spend',
    'dotted In progress',
    'prior Prior year',
  ])
})

test('the comparison of bars is a tick', () => {
  expect(legendEntries([panel('bars', [{ ...sales, ...prior }])], []).at(-1)?.kind).toBe('tick')
})
