import { expect, test } from 'vitest'
import type { Edit, EditTexts } from './EditHistory.tsx'
import { exportedEdits } from './exported-edits.ts'

const TEXTS: EditTexts = {
  named: ({ subject, name }) => `${subject} ${name}`,
  change: ({ before }) => (before ? 'changed' : 'created'),
}
const edit = (id: number): Edit => ({
  id,
  saveId: String(id),
  at: `2026-04-02T10:00:${String(id % 60).padStart(2, '0')}.000Z`,
  by: 'ann@acme.test',
  subject: 'EXPENSE',
  name: `Rent ${id}`,
  before: null,
  after: {},
})
/** A history of so many edits, the newest first, 50 a page. */
const historyOf = (count: number) => (cursor: number | undefined) => {
  const newest = (cursor ?? count + 1) - 1
  const edits = Array.from({ length: Math.min(50, newest) }, (_, place) => edit(newest - place))
  return Promise.resolve({ edits, hasMore: newest > 50 })
}

test('a history is in its file to the end, whatever the page shows', async () => {
  const { sheet, facts, isReadNow } = await exportedEdits(historyOf(120), TEXTS, [['SKU', 'A-1']])
  expect(sheet.heads).toEqual(['When', 'Who', 'What', 'Change'])
  expect(sheet.rows).toHaveLength(120)
  expect(sheet.rows[119]).toEqual(['2026-04-02T10:00:01.000Z', 'ann@acme.test', 'EXPENSE Rent 1', 'created'])
  expect([facts, isReadNow]).toEqual([
    [
      ['SKU', 'A-1'],
      ['Rows', 'all 120'],
    ],
    true,
  ])
})

test('one that is too long for a file says so', async () => {
  const { sheet, facts } = await exportedEdits(historyOf(6_000), TEXTS)
  expect(sheet.rows).toHaveLength(5_000)
  expect(facts).toEqual([['Rows', 'the newest 5000, older ones are not in this file']])
})
