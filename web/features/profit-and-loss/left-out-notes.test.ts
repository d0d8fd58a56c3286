import { expect, test, vi } from 'vitest'
import { leftOutNotes } from './left-out-notes.ts'
import { column } from './pnl-answer.fixture.ts'

const january: [string, string] = ['2026-01-01', '2026-01-31']
const february: [string, string] = ['2026-02-01', '2026-02-28']
const view = { currencyCode: 'EUR', marketplaces: ['DE'], sharesAccountAmounts: false } as const
const acts = { onOpen: vi.fn(), onShare: vi.fn() }
const notesOf = (...[answer, rest = {}]: [Parameters<typeof leftOutNotes>[0], object?]) =>
  leftOutNotes(answer, { ...view, ...rest, marketplaces: [...view.marketplaces] }, acts)

test('what the selection leaves out is one amount, with its rows and a way to share it', () => {
  const answer = [
    { ...column('bucket', january), leftOut: { value: '-40.5' } },
    { ...column('bucket', february), leftOut: { value: '-1.25' } },
    // A summary holds days of the range again.
    { ...column('total', january), leftOut: { value: '-41.75' } },
  ]
  const [note, ...others] = notesOf(answer)
  expect(others).toEqual([])
  expect(note).toMatchObject({
    text: 'Not in this selection: account-level amounts of −41.75 EUR',
    isWarning: false,
    act: { label: 'See rows', onPress: acts.onOpen },
    otherAct: { label: 'Share by net sales' },
  })
})

test('money without a rate is named in its own currency', () => {
  const leftOut = { value: null, unconverted: [{ currency: 'SEK', amount: '-7' }] }
  expect(notesOf([{ ...column('bucket', january), leftOut }])[0]!.text).toBe(
    'Not in this selection: account-level amounts of −7.00 SEK',
  )
})

test('shared, it says so; what cannot be shared stays named, and offers no more', () => {
  const shared = column('bucket', january, { netProfit: { isShared: true } })
  const answer = [{ ...shared, leftOut: { value: '-3' } }]
  const [first, second] = notesOf(answer, { sharesAccountAmounts: true })
  expect(first).toMatchObject({
    text: 'Account-level amounts are shared by net sales',
    act: { label: 'Leave out' },
  })
  expect(second!.otherAct).toBeUndefined()
})

test('where nothing is left out nothing is said', () => {
  expect(notesOf([column('bucket', january)])).toEqual([])
})
