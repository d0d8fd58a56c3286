import type { z } from 'zod'
import { monthOf } from '#contract/closed-months.ts'
import { CALENDAR } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExpensePreview, PreviewExpensesInput } from '#contract/expenses.ts'
import {
  countedExpenses,
  liveRequests,
  type EnteredExpense,
  type ExpenseBooks,
} from '#server/accounts/index.ts'
import { changedExpenses } from '#server/ledger/entered/entered-expenses.ts'
import { namesIn, textsOf } from '#server/ledger/entered/expense-changes.ts'
import type { Services } from '#server/ledger/services.ts'
import { draftSums, expensesOfFiles, Sum, Sums } from './amounts.ts'
import { sumsParams } from './list.ts'

type Question = Omit<z.output<typeof PreviewExpensesInput>, 'companyId'>

/** What the range would be if changes were saved: by the same formula, of what is written nowhere yet. */
export async function previewExpenses(
  services: Services,
  companyId: string,
  { startDate, endDate, marketplaces, currencyCode, ...changes }: Question,
): Promise<ExpensePreview> {
  const { accounts, analytics } = services
  const { company, counted, ...before } = await countedExpenses(accounts, companyId)
  const author = { actor: '', at: services.now() }
  const { after } = await changedExpenses(services, company, before, { changes, ...author })
  const wordsAfter = wordsIn(after)
  const [was, will] = [timesIn(before), timesIn(after)]
  const updated = new Set(changes.updated.map(({ id }) => id))
  const rows = [
    // The created ones come last, in their order.
    ...changes.created.map(({ id }, index) => ({
      id,
      row: after.expenses.at(index - changes.created.length)!,
    })),
    ...after.expenses.flatMap((row) => (updated.has(row.id) ? { id: row.id, row } : [])),
  ].map(({ id, row }) => ({ id, words: wordsAfter(row) }))

  const asked = new Set(rows.map(({ words }) => words))
  const drafts = [...new Map([...was, ...will])].flatMap(([words, { expense }]) => {
    const [before, after] = [was.get(words)?.times ?? 0, will.get(words)?.times ?? 0]
    return before !== after || asked.has(words) ? { words, expense, before, after } : []
  })
  const [inFiles, params] = await Promise.all([
    liveRequests(accounts, company).then((live) =>
      analytics.run(expensesOfFiles, company, {
        live: live
          .map(({ attemptVersion }) => attemptVersion!)
          .filter((attempt) => attempt !== counted?.attemptVersion),
        names: drafts.map(({ expense }) => expense.name),
      }),
    ),
    sumsParams(services, company, { startDate, endDate, marketplaces, currencyCode }),
  ])
  const heldTimes = new Map(inFiles.map(({ times, ...texts }) => [keyOf(texts), times]))
  const sums =
    drafts.length === 0
      ? []
      : await analytics.run(draftSums, company, {
          ...params,
          amounts: drafts.map(({ expense }) => expense.amount),
          draftCurrencies: drafts.map(({ expense }) => expense.currency),
          frequencies: drafts.map(({ expense }) => expense.frequency),
          starts: drafts.map(({ expense }) => expense.startDate),
          ends: drafts.map(({ expense }) => lastDayOf(expense)),
          places: drafts.map(({ expense }) => expense.marketplace ?? ''),
        })
  const isClosed = (day: string) => company.closedMonths.some(({ month }) => month === monthOf(day))
  const ofWords = new Sums<string>()
  const ofMonth = new Sums<string>()
  const [toToday, planned, closed] = [new Sum(), new Sum(), new Sum()]
  for (const sum of sums) {
    const { words, before, after } = drafts[sum.lineNumber - 1]!
    ofWords.of(words).add(sum)
    // What a file and the page both have is one expense.
    const held = heldTimes.get(words) ?? 0
    const times = Math.max(after, held) - Math.max(before, held)
    if (times === 0) continue
    ofMonth.of(JSON.stringify([sum.month, sum.isPlanned])).add(sum, BigInt(times))
    const side = isClosed(sum.month) ? closed : sum.isPlanned ? planned : toToday
    side.add(sum, BigInt(times))
  }
  const byMonth = ofMonth.entries
    .map(([key, { amount }]) => {
      const [month, isPlanned] = JSON.parse(key) as [string, boolean]
      return { month, isPlanned, change: amount }
    })
    .filter(({ change }) => change !== '0')
    .toSorted((a, b) =>
      a.month < b.month ? -1 : a.month > b.month ? 1 : Number(a.isPlanned) - Number(b.isPlanned),
    )
  const closedMonths = byMonth.filter(({ month }) => isClosed(month)).map(({ month }) => month)
  return {
    rows: rows.map(({ id, words }) => ({ id, inRange: ofWords.of(words).amount })),
    byMonth: byMonth.filter(({ month }) => !isClosed(month)),
    toToday: toToday.amount,
    planned: planned.amount,
    closed: closedMonths.length === 0 ? null : { months: closedMonths, change: closed.amount },
  }
}

/** What an expense says, by which one of a file is the same. */
const keyOf = ({ amount, ...texts }: Record<string, string>): string =>
  JSON.stringify([toText(parseDecimal(amount!)), ...TEXTS.map((column) => texts[column])])
const TEXTS = [
  'name',
  'currency',
  'category',
  'vendor',
  'marketplace',
  'frequency',
  'startDate',
  'endDate',
  'invoiceId',
  'brandName',
  'note',
] as const

const wordsIn = (books: ExpenseBooks) => {
  const named = namesIn(books)
  return (expense: EnteredExpense) => keyOf(textsOf(expense, named))
}

function timesIn(books: ExpenseBooks): Map<string, { expense: EnteredExpense; times: number }> {
  const wordsOf = wordsIn(books)
  const found = new Map<string, { expense: EnteredExpense; times: number }>()
  for (const expense of books.expenses) {
    const words = wordsOf(expense)
    found.set(words, { expense, times: (found.get(words)?.times ?? 0) + 1 })
  }
  return found
}

/** As `derive-expenses.ts` writes it. */
const lastDayOf = ({ frequency, startDate, endDate }: EnteredExpense): string =>
  endDate ?? (frequency === 'ONE_TIME' ? startDate : CALENDAR.end)
