import { expect, test } from 'vitest'
import { CAUSE_KINDS, OTHER_PARTS, type Publication } from '#contract/as-it-was.ts'
import { otherPartText, placeOf, publicationText } from './publication-words.ts'

const made = (more: Partial<Publication>): Publication => ({
  version: 7,
  kind: 'IMPORT',
  at: '2026-03-03T14:05:00.000Z',
  by: null,
  importId: null,
  fileName: null,
  settings: [],
  ...more,
})

test('a change is told by what made it, and leads there', () => {
  const file = { importId: 4, fileName: 'march.txt' }
  expect(publicationText(made(file))).toBe('Import of march.txt')
  expect(publicationText(made({ ...file, kind: 'UNDO' }))).toBe('Import of march.txt undone')
  expect(publicationText(made({ kind: 'SETTINGS', settings: ['vatRates', 'fxPolicy'] }))).toBe(
    'Settings: VAT rates, exchange rates policy',
  )
  const closing = made({ kind: 'SETTINGS', settings: ['closedMonths'] })
  expect(publicationText(closing)).toBe('Settings: closed months')
  expect(placeOf(closing)?.to).toBe('/$companyId/accounting/months')
  expect(placeOf(made(file))).toEqual({ to: '/$companyId/import', search: { import: '4' } })
  for (const kind of CAUSE_KINDS) expect(publicationText(made({ kind })), kind).not.toBe('')
})

test('what is no publication has words too', () => {
  expect(OTHER_PARTS.map((of) => otherPartText({ of, count: 3 }))).toEqual([
    '3 earlier changes',
    'Months closed again or reopened',
    'Expenses for days that have passed since',
    'Exchange rates',
    'Which advertising, shared amounts and products of brands count',
    'Smaller changes',
  ])
})
