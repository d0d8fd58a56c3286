import { useMemo } from 'react'
import { Flag } from '#web/ui/Flag.tsx'
import { percentText, wholeText } from '#web/ui/numbers.ts'
import { deltaColumn, heatColumn, shareColumn, sparkColumn } from './cell-kinds.tsx'
import { DataTable } from './DataTable.tsx'
import { boundsOf } from './heat-step.ts'
import type { TableColumn } from './table-column.ts'
import { useTable } from './use-table.ts'

interface Market {
  id: string
  name: string
  sales: string | null
  prior: string | null
  rate: string | null
  ratePrior: string | null
  weeks: (string | null)[]
  hours: (number | null)[]
}

/** The same course for every run, each country a little different. */
const course = (size: number, turn: number) =>
  Array.from({ length: 26 }, (_, week) =>
    (size * (1 + 0.2 * Math.sin(week / 3 + turn) + (week === 7 ? 0.5 : 0) + week / 60)).toFixed(2),
  )
const hours = (size: number) => [0.2, 0.5, 1, 1.4, 1.1].map((part) => Math.round(size * part))
const market = (
  id: string,
  name: string,
  sales: string | null,
  prior: string | null,
  rate: string | null,
  ratePrior: string | null,
): Market => ({
  id,
  name,
  sales,
  prior,
  rate,
  ratePrior,
  weeks: sales === null ? [] : course(Number(sales) / 26, sales.length + id.charCodeAt(0)),
  hours: sales === null ? [null, null, null, null, null] : hours(Number(sales) / 1_000),
})

const MARKETS: Market[] = [
  market('DE', 'Germany', '615683.20', '553671.04', '0.141', '0.132'),
  market('GB', 'United Kingdom', '482961.11', '453910.82', '0.128', '0.128'),
  market('FR', 'France', '250697.40', '211916.65', '0.119', '0.127'),
  market('IT', 'Italy', '180650.00', '186429.31', '0.109', '0.112'),
  market('PL', 'Poland', '36867.00', '0', '0.092', null),
  market('SE', 'Sweden', '4210.00', '12.00', '0.087', '0.02'),
  market('NL', 'Netherlands', null, '8400.00', null, '0.1'),
]
const ALL: Market = market('all', 'All 7 marketplaces', '1571068.71', '1414339.82', '0.122', '0.111')
const TOTAL = 1_571_068.71
const shareOf = ({ sales }: Market) => (sales === null ? null : Number(sales) / TOTAL)
const HOURS = ['00:00', '06:00', '12:00', '18:00', '22:00']

/** Invented marketplaces with each kind of column that compares rows. */
export function MarketTable({ isLoading = false }: { isLoading?: boolean }) {
  const columns = useMemo((): TableColumn<Market>[] => {
    const ground = boundsOf(MARKETS.flatMap((one) => one.hours))
    return [
      {
        id: 'name',
        title: 'Marketplace',
        kind: 'text',
        width: 170,
        value: ({ name }) => name,
        cell: ({ id, name }) => (
          <span style={{ display: 'inline-flex', alignItems: 'center', gap: 9 }}>
            <Flag country={id} /> {name}
          </span>
        ),
      },
      { id: 'sales', title: 'Sales', kind: 'number', width: 90, value: ({ sales }) => sales },
      shareColumn<Market>({
        id: 'share',
        title: 'Share',
        tone: 'sales',
        max: 615_683.2 / TOTAL,
        share: shareOf,
        hasBar: ({ id }) => id !== 'all',
      }),
      deltaColumn<Market>({
        id: 'growth',
        title: 'Growth',
        better: 'more',
        now: ({ sales }) => sales,
        prior: ({ prior }) => prior,
      }),
      {
        id: 'rate',
        title: 'Unit session',
        kind: 'number',
        width: 90,
        value: ({ rate }) => rate,
        format: (value) => percentText(Number(value)),
      },
      deltaColumn<Market>({
        id: 'rate change',
        title: 'Change',
        better: 'more',
        isRatio: true,
        now: ({ rate }) => rate,
        prior: ({ ratePrior }) => ratePrior,
      }),
      ...HOURS.map((title, hour) =>
        heatColumn<Market>({
          id: title,
          title,
          width: 60,
          bounds: ground,
          value: (row) => (row.id === 'all' ? '' : row.hours[hour]),
        }),
      ),
      sparkColumn<Market>({
        id: 'weeks',
        title: '26 weeks',
        series: ({ weeks }) => ({ values: weeks }),
        tone: ({ prior, sales }) => (Number(sales) < Number(prior) ? 'other' : 'sales'),
        tipAt: ({ weeks }, index) => `Week ${index + 1}  ${wholeText(weeks[index] ?? '0')}`,
      }),
    ]
  }, [])
  const table = useTable({
    columns,
    rows: isLoading ? [] : MARKETS,
    rowId: ({ id }) => id,
    totals: isLoading ? undefined : ALL,
  })
  return <DataTable table={table} label="Marketplaces" isLoading={isLoading} />
}
