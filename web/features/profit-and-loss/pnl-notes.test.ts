import { expect, test, vi } from 'vitest'
import type { SettlementResult } from '#contract/imports.ts'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { estimateNotes, leftOutNotes, nextReleaseText, notesOf, settlementNotes } from './pnl-notes.ts'
import { column } from './pnl.fixture.ts'

const YESTERDAY = '2026-11-14'
const june: [string, string] = ['2026-06-01', '2026-06-30']
const row = (name: PnlRow['column'], flags: Partial<PnlFlags>, feeVatAdjusted = true): PnlRow => {
  const made = column(name, june)
  return { ...made, feeVatAdjusted, flags: { ...made.flags, ...flags } }
}

test('the periods of the range are added up, summaries of other ranges are not', () => {
  const notes = notesOf(
    [
      row('bucket', { unitsWithoutCost: 2, advertisingSource: 'REPORTS' }),
      row('bucket', { unitsWithoutCost: 3 }, false),
      row('total', { unitsWithoutCost: 5 }),
    ],
    YESTERDAY,
  )
  expect(notes.map(({ text }) => text)).toEqual([
    'Cost of goods missing for 5 units',
    'Advertising from reports, on the day of the click',
    'Fees as charged, including any VAT',
  ])
})

test('before there are numbers there is nothing to note', () => {
  expect(notesOf([], YESTERDAY)).toEqual([])
})

test('a profit says what is not in it, and rates of several months are one note', () => {
  const rate = (startDate: string, endDate: string) => ({ currency: 'AUD', startDate, endDate, days: 3 })
  const lacking = column('bucket', june, { netProfit: { lacks: ['EXPENSES', 'STOCK_LOSSES'] } })
  const rows = [
    { ...lacking, flags: { ...lacking.flags, missingRates: [rate('2026-06-01', '2026-06-03')] } },
    { ...lacking, flags: { ...lacking.flags, missingRates: [rate('2026-07-01', '2026-07-03')] } },
  ]
  expect(notesOf(rows, YESTERDAY).map(({ text }) => text)).toEqual([
    'No exchange rate: AUD, 1 Jun to 3 Jul 2026',
    'No advertising data',
    'Net profit is before operating expenses',
    'Net profit is before lost and damaged stock',
  ])
})

test('fees of orders are remarked until all are charged', () => {
  const onExplain = vi.fn()
  const notes = (value: string | null) => estimateNotes({ value, growth: null, previous: null }, onExplain)
  expect(notes('0.545455')).toEqual([
    {
      text: '54.5% of fees are for orders that are not settled yet',
      isWarning: false,
      act: { label: 'See fees', onPress: onExplain },
    },
  ])
  expect([...notes('0'), ...notes(null), ...estimateNotes(undefined, onExplain)]).toEqual([])
})

const january: [string, string] = ['2026-01-01', '2026-01-31']
const february: [string, string] = ['2026-02-01', '2026-02-28']
const leftOutView = { currencyCode: 'EUR', marketplaces: ['DE'], sharesAccountAmounts: false } as const
const acts = { onOpen: vi.fn(), onShare: vi.fn() }
const leftOutOf = (...[answer, rest = {}]: [Parameters<typeof leftOutNotes>[0], object?]) =>
  leftOutNotes(answer, { ...leftOutView, ...rest, marketplaces: [...leftOutView.marketplaces] }, acts)

test('what the selection leaves out is one amount, with its rows and a way to share it', () => {
  const answer = [
    { ...column('bucket', january), leftOut: { value: '-40.5' } },
    { ...column('bucket', february), leftOut: { value: '-1.25' } },
    // A summary holds days of the range again.
    { ...column('total', january), leftOut: { value: '-41.75' } },
  ]
  const [note, ...others] = leftOutOf(answer)
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
  expect(leftOutOf([{ ...column('bucket', january), leftOut }])[0]!.text).toBe(
    'Not in this selection: account-level amounts of −7.00 SEK',
  )
})

test('shared, it says so; what cannot be shared stays named, and offers no more', () => {
  const shared = column('bucket', january, { netProfit: { isShared: true } })
  const answer = [{ ...shared, leftOut: { value: '-3' } }]
  const [first, second] = leftOutOf(answer, { sharesAccountAmounts: true })
  expect(first).toMatchObject({
    text: 'Account-level amounts are shared by net sales',
    act: { label: 'Leave out' },
  })
  expect(second!.otherAct).toBeUndefined()
})

test('where nothing is left out nothing is said', () => {
  expect(leftOutOf([column('bucket', january)])).toEqual([])
})

const settlement = (
  state: SettlementResult['state'],
  startDate: string,
  endDate: string,
): SettlementResult => ({
  settlementId: '24288684721',
  source: 'SETTLEMENT_V2',
  currency: 'CAD',
  startDate,
  endDate,
  total: '1016.08',
  sum: '2484.26',
  difference: '-1468.18',
  complete: false,
  state,
  active: true,
})

test('settlements of the range that have too much, or too little, are named', () => {
  const august = { start: '2025-08-01', end: '2025-08-31' }
  const all = [
    settlement('TOO_MUCH', '2025-07-31', '2025-08-14'),
    settlement('INCOMPLETE', '2025-08-14', '2025-08-28'),
    settlement('INCOMPLETE', '2025-08-28', '2025-09-11'),
    settlement('INCOMPLETE', '2025-09-11', '2025-09-25'),
    settlement('COMPLETE', '2025-08-14', '2025-08-28'),
  ]
  expect(settlementNotes(all, august).map(({ text }) => text)).toEqual([
    "Settlement 24288684721 has too much: its lines differ from Amazon's total by −1,468.18 CAD",
    '2 settlements are incomplete',
  ])
  expect(settlementNotes(all, { start: '2025-10-01', end: '2025-10-31' })).toEqual([])
})

test('the next release says its day, and how much comes where all of it has a rate', () => {
  expect(nextReleaseText({ day: '2026-11-14', value: '1071.5' }, 'EUR')).toBe(
    'Next release on 14 Nov 2026: 1,071.50 EUR.',
  )
  const unconverted = [{ currency: 'GBP', amount: '50' }]
  expect(nextReleaseText({ day: '2026-11-14', value: null, unconverted }, 'EUR')).toBe(
    'Next release on 14 Nov 2026.',
  )
})
