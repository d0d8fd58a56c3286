import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import type { ExpensesView } from './expenses-view.ts'
import { scopeOf } from './use-expense-edits.ts'

/** What each saved expense comes to on each day of the range, as a table for a file. */
export async function allocationSheet(scope: DashboardScope, view: ExpensesView): Promise<Sheet> {
  const days = await queryClient.fetchQuery({
    ...trpc.expenses.getDailyAllocation.queryOptions(scopeOf(scope, view)),
    staleTime: 0,
    gcTime: 0,
  })
  return sheetFrom(
    days,
    [
      ['Day', 'day', ({ day }) => day],
      ['Name', 'text', ({ name }) => name],
      ['Category', 'text', ({ category }) => category],
      ['Vendor', 'text', ({ vendor }) => vendor],
      ['Marketplace', 'text', ({ marketplace }) => marketplace || 'ALL'],
      ['Brand', 'text', ({ brandName }) => brandName || 'ALL'],
      [`Amount, ${scope.currencyCode}`, 'money', ({ amount }) => amount],
      ['Planned', 'text', ({ isPlanned }) => (isPlanned ? 'planned' : '')],
    ],
    scope.currencyCode,
  )
}
