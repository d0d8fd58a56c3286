import { expect, test } from 'vitest'
import type { Coverage } from '#contract/imports.ts'
import { sourceReaches } from './source-reaches.ts'

const source = (
  name: string,
  account: string,
  end: string,
  reaches: Record<string, string> = {},
): Coverage['sources'][number] => ({
  source: name,
  label: name,
  account,
  marketplaces: Object.keys(reaches),
  rows: 1,
  ranges: [{ start: '2026-01-01', end }],
  reaches: Object.entries(reaches).map(([marketplace, lastDay]) => ({ marketplace, lastDay })),
  importedAt: `${end}T08:00:00.000Z`,
  gaps: [],
})
const reach = (label: string, sources: Coverage['sources']) =>
  sourceReaches(sources).find((one) => one.label === label)

test('a kind of file reaches as far as the newest of it, and marketplaces are named where they differ', () => {
  const sources = [
    source('SETTLEMENT_V2', 'Europe', '2026-03-14'),
    source('DATE_RANGE', 'Europe', '2026-03-20'),
    source('sales_traffic_date', 'Europe', '2026-03-20', { DE: '2026-03-18', GB: '2026-03-20' }),
    source('ads_daily', 'Europe', '2026-03-19', { DE: '2026-03-19', GB: '2026-03-19' }),
  ]
  expect(reach('Settlements', sources)).toEqual({
    label: 'Settlements',
    days: [{ lastDay: '2026-03-20', names: [] }],
    importedAt: '2026-03-20T08:00:00.000Z',
  })
  expect(reach('Sales and traffic', sources)?.days).toEqual([
    { lastDay: '2026-03-20', names: ['United Kingdom'] },
    { lastDay: '2026-03-18', names: ['Germany'] },
  ])
  expect(reach('Advertising', sources)?.days).toEqual([{ lastDay: '2026-03-19', names: [] }])
  expect(reach('Orders', sources)).toEqual({ label: 'Orders', days: [], importedAt: null })
})

test('accounts are named where files are of whole accounts', () => {
  const sources = [
    source('SETTLEMENT_V2', 'Europe', '2026-03-14'),
    source('SETTLEMENT_V2', 'North America', '2026-03-02'),
  ]
  expect(reach('Settlements', sources)?.days).toEqual([
    { lastDay: '2026-03-14', names: ['Europe'] },
    { lastDay: '2026-03-02', names: ['North America'] },
  ])
})
