import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { earlier } from '#contract/date-range.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { trpc } from '#web/trpc.ts'
import { plus } from './expense-lines.ts'
import { lacksOf } from './overview.ts'
import type { scopeOf } from './use-expense-edits.ts'

/** Net profit by month and net sales of the same days, as far as they have come, with what is saved. */
export function useProfits(
  { companyId, currencyCode, marketplaces, asOf }: Parameters<typeof scopeOf>[0],
  view: Parameters<typeof scopeOf>[1],
  today: string,
) {
  const { startDate, endDate } = view
  const isAsked = startDate <= today
  const query = useQuery({
    ...trpc.profitAndLoss.getData.queryOptions(
      isAsked
        ? {
            companyId,
            currencyCode,
            marketplaces,
            ...(asOf !== undefined && { asOf }),
            startDate,
            endDate: earlier(endDate, today),
            dateInterval: 'MONTHLY',
            useAdjustedAdvertising: true,
          }
        : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const { data, view: answeredView } = useShownAnswer(view, query)
  const rows = (data ?? []).filter(({ column }) => column === 'bucket')
  return {
    /** The view that they are of. */
    view: isAsked ? answeredView : view,
    months: rows.map(({ periodStart, lines }) => ({
      startDate: periodStart,
      netProfit: lines.netProfit.value,
      lacks: lines.netProfit.lacks ?? [],
    })),
    netSalesLacks: lacksOf(rows.map(({ lines }) => lines.netSales)),
    netSales:
      data === undefined
        ? isAsked
          ? undefined
          : null
        : rows.reduce<string | null>((sum, { lines }) => plus(sum, lines.netSales.value), '0'),
  }
}
