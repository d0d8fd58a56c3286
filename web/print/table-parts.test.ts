import { expect, test } from 'vitest'
import { tableParts } from './table-parts.ts'

const column = (id: string, group?: string) => ({
  id,
  title: id,
  kind: 'number' as const,
  width: 50,
  value: () => null,
  ...(group && { group: { id: group, title: group } }),
})

test('groups of columns stay together, the first column is apart', () => {
  const columns = [column('name'), column('a', 'x'), column('b', 'x'), column('c'), column('d', 'y')]
  expect(tableParts({ columns, widths: [200, 50, 60, 70, 80] })).toEqual({
    lead: { places: [0], width: 200 },
    groups: [
      { id: 'x', places: [1, 2], width: 110 },
      { id: 'c', places: [3], width: 70 },
      { id: 'y', places: [4], width: 80 },
    ],
  })
})
