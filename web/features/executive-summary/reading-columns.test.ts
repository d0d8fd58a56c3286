import { expect, test } from 'vitest'
import { TILE_COLUMNS } from '#contract/dashboards/executive-summary.ts'
import type { TileCell } from '#contract/executive-summary.ts'
import { readingColumns, type Reading } from './reading-columns.tsx'

test('a change is told only where the server tells one', () => {
  const cell = (value: string, growth: number | null): TileCell => ({
    value,
    growth,
    previous: '-70',
    period: null,
    comparison: null,
  })
  const changeOfRow = (found: TileCell) => {
    const cells = Object.fromEntries(TILE_COLUMNS.map((id) => [id, found])) as Reading['cells']
    return readingColumns('EUR', [])
      .find(({ id }) => id === 'LAST_7_DAYS.growth')!
      .value({ metric: 'refunds', cells, course: [] })
  }
  // Three of seven days with refunds of 10 each, and seven of seven: 70 is no more than before.
  expect(changeOfRow(cell('-30', null))).toBeNull()
  expect(changeOfRow(cell('-70', 0))).toBe(0)
  expect(changeOfRow(cell('-35', -0.5))).toBe(-0.5)
})
