import { ALLOCATED_DAYS_MAX } from '#contract/dashboards/expenses.ts'
import type { AllocatedDay } from '#contract/expenses.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'
import { allocatedDays, expenseRows, Sum } from './amounts.ts'
import { sumsParams, type ExpenseScope } from './list.ts'

/** What each expense comes to on each day of a range. Throws `AppError` where that would be more than a file should hold. */
export async function dailyAllocation(
  services: Services,
  company: Company,
  scope: ExpenseScope,
): Promise<AllocatedDay[]> {
  const params = await sumsParams(services, company, scope)
  const [days, { rows }] = await Promise.all([
    services.analytics.run(allocatedDays, company, { ...params, limit: ALLOCATED_DAYS_MAX + 1 }),
    expenseRows(services, company, 0),
  ])
  if (days.length > ALLOCATED_DAYS_MAX) throw new AppError('ALLOCATION_TOO_LONG', { max: ALLOCATED_DAYS_MAX })
  const rowAt = new Map(rows.map((row) => [`${row.attempt} ${row.lineNumber}`, row]))
  return days.map((day) => {
    const row = rowAt.get(`${day.attempt} ${day.lineNumber}`)
    const sum = new Sum()
    sum.add(day)
    return {
      day: day.day,
      name: row?.name ?? '',
      category: row?.category ?? '',
      vendor: row?.vendor ?? '',
      marketplace: row?.marketplace ?? '',
      brandName: row?.brandName ?? '',
      amount: sum.amount,
      isPlanned: day.isPlanned,
    }
  })
}
