import type { ExpenseList } from '#contract/expenses.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { cellNotes } from '#web/explain/lacks.ts'
import { shortDayText } from '#web/ui/dates.ts'
import { countText, moneyText, percentText } from '#web/ui/numbers.ts'
import { minus } from './expense-lines.ts'
import { largestCategory, shareOf } from './overview.ts'

interface ExpenseFiguresProps {
  list: ExpenseList | undefined
  currencyCode: string
  /** Of the same days, up to today; undefined while it is being read. */
  netSales: string | null | undefined
  netSalesLacks: readonly Lack[]
}

/** What is saved, in six numbers. */
export function ExpenseFigures({ list, currencyCode, netSales, netSalesLacks }: ExpenseFiguresProps) {
  const money = { kind: 'money', currencyCode } as const
  const planned = list && minus(list.total, list.toToday)
  const largest = list && largestCategory(list)
  const share = (part: string | null | undefined) => {
    const found = list && part != null ? shareOf(part, list.total) : null
    return found === null ? undefined : `${percentText(Number(found))} of expenses`
  }
  const [lack] = netSales === undefined ? [] : cellNotes({ value: netSales, lacks: [...netSalesLacks] })
  const figures: KeyFigure[] = [
    {
      id: 'total',
      label: 'Expenses in range',
      unit: money,
      value: list?.total,
      better: 'less',
      // What it is compared with stands in place of a note, where it is known.
      ...(list?.priorYear != null
        ? { prior: list.priorYear }
        : { note: list && countText(list.rows.length, 'row') }),
    },
    {
      id: 'toToday',
      label: list ? `To ${shortDayText(list.today)}` : 'To today',
      unit: money,
      value: list?.toToday,
      ...(planned != null && { note: `${moneyText(planned, currencyCode)} planned after` }),
    },
    {
      id: 'share',
      label: 'Share of net sales',
      unit: { kind: 'ratio' },
      value: netSales === undefined ? undefined : list && shareOf(list.toToday, netSales),
      // Why there is none has the room.
      ...(netSales !== null && { note: 'up to today' }),
      ...(lack !== undefined && { lack: { text: lack } }),
    },
    {
      id: 'perMonth',
      label: 'Recurring per month',
      unit: money,
      value: list?.perMonth.amount,
      ...(list && { note: `${countText(list.perMonth.count, 'amount')} active today` }),
    },
    { id: 'oneOff', label: 'One-off in range', unit: money, value: list?.oneOff, note: share(list?.oneOff) },
    {
      id: 'largest',
      label: largest ? `Largest: ${largest.name}` : 'Largest category',
      unit: money,
      value: list && (largest?.amount ?? null),
      note: share(largest?.amount),
    },
  ].map(({ note, ...figure }) => ({ ...figure, ...(note !== undefined && { note }) }) as KeyFigure)
  return <KeyFigures label="What is saved" figures={figures} comparison="vs prior year" />
}
