import { expect, test } from 'vitest'
import type { BrandListing } from '#contract/brand-manager.ts'
import { tableRow, totalIn } from '#web/metrics/keyed-rows.ts'
import recorded from '#web/recorded-answers/brand-manager.json' with { type: 'json' }
import { sheetOf } from '#web/table/sheet.ts'
import { brandManagerColumns } from './brand-manager-columns.tsx'

test('what the server answers stands under the head that names it, and courses are drawn alone', () => {
  const answer = recorded as BrandListing
  const columns = brandManagerColumns({
    groupBy: 'SKU',
    currencyCode: 'EUR',
    hasGrowth: true,
    hasB2B: false,
    shareMax: 1,
    courseOf: answer.courseOf,
    linked: (_, name) => name,
  })
  // No snapshot says how much there is of the mug; of the cup there is some, and none is sold.
  const [, cup] = answer.rows
  cup!.metrics.daysOfCover = { ...cup!.metrics.daysOfCover!, hasNoEnd: true }
  const lines = [...answer.rows.map(tableRow), totalIn(answer)]
  const { heads, rows } = sheetOf(columns, lines)
  const column = (head: string) => {
    expect(heads).toContain(head)
    return rows.map((row) => row[heads.indexOf(head)])
  }
  // Of the report by product there is one day, with two mugs; the whole comes from the report by date.
  expect(column('Sales')).toEqual(['47.6', '0', '59.5'])
  expect(column('Units ordered')).toEqual(['2', '0', '3'])
  expect(column('Sessions')).toEqual(['8', '0', '300'])
  expect(column('Conversion (units per session)')).toEqual(['0.25', null, '0.01'])
  expect(column('Days of cover')).toEqual([null, '∞', null])
  expect(heads).not.toContain('Over time')
  expect(heads.at(-1)).toBe('Missing')
  expect(column('Missing')).toEqual([
    'days without a file; before advertising and storage fees',
    'days without a file; before cost of goods for some units, advertising and storage fees',
    'days without a file; before cost of goods for some units and advertising',
  ])
})
