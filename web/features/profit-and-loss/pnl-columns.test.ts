import { expect, test } from 'vitest'
import { columnsOf, figureColumn, plannedPeriods, versusText } from './pnl-columns.ts'
import { viewOf } from './pnl.fixture.ts'

const shown = (params: Record<string, string>) => {
  const asked = viewOf(params)
  return columnsOf(plannedPeriods(asked, '2026-11-21'), asked)
}
const titles = (params: Record<string, string>) =>
  shown(params).map(({ title, subtitle }) => `${title} | ${subtitle}`)

test('months name their year, a cut one its last day, summaries their dates', () => {
  expect(
    titles({ startDate: '2026-09-15', endDate: '2026-11-19', summaries: 'lastYearToDate,total' }),
  ).toEqual([
    'Sep | from 15 Sep',
    'Oct | 2026',
    'Nov | to 19 Nov',
    'Total | 15 Sep to 19 Nov 2026',
    'Last year to date | Jan to 19 Nov 2026',
  ])
})

test('weeks have the number of their year', () => {
  expect(
    titles({ startDate: '2026-09-28', endDate: '2026-10-08', dateInterval: 'WEEKLY', summaries: 'none' }),
  ).toEqual(['Week 40 | 28 Sep to 4 Oct', 'Week 41 | 5 to 8 Oct'])
  expect(
    titles({ startDate: '2026-10-18', endDate: '2026-10-19', dateInterval: 'WEEKLY', summaries: 'none' }),
  ).toEqual(['Week 42 | 18 Oct', 'Week 43 | 19 Oct'])
})

test('the newest first turns the periods and not the summaries', () => {
  expect(
    titles({ startDate: '2026-10-01', dateOrder: 'DESC', endDate: '2026-11-19', summaries: 'total' }),
  ).toEqual(['Nov | to 19 Nov', 'Oct | 2026', 'Total | Oct to 19 Nov 2026'])
})

test('both: percent stands beside summaries, or beside periods where there are none', () => {
  const parts = (params: Record<string, string>) =>
    shown({ startDate: '2026-10-01', endDate: '2026-10-31', growthType: 'none', ...params }).map((column) =>
      column.parts.join(' '),
    )
  expect(parts({ summaries: 'total' })).toEqual(['amount', 'amount percent'])
  expect(parts({ summaries: 'none' })).toEqual(['amount percent'])
  expect(parts({ summaries: 'none', show: 'percent' })).toEqual(['percent'])
  expect(
    parts({ summaries: 'lastYearToDate,priorYearToDate', growthType: 'YEAR_ON_YEAR', show: 'amount' }),
  ).toEqual(['amount growth', 'amount growth', 'amount'])
})

test('a total has no growth before its numbers are there either', () => {
  const [total] = shown({ summaries: 'total', growthType: 'YEAR_ON_YEAR', show: 'amount' }).slice(-1)
  expect(total!.parts).toEqual(['amount'])
})

test('numbers are counted through the columns', () => {
  expect(
    shown({ summaries: 'lastYearToDate,total', growthType: 'none' }).map(({ firstSlot }) => firstSlot),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 8])
})

test('growth says what it is against', () => {
  const against = (params: Record<string, string>) =>
    shown({ startDate: '2026-01-01', endDate: '2026-02-19', summaries: 'none', ...params }).map(versusText)
  expect(against({})).toEqual(['vs Dec 25', 'vs 1–19 Jan'])
  expect(against({ growthType: 'YEAR_ON_YEAR' })).toEqual(['vs Jan 25', 'vs 1–19 Feb'])
  expect(against({ growthType: 'none' }).length).toBe(2)
})

test('figures speak of the last whole period, or else of the last one', () => {
  const figured = (endDate: string) =>
    figureColumn(
      shown({ startDate: '2026-10-01', endDate, summaries: 'total' }).filter((column) => !column.isSummary),
    )?.title
  expect(figured('2026-11-19')).toBe('Oct')
  expect(figured('2026-10-19')).toBe('Oct')
})

test('a year to date stands beside the total of the same days, which is compared with nothing', () => {
  const range = { startDate: '2026-01-01', endDate: '2026-11-19' }
  const summaries = shown({ ...range, summaries: 'lastYearToDate,total', growthType: 'YEAR_ON_YEAR' }).filter(
    ({ isSummary }) => isSummary,
  )
  expect(summaries.map(({ title, parts }) => `${title}: ${parts.join(' ')}`)).toEqual([
    'Total: amount percent',
    'Last year to date: amount percent growth',
  ])
})

test('without growth six months and four summaries fit a common screen', () => {
  const width = shown({ growthType: 'none' }).reduce((sum, column) => sum + column.width, 0)
  expect(width).toBe(6 * 75 + 4 * 122)
})

test('a month that has not all its files says what there is of it', () => {
  const subtitleWith = (share: number, startDate: string | null, endDate: string | null) => {
    const asked = viewOf({ startDate: '2026-10-01', endDate: '2026-10-31', summaries: 'none' })
    const [october] = plannedPeriods(asked, '2026-11-21')
    const coverage = { share, startDate, endDate, missing: [], moreMissing: 0 }
    return columnsOf([{ ...october!, coverage }], asked)[0]!.subtitle
  }
  expect(subtitleWith(1, '2026-10-01', '2026-10-31')).toBe('2026')
  expect(subtitleWith(0, null, null)).toBe('no data')
  expect(subtitleWith(0.4, '2026-10-18', '2026-10-31')).toBe('from 18 Oct')
  expect(subtitleWith(0.4, '2026-10-01', '2026-10-12')).toBe('to 12 Oct')
  // One currency is there throughout and another is not, or days between are missing.
  expect(subtitleWith(0.6, '2026-10-01', '2026-10-31')).toBe('days missing')
})

test('own dates stand last, with what they are compared with; a settled month stands beside transactions', () => {
  const view = viewOf({
    startDate: '2026-08-01',
    endDate: '2026-09-11',
    summaries: 'none',
    growthType: 'none',
  })
  const customs = [
    { mainDateRangeStart: '2026-01-01', mainDateRangeEnd: '2026-03-31' },
    {
      mainDateRangeStart: '2026-01-01',
      mainDateRangeEnd: '2026-03-31',
      comparisonDateRangeStart: '2025-01-01',
      comparisonDateRangeEnd: '2025-03-31',
    },
  ]
  const columns = columnsOf(plannedPeriods(view, '2026-11-21', customs), view, '2026-11-21')
  expect(columns.map(({ title, subtitle, parts }) => `${title} | ${subtitle} | ${parts.join(' ')}`)).toEqual([
    'Aug | 2026 | amount transactions',
    'Sep | to 11 Sep | amount',
    'Jan to Mar 2026 | custom dates | amount percent transactions',
    'Jan to Mar 2026 | vs Jan to Mar 2025 | amount percent previous difference growth transactions',
  ])
  expect(new Set(columns.map(({ key }) => key)).size).toBe(4)
})
