import { z } from 'zod'
import { CALENDAR, endOfMonth } from '#contract/date-range.ts'
import { parseDecimal } from '#contract/decimal.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import {
  EXPENSE_PARAMS,
  EXPENSE_SOURCE,
  expenseDays,
  expenseSpan,
  type ExpenseScope,
} from '#server/ledger/expense-days.ts'
import { monthNumber } from '#server/ledger/journal.ts'
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
  rows: sql`(SELECT company_id, version, marketplace, category, currency, day, amount * n AS amount, n FROM (${expenseDays}))`,
  where: sql`1`,
  params: EXPENSE_PARAMS,
  keys: [sql`'operatingExpenses'`, sql`marketplace`, sql`category`],
  currency: sql`currency`,
  rateDay: sql`day`,
  counts: [sql`n`, sql`toInt64(0)`],
  source: EXPENSE_SOURCE,
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
  closedAdvertised: readonly string[]
  closedAdvertisedSince: readonly string[]
}

/** Undefined where the days are too many to be kept. */
export async function ledgerSumsOfDays(
  services: Services,
  company: Company,
  question: DaysQuestion,
  { by = 'total', expenses: asked }: { by?: 'total' | 'marketplace'; expenses: ExpenseScope },
): Promise<(LedgerSum & { key: string })[] | undefined> {
  const { basis, currency } = question
  const [ledger, expenses] = await Promise.all([
    keptDays(services, company, currency, LEDGER_DAYS, { basis }),
    asked.isAny ? keptDays(services, company, currency, EXPENSE_DAYS, expenseSpan(services, CALENDAR)) : [],
  ])
  if (!ledger || !expenses) return undefined
  const { ofLedger, ofExpenses } = rulesOf(question, asked)
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
      const [ledgerLine, marketplace, category] = series.key as [string, string, string?]
      const key = by === 'marketplace' ? marketplace : ''
      const own =
        rule.changes.length === 0 ? stretches : stretchesOf([...segmentStarts, ...rule.changes], days)
      const ruledOn = (day: number) => {
        const allocation = rule.wordOn(day)
        return {
          group: {
            key,
            ledgerLine,
            line: rule.lineOn(day),
            category: (by === 'total' && category) || '',
            allocation,
          },
          share: allocation === 'SHARED' ? rule.shareOn(day) : undefined,
        }
      }
      const always = rule.changes.length === 0 ? ruledOn(days.from) : undefined
      sums.add(series, own, (day) => {
        const { group, share } = always ?? ruledOn(day)
        return { segment: startOf(segmentStarts, day), group, share }
      })
    }
  return sums.sums().map(({ segment, group, amount, counts, withoutRate, unconverted }) => ({
    segment,
    key: group.key,
    line: group.line,
    category: group.category,
    allocation: group.allocation,
    amount,
    rowCount: counts[0]!,
    unmappedCount: counts[1]!,
    withoutRate,
    unconverted,
  }))
}

type Group = Pick<LedgerSum, 'line' | 'allocation'> & {
  key: string
  ledgerLine: string
  /** Of expenses that no key tells apart; empty otherwise, and of those without one. */
  category: string
}

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

/** What entered expenses have on some days. */
export const expensesHeld = (
  services: Services,
  company: Company,
  { currency }: Pick<DaysQuestion, 'currency'>,
  days: Days,
): Promise<HeldOnDays | undefined> =>
  heldOnDays(
    days,
    ([line]) => line!,
    services,
    company,
    currency,
    EXPENSE_DAYS,
    expenseSpan(services, CALENDAR),
  )

/** What becomes of a series: which word each of its days has, and which line it is shown in. */
interface Rule {
  /** Days on which that changes. */
  changes: readonly number[]
  wordOn: (day: number) => Word
  lineOn: (day: number) => string
  /** In 10⁻¹², of what is shared. */
  shareOn: (day: number) => bigint
}

/** Of what belongs to no marketplace: whether it is the selection's, in closed months as when they were closed. */
function partsOf({ isAll, wholeCurrencies, heldMonths, heldAll, heldWhole }: DaysQuestion) {
  const monthOn = (day: number) => monthNumber(dateOfDay(day))
  const isHeld = (month: number) => heldMonths.includes(month)
  const isAllOn = (day: number): boolean => {
    const month = heldMonths.length > 0 ? monthOn(day) : 0
    return isHeld(month) ? heldAll.includes(month) : isAll
  }
  return {
    isAllOn,
    isWholeOn: (currency: string, day: number): boolean => {
      if (isAllOn(day)) return true
      const month = heldMonths.length > 0 ? monthOn(day) : 0
      return isHeld(month) ? heldWhole.includes(`${currency} ${month}`) : wholeCurrencies.includes(currency)
    },
    changes: heldMonths.flatMap((month) => edgesOf(String(month))),
  }
}

/** The first day of a month (202505) and the first after it. */
function edgesOf(month: string): number[] {
  const start = `${month.slice(0, 4)}-${month.slice(4)}-01`
  return [dayNumber(start), dayNumber(endOfMonth(start)) + 1]
}

/** Since when reports tell the cost of a marketplace, or of a currency: in closed months as it was when they were closed. */
function reportsOf(question: DaysQuestion) {
  const since = new Map(
    question.advertised.map((key, index) => [key, dayNumber(question.advertisedSince[index]!)]),
  )
  const closed = new Map<string, Map<string, number>>()
  for (const [index, key] of question.closedAdvertised.entries()) {
    const [place, month] = key.split(' ') as [string, string]
    const ofPlace = closed.get(place) ?? new Map<string, number>()
    closed.set(place, ofPlace.set(month, dayNumber(question.closedAdvertisedSince[index]!)))
  }
  return (place: string) => {
    const months = closed.get(place) ?? new Map<string, number>()
    const sinceOn = (day: number) => months.get(String(monthNumber(dateOfDay(day)))) ?? since.get(place)
    return {
      changes: [
        ...[since.get(place)].filter((day) => day !== undefined),
        ...months.values(),
        ...[...months.keys()].flatMap(edgesOf),
      ],
      isBefore: (day: number) => {
        const first = sinceOn(day)
        return first === undefined || day < first
      },
    }
  }
}

/** The rule of a series; undefined where it is no part of the question. */
function rulesOf(question: DaysQuestion, { params: { expenseCategories } }: ExpenseScope) {
  const { marketplaces, anyProduct, useBilledAdvertising } = question
  const { isAllOn, isWholeOn, changes } = partsOf(question)
  const isAsked = (marketplace: string) =>
    marketplaces.length === 0 || marketplace === '' || marketplaces.includes(marketplace)
  const shares = new Map(question.shareKeys.map((key, index) => [key, parseDecimal(question.shares[index]!)]))
  const sharedMonths = new Map<string, string[]>()
  for (const key of question.shareKeys) {
    const [currency, month] = key.split(' ') as [string, string]
    sharedMonths.set(currency, [...(sharedMonths.get(currency) ?? []), month])
  }
  const reportedSince = reportsOf(question)
  const shareOf = (currency: string, day: number) => shares.get(`${currency} ${dateOfDay(day).slice(0, 8)}01`)
  return {
    ofLedger: ({ key, currency }: RunningSeries): Rule | undefined => {
      const [line, marketplace] = key as [string, string]
      if (!isAsked(marketplace)) return undefined
      const isLeftOutOn = (day: number) => marketplace === '' && !isWholeOn(currency, day)
      const months = (marketplace === '' && sharedMonths.get(currency)) || []
      // ADS-2: what was billed is the cost before the first day that a report of its marketplace covers.
      const reports =
        line === 'memoAdvertisingBilled' && !useBilledAdvertising
          ? reportedSince(marketplace === '' ? currency : marketplace)
          : undefined
      return {
        changes: [
          ...(marketplace === '' ? changes : []),
          ...months.flatMap((month) => [dayNumber(month), dayNumber(endOfMonth(month)) + 1]),
          ...(reports?.changes ?? []),
        ],
        wordOn: (day) => {
          if (!isLeftOutOn(day)) return 'OWN'
          return shareOf(currency, day) === undefined ? 'LEFT_OUT' : 'SHARED'
        },
        lineOn: (day) =>
          shownLine(line, {
            isBilledCost: reports === undefined || reports.isBefore(day),
            usesBilledAdvertising: useBilledAdvertising,
          }),
        shareOn: (day) => shareOf(currency, day) ?? 0n,
      }
    },
    ofExpenses: ({ key }: RunningSeries): Rule | undefined => {
      const [line, marketplace, category] = key as [string, string, string]
      if (!isAsked(marketplace)) return undefined
      if (expenseCategories.length > 0 && !expenseCategories.includes(category)) return undefined
      const wordOn = (day: number): Word =>
        anyProduct && (marketplace !== '' || isAllOn(day)) ? 'OWN' : 'LEFT_OUT'
      return { changes: marketplace === '' ? changes : [], wordOn, lineOn: () => line, shareOn: () => 0n }
    },
  }
}
