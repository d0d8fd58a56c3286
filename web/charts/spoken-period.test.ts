import { expect, test } from 'vitest'
import type { ChartPanel } from './panels.ts'
import { spokenPeriod } from './spoken-period.ts'

const panels: ChartPanel[] = [
  {
    id: 'sales',
    form: 'line',
    height: 100,
    format: { short: String, full: (value) => `€${value}` },
    series: [
      {
        id: 's',
        label: 'Sales',
        tone: 'sales',
        values: ['120', null],
        prior: ['100', '90'],
        priorLabel: 'Prior year',
      },
      { id: 'a', label: 'Ad spend', tone: 'ads', values: ['9', '8'] },
    ],
  },
]
const periods = [
  { start: '2026-06-01', end: '2026-06-30' },
  { start: '2026-07-01', end: '2026-07-19', state: 'partial' as const },
]

test('a period is read out with all it holds', () => {
  const say = (index: number) => spokenPeriod(index, { periods, interval: 'month', panels })
  expect(say(0)).toBe('Jun 2026: Sales €120, prior year €100, +20.0%; Ad spend €9')
  expect(
    spokenPeriod(0, { periods: [{ ...periods[0]!, note: 'Deal days' }], interval: 'month', panels }),
  ).toBe('Jun 2026, Deal days: Sales €120, prior year €100, +20.0%; Ad spend €9')
  expect(say(1)).toBe('Jul to 19 Jul 2026, in progress: Sales no data, prior year €90; Ad spend €8')
})
