/** What is added up from days that are kept is what the engine adds up, whatever was entered, undone and asked. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import { toText } from '#contract/decimal.ts'
import { EXPENSE_FREQUENCIES } from '#contract/dashboards/expenses.ts'
import { getCompany } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { countedSums, type ExpenseSum } from './amounts.ts'
import { sumsParams } from './list.ts'
import { sumsOfRows } from './row-days.ts'

const QUESTIONS = 12
const SEED = 20261127

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-05-20T12:00:00Z')
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const PLACES = [
  { marketplace: 'DE', currency: 'EUR' },
  { marketplace: 'GB', currency: 'GBP' },
  { marketplace: null, currency: 'USD' },
  // Of which there are no rates at all.
  { marketplace: null, currency: 'ISK' },
]
const expense = fc.record({
  name: fc.constantFrom('Rent', 'Photos', 'Software'),
  frequency: fc.constantFrom(...EXPENSE_FREQUENCIES),
  place: fc.constantFrom(...PLACES),
  cents: fc.integer({ min: -5_000, max: 99_999 }).filter((cents) => cents !== 0),
  since: fc.integer({ min: 0, max: 600 }),
  days: fc.option(fc.integer({ min: 0, max: 400 })),
})
const file = (seed: number, count: number) => ({
  expenses: fc.sample(expense, { numRuns: count, seed }).map(({ place, cents, since, days, ...one }) => {
    const start = addDays('2025-01-10', since)
    const end = days ?? (one.frequency === 'ONE_TIME' ? 30 : null)
    return {
      ...one,
      ...place,
      amount: (cents / 100).toFixed(2),
      start_date: start,
      end_date: end === null ? null : addDays(start, end),
      category: 'Office',
    }
  }),
  // The last days have none.
  exchange_rates: Array.from({ length: 480 }, (_, index) => addDays('2025-01-01', index)).flatMap((date) => [
    { date, from_currency: 'EUR', to_currency: 'USD', rate: '1.1' },
    { date, from_currency: 'GBP', to_currency: 'USD', rate: '1.3' },
  ]),
})

const question = fc.record({
  start: fc.integer({ min: -20, max: 700 }),
  length: fc.integer({ min: 0, max: 700 }),
  marketplaces: fc.constantFrom<string[]>([], ['DE'], ['GB', 'DE']),
  currencyCode: fc.constantFrom('EUR' as const, 'USD' as const, 'JPY' as const),
})

const inShort = (sums: ExpenseSum[]) =>
  sums
    .map(
      ({ attempt, lineNumber, month, isPlanned, amount, withoutRate }) =>
        [`${attempt} ${lineNumber} ${month} ${isPlanned}`, amount, withoutRate > 0] as const,
    )
    .toSorted(([one], [other]) => one.localeCompare(other))
/** By row and month: amounts that have a rate, and whether all have. */
const together = (sums: ExpenseSum[]) => {
  const groups = new Map<string, { amount: bigint; isLacking: boolean }>()
  for (const [key, amount, isLacking] of inShort(sums)) {
    const known = groups.get(key) ?? { amount: 0n, isLacking: false }
    groups.set(key, { amount: known.amount + amount, isLacking: known.isLacking || isLacking })
  }
  return [...groups].map(([key, { amount, isLacking }]) => [key, toText(amount, 9), isLacking])
}

test('sums of kept days are those of the statement', async () => {
  const company = await server.company()
  const undone = await company.import('expenses-1.json', file(1, 25))
  expect(undone).toMatchObject({ status: 'PUBLISHED' })
  await company.import('expenses-2.json', file(2, 25))
  let asked = 0
  const compare = async () => {
    const now = (await getCompany(server.services.accounts, company.id))!
    for (const { start, length, ...scope } of fc.sample(question, { numRuns: QUESTIONS, seed: SEED })) {
      const startDate = addDays('2025-01-01', start)
      const params = await sumsParams(server.services, now, {
        startDate,
        endDate: addDays(startDate, length),
        ...scope,
      })
      const said = await server.services.analytics.run(countedSums, now, params)
      expect(together(await sumsOfRows(server.services, now, params))).toEqual(together(said))
      asked += said.length > 0 ? 1 : 0
    }
  }
  await compare()
  await company.undo(undone.id)
  await compare()
  expect(asked).toBeGreaterThan(QUESTIONS)
})
