import { z } from 'zod'
import { CALENDAR, endOfMonth } from '#contract/date-range.ts'
import { parseDecimal } from '#contract/decimal.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import { EXPENSE_PARAMS, expenseDays, expenseSpan } from '#server/ledger/expense-days.ts'
import type { Services } from '#server/ledger/services.ts'
import { shownLine } from '#server/ledger/shown-line.ts'
import { dateOfDay, dayNumber, startOf } from '../segments.ts'
import type { Allocation, ALLOCATIONS } from './allocation.ts'
import { GroupedSums, stretchesOf, type Days, type RunningSeries } from './day-series.ts'
import { dayQueries, heldOnDays, keptAndRead, keptDays, type HeldOnDays } from './kept-days.ts'
import type { LedgerSum } from './ledger-sums.ts'

/*
 * The sums of `ledger-sums.ts` from days that are kept. What a line is shown as and which part of it belongs to a
 * selection is said there in SQL and here once more; `kept-days.server.test.ts` holds the two against each other.
 */

const LEDGER_DAYS = dayQueries({
  name: 'ledger_days',
  rows: sql`ledger_by_day`,
  where: sql`basis = {basis:String}`,
  params: { basis: z.enum(PNL_BASES) },
  keys: [sql`line`, sql`marketplace`],
  currency: sql`currency`,
  rateDay: sql`fx_day`,
  counts: [sql`row_count`, sql`unmapped_count`],
})

const EXPENSE_DAYS = dayQueries({
  name: 'expense_days',
  rows: sql`(SELECT company_id, version, marketplace, currency, day, amount * n AS amount, n FROM (${expenseDays}))`,
  where: sql`1`,
  params: EXPENSE_PARAMS,
  keys: [sql`'operatingExpenses'`, sql`marketplace`],
  currency: sql`currency`,
  rateDay: sql`day`,
  counts: [sql`n`, sql`toInt64(0)`],
  // An expense without an end has thousands of days, and a company may enter thousands of expenses.
  source: {
    rows: sql`expense_periods`,
    days: sql`greatest(0, toInt64(least(end_date, {expensesTo:Date})) - toInt64(greatest(start_date, {expensesFrom:Date})) + 1)`,
  },
})

type Word = (typeof ALLOCATIONS)[number]

/** A question about all products. */
export interface DaysQuestion extends Omit<Allocation['params'], 'skus'> {
  basis: (typeof PNL_BASES)[number]
  currency: string
  from: string
  to: string
  segmentStarts: readonly number[]
  useBilledAdvertising: boolean
  advertised: readonly string[]
  advertisedSince: readonly string[]
}

/** Undefined where the days are too many to be kept. */
export async function ledgerSumsOfDays(
  services: Services,
  company: Company,
  question: DaysQuestion,
  { by = 'total', hasExpenses }: { by?: 'total' | 'marketplace'; hasExpenses: boolean },
): Promise<(LedgerSum & { key: string })[] | undefined> {
  const { basis, currency } = question
  const [ledger, expenses] = await Promise.all([
    keptDays(services, company, currency, LEDGER_DAYS, { basis }),
    hasExpenses ? keptDays(services, company, currency, EXPENSE_DAYS, expenseSpan(services, CALENDAR)) : [],
  ])
  if (!ledger || !expenses) return undefined
  const { ofLedger, ofExpenses } = rulesOf(question)
  const { segmentStarts } = question
  const days = { from: dayNumber(question.from), to: dayNumber(question.to) }
  const stretches = stretchesOf(segmentStarts, days)
  const sums = new GroupedSums<Group>()
  for (const [kept, ruleOf] of [
    [ledger, ofLedger],
    [expenses, ofExpenses],
  ] as const)
    for (const series of kept) {
      const rule = ruleOf(series)
      if (!rule) continue
      const [ledgerLine, marketplace] = series.key as [string, string]
      const key = by === 'marketplace' ? marketplace : ''
      const own =
        rule.changes.length === 0 ? stretches : stretchesOf([...segmentStarts, ...rule.changes], days)
      sums.add(series, own, (day) => {
        const allocation = rule.wordOn(day)
        const segment = startOf(segmentStarts, day)
        return {
          group: { segment, key, ledgerLine, line: rule.lineOn(day), allocation },
          share: allocation === 'SHARED' ? rule.shareOn(day) : undefined,
        }
      })
    }
  return sums.sums().map(({ counts: [rowCount, unmappedCount], ...sum }) => ({
    ...sum,
    rowCount: rowCount!,
    unmappedCount: unmappedCount!,
  }))
}

type Group = Pick<LedgerSum, 'segment' | 'line' | 'allocation'> & { key: string; ledgerLine: string }

/** The kept days of a basis, and the same of another place. */
export const ledgerDaysAgain = (
  services: Services,
  company: Company,
  place: Company,
  basis: (typeof PNL_BASES)[number],
) => keptAndRead(services, company, place, LEDGER_DAYS, { basis })

/** What the ledger has on some days, whatever it is of; undefined where nobody knows. */
export const ledgerHeld = (
  services: Services,
  company: Company,
  { basis, currency }: Pick<DaysQuestion, 'basis' | 'currency'>,
  days: Days,
): Promise<HeldOnDays | undefined> =>
  heldOnDays(days, ([line]) => line!, services, company, currency, LEDGER_DAYS, { basis })

/** What becomes of a series: which word each of its days has, and which line it is shown in. */
interface Rule {
  /** Days on which that changes. */
  changes: readonly number[]
  wordOn: (day: number) => Word
  lineOn: (day: number) => string
  /** In 10⁻¹², of what is shared. */
  shareOn: (day: number) => bigint
}

/** The rule of a series; undefined where it is no part of the question. */
function rulesOf(question: DaysQuestion) {
  const { marketplaces, isAll, wholeCurrencies, anyProduct, useBilledAdvertising } = question
  const isAsked = (marketplace: string) =>
    marketplaces.length === 0 || marketplace === '' || marketplaces.includes(marketplace)
  const shares = new Map(question.shareKeys.map((key, index) => [key, parseDecimal(question.shares[index]!)]))
  const sharedMonths = new Map<string, string[]>()
  for (const key of question.shareKeys) {
    const [currency, month] = key.split(' ') as [string, string]
    sharedMonths.set(currency, [...(sharedMonths.get(currency) ?? []), month])
  }
  const since = new Map(
    question.advertised.map((key, index) => [key, dayNumber(question.advertisedSince[index]!)]),
  )
  const shareOf = (currency: string, day: number) => shares.get(`${currency} ${dateOfDay(day).slice(0, 8)}01`)
  return {
    ofLedger: ({ key, currency }: RunningSeries): Rule | undefined => {
      const [line, marketplace] = key as [string, string]
      if (!isAsked(marketplace)) return undefined
      const isLeftOut = marketplace === '' && !isAll && !wholeCurrencies.includes(currency)
      const months = (isLeftOut && sharedMonths.get(currency)) || []
      // ADS-2: what was billed is the cost before the first day that a report of its marketplace covers.
      const reportedSince =
        line === 'memoAdvertisingBilled' && !useBilledAdvertising
          ? since.get(marketplace === '' ? currency : marketplace)
          : undefined
      return {
        changes: [
          ...months.flatMap((month) => [dayNumber(month), dayNumber(endOfMonth(month)) + 1]),
          ...(reportedSince === undefined ? [] : [reportedSince]),
        ],
        wordOn: (day) => {
          if (!isLeftOut) return 'OWN'
          return shareOf(currency, day) === undefined ? 'LEFT_OUT' : 'SHARED'
        },
        lineOn: (day) =>
          shownLine(line, {
            isBilledCost: reportedSince === undefined || day < reportedSince,
            usesBilledAdvertising: useBilledAdvertising,
          }),
        shareOn: (day) => shareOf(currency, day) ?? 0n,
      }
    },
    ofExpenses: ({ key }: RunningSeries): Rule | undefined => {
      const [line, marketplace] = key as [string, string]
      if (!isAsked(marketplace)) return undefined
      const word = anyProduct && (marketplace !== '' || isAll) ? 'OWN' : 'LEFT_OUT'
      return { changes: [], wordOn: () => word, lineOn: () => line, shareOn: () => 0n }
    },
  }
}
