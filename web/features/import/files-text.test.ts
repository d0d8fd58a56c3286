import { expect, test } from 'vitest'
import type { ImportRecord } from '#contract/imports.ts'
import { fileText, filesText } from './files-text.ts'

const file = (status: ImportRecord['status'], kept = 0) => ({
  status,
  counts: { read: kept, kept, known: 0, inactive: 0, refused: 0 } as ImportRecord['counts'],
})

test('several files come to one line, and rows count where the file does', () => {
  expect(
    filesText([
      file('PUBLISHED', 400),
      file('PUBLISHED', 12),
      file('REFUSED', 9),
      file('FAILED'),
      file('UNDONE', 7),
    ]),
  ).toBe('2 in use, 2 refused, 1 cancelled or undone, 412 rows')
  expect(filesText([file('RUNNING'), undefined, 'NOT_SENT', file('NEEDS_ANSWER')])).toBe(
    '1 waiting for an answer, 1 not sent, 2 in progress',
  )
})

test('what was refused of one of several files is said before it is opened', () => {
  const { counts } = file('PUBLISHED', 40)
  const reportLabel = 'FBA customer returns report'
  expect(fileText({ reportLabel, counts })).toBe('FBA customer returns report, 40 rows kept')
  expect(fileText({ reportLabel, counts: { ...counts!, refused: 1 } })).toBe(
    'FBA customer returns report, 40 rows kept, 1 refused',
  )
  expect(fileText({ reportLabel: null, counts: null })).toBe('')
})
