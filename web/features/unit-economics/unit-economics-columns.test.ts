import { expect, test } from 'vitest'
import type { UnitEconomics } from '#contract/unit-economics.ts'
import { readView } from '#web/dashboard/dashboard-view.ts'
import { notAllocatedIn, tableRow, totalIn } from '#web/metrics/keyed-rows.ts'
import recorded from '#web/recorded-answers/unit-economics.json' with { type: 'json' }
import { sheetOf } from '#web/table/sheet.ts'
import { unitEconomicsColumns } from './unit-economics-columns.tsx'
import { unitEconomics } from './unit-economics-view.ts'

const answer = recorded as UnitEconomics

const viewOf = (params: Record<string, string>) =>
  readView(unitEconomics, params, null, {
    today: '2026-07-20',
    window: { start: '2026-06-01', end: '2026-06-30' },
    currencyCode: 'EUR',
  })

function fileOf(params: Record<string, string>) {
  const { values } = viewOf(params)
  const lines = [...answer.rows.map(tableRow), ...notAllocatedIn(answer), totalIn(answer)]
  const { heads, rows } = sheetOf(unitEconomicsColumns(values, 'EUR'), lines)
  return (head: string) => {
    const at = heads.indexOf(head)
    if (at < 0) throw new Error(`${head} is none of ${heads.join(', ')}`)
    return rows.map((row) => row[at])
  }
}

test('what the server answers stands under the head that names it', () => {
  const column = fileOf({})
  // Two mugs for 23.80 each with VAT of 3.80, made for 6.00; a cup for 11.90 of which nobody knows the cost.
  expect(column('Units sold')).toEqual(['2', '1', '0', '3'])
  expect(column('Net price')).toEqual(['20', '10', null, '16.666667'])
  expect(column('Landed cost per unit')).toEqual(['6', null, null, '4'])
  // 7.14 and 1.79 were charged for the three of them; the mugs were advertised for 4.00. Storage of both days of orders,
  // 2/30 of 3.33, is of no product and of all three.
  expect(column('Referral fee per unit')).toEqual(['3.57', '1.79', null, '2.976667'])
  expect(column('Profit per unit after contingency')).toEqual(['8.33', null, null, '5.342667'])
})

test('a row says what its numbers are without', () => {
  const column = fileOf({ displays: 'unitEconomics' })
  // The page has a mark at profit, and 0 beside it.
  expect(column('Manufacturing per unit')[1]).toBe('0')
  expect(column('Missing')).toEqual([
    'days without a file; before advertising and storage fees',
    'days without a file; before cost of goods for some units, advertising and storage fees',
    'days without a file; before advertising',
    'days without a file; before cost of goods for some units and advertising',
  ])
  // Of the columns that are in the file: net profit is without operating expenses too.
  expect(fileOf({ displays: 'businessMetrics' })('Missing')[2]).toBe(
    'days without a file; before operating expenses and advertising',
  )
})

test('a unit’s values are shares of its net price when they are asked for as such', () => {
  const share = fileOf({ unitsAs: 'SHARE' })
  expect(share('Landed cost per unit, share of net price')).toEqual(['0.3', null, null, '0.24'])
})

test('rows are not put in order by amounts that are not shown', () => {
  const inOrder = (params: Record<string, string>) => {
    const { values } = viewOf(params)
    const columns = unitEconomicsColumns(values, 'EUR')
    return [values.sortBy, columns.find(({ id }) => id === 'unitReferralFee')?.isSortable]
  }
  const sorted = { sortBy: 'unitReferralFee' }
  expect(inOrder(sorted)).toEqual(['unitReferralFee', true])
  expect(inOrder({ ...sorted, unitsAs: 'SHARE' })).toEqual(['netProfit', false])
  // A margin is a share of its own.
  expect(inOrder({ sortBy: 'unitMargin', unitsAs: 'SHARE' })).toEqual(['unitMargin', false])
})
