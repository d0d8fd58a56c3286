import { expect, test } from 'vitest'
import { weeksIn, weeksText } from './weeks.ts'

test('weeks are those of ISO, with their dates, over the end of a year of 53', () => {
  expect(weeksIn({ start: '2020-12-27', end: '2021-01-04' })).toEqual([
    { code: '2021-W01', start: '2021-01-04', end: '2021-01-10' },
    { code: '2020-W53', start: '2020-12-28', end: '2021-01-03' },
    { code: '2020-W52', start: '2020-12-21', end: '2020-12-27' },
  ])
})

test('weeks that follow each other are said together, and a year where it changes', () => {
  const all = weeksIn({ start: '2020-11-30', end: '2021-01-31' })
  const text = (...codes: string[]) => weeksText(all.filter(({ code }) => codes.includes(code)))
  expect(text('2021-W03')).toBe('W3 2021')
  expect(text('2020-W49', '2020-W50', '2020-W52')).toBe('W49 to W50, W52 2020')
  expect(text('2020-W52', '2020-W53', '2021-W01', '2021-W03')).toBe('W52 2020 to W1, W3 2021')
  expect(text()).toBe('')
})
