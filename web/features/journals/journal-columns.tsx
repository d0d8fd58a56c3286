import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { monthOf } from '#contract/closed-months.ts'
import { STATE_LABELS, STATE_REASONS } from '#contract/journal-states.ts'
import type { SettlementSummary } from '#contract/journals.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { monthOfYearText, rangeText } from '#web/ui/dates.ts'
import { StateMark } from '#web/ui/StateMark.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { exactText, priceText } from '#web/ui/numbers.ts'

/** Whether somebody has to do something before it can be booked. */
export const isOpen = ({ state }: SettlementSummary): boolean => state !== 'BALANCED' && state !== 'EMPTY'

/** What is paid out, over which months it is booked, and whether it can be. */
export const settlementColumns = (hasAccounts: boolean): TableColumn<SettlementSummary>[] => [
  {
    id: 'settlement',
    title: 'Settlement',
    kind: 'text',
    width: 122,
    canHide: false,
    value: ({ settlementId }) => settlementId,
    cell: ({ settlementId }) => <Identifier>{settlementId}</Identifier>,
  },
  ...(hasAccounts
    ? [
        {
          id: 'account',
          title: 'Account',
          kind: 'text' as const,
          width: 110,
          value: ({ account }: SettlementSummary) => account,
        },
      ]
    : []),
  {
    id: 'period',
    title: 'Period',
    kind: 'text',
    width: 164,
    value: ({ startDate, endDate }) => (startDate && endDate ? rangeText(startDate, endDate) : ''),
    inFile: [
      { title: 'From', kind: 'text', type: 'day', value: ({ startDate }) => startDate },
      { title: 'To', kind: 'text', type: 'day', value: ({ endDate }) => endDate },
    ],
  },
  { id: 'currency', title: 'Cur.', kind: 'text', width: 50, value: ({ currency }) => currency },
  {
    id: 'payout',
    title: 'Payout',
    kind: 'number',
    type: 'money',
    width: 92,
    isExplained: false,
    value: ({ payout }) => payout,
    format: priceText,
    cell: ({ payout, currency }) => (payout === null ? undefined : exactText(payout, currency)),
  },
  {
    id: 'months',
    title: 'Journals',
    kind: 'text',
    width: 132,
    value: ({ months }) => months.map(monthOf).join(', '),
    cell: ({ months }) => months.map(monthOfYearText).join(', '),
  },
  {
    id: 'state',
    title: 'State',
    kind: 'text',
    width: 158,
    value: ({ state }) => STATE_LABELS[state],
    cellHint: ({ state }) => STATE_REASONS[state],
    cell: (row) => <State row={row} />,
  },
]

function State({ row }: { row: SettlementSummary }) {
  const { state } = row
  const [tone, icon] = isOpen(row)
    ? (['warned', TriangleAlert] as const)
    : state === 'EMPTY'
      ? (['muted', CircleMinus] as const)
      : (['good', CircleCheck] as const)
  return (
    <StateMark icon={icon} tone={tone}>
      {STATE_LABELS[state]}
    </StateMark>
  )
}
