import type { z } from 'zod'
import { CALENDAR } from '#contract/date-range.ts'
import type { ExpensePreview, PreviewExpensesInput } from '#contract/expenses.ts'
import { countedExpenses } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { draftSums, Sum, Sums } from './amounts.ts'
import { sumsParams } from './list.ts'

type Question = Omit<z.output<typeof PreviewExpensesInput>, 'companyId'>
type Draft = Omit<Question['rows'][number], 'key'>

/** What the range would be if rows took the place of others: by the same formula, of what is written nowhere yet. */
export async function previewExpenses(
  services: Services,
  companyId: string,
  { rows, replaced, ...scope }: Question,
): Promise<ExpensePreview> {
  const { company, expenses } = await countedExpenses(services.accounts, companyId)
  const ids = new Set(replaced)
  const drafts = [...rows, ...(expenses.filter(({ id }) => ids.has(id)) as Draft[])]
  const sums =
    drafts.length === 0
      ? []
      : await services.analytics.run(draftSums, company, {
          ...(await sumsParams(services, company, scope)),
          amounts: drafts.map(({ amount }) => amount),
          draftCurrencies: drafts.map(({ currency }) => currency),
          frequencies: drafts.map(({ frequency }) => frequency),
          starts: drafts.map(({ startDate }) => startDate),
          ends: drafts.map(lastDayOf),
          places: drafts.map(({ marketplace }) => marketplace ?? ''),
        })
  const ofRow = new Sums<string>()
  const ofMonth = new Sums<string>()
  const [toToday, planned] = [new Sum(), new Sum()]
  for (const sum of sums) {
    const row = rows[sum.lineNumber - 1]
    const times = row ? 1n : -1n
    if (row) ofRow.of(row.key).add(sum)
    ofMonth.of(JSON.stringify([sum.month, sum.isPlanned])).add(sum, times)
    const side = sum.isPlanned ? planned : toToday
    side.add(sum, times)
  }
  return {
    rows: rows.map(({ key }) => ({ key, inRange: ofRow.of(key).amount })),
    byMonth: ofMonth.entries
      .map(([key, { amount }]) => {
        const [month, isPlanned] = JSON.parse(key) as [string, boolean]
        return { month, isPlanned, change: amount }
      })
      .filter(({ change }) => change !== '0')
      .toSorted((a, b) =>
        a.month < b.month ? -1 : a.month > b.month ? 1 : Number(a.isPlanned) - Number(b.isPlanned),
      ),
    toToday: toToday.amount,
    planned: planned.amount,
  }
}

/** As `derive-expenses.ts` writes it. */
const lastDayOf = ({ frequency, startDate, endDate }: Draft): string =>
  endDate ?? (frequency === 'ONE_TIME' ? startDate : CALENDAR.end)
