import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { BankState } from '#contract/bank-match.ts'
import { BankStateMark, bankStateText } from '#web/bank/BankStateMark.tsx'
import { missingSearch } from '#web/file-urls.ts'
import { PATHS } from '#web/paths.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { rangeText } from '#web/ui/dates.ts'
import { StateMark } from '#web/ui/StateMark.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { countText, exactText, isZero } from '#web/ui/numbers.ts'
import { isOpen, type SettlementRow, type SettlementState } from './settlement-rows.ts'
import styles from './ReconciliationPage.module.css'

interface Shown {
  companyId: string
  currency: string
  hasAccounts: boolean
  /** Of payouts by the key of their settlement; null where no statement of the bank is there. */
  bankStates: ReadonlyMap<string, BankState> | null
}

/** Amazon's totals beside the sums of the lines: the difference is the proof. */
export function settlementColumns({
  companyId,
  currency,
  hasAccounts,
  bankStates,
}: Shown): TableColumn<SettlementRow>[] {
  const amount = (value: string) => exactText(value, currency)
  const money = (
    id: string,
    title: string,
    value: (row: SettlementRow) => string | null,
  ): TableColumn<SettlementRow> => ({
    id,
    title,
    kind: 'number',
    type: 'money',
    width: 100,
    value,
    format: amount,
    isExplained: false,
  })
  return [
    {
      id: 'settlement',
      title: 'Settlement',
      kind: 'text',
      width: 140,
      canHide: false,
      value: ({ kind, settlementId }) => (kind === 'MISSING' ? MISSING : settlementId),
      cell: (row) => <Name row={row} />,
    },
    ...(hasAccounts
      ? [
          {
            id: 'account',
            title: 'Account',
            kind: 'text' as const,
            width: 120,
            value: ({ account }: SettlementRow) => account,
          },
        ]
      : []),
    {
      id: 'period',
      title: 'Period',
      kind: 'text',
      width: 150,
      value: ({ startDate, endDate }) => (startDate && endDate ? rangeText(startDate, endDate) : null),
      inFile: [
        { title: 'From', kind: 'text', type: 'day', value: ({ startDate }) => startDate },
        { title: 'To', kind: 'text', type: 'day', value: ({ endDate }) => endDate },
      ],
    },
    money('deposit', 'Deposit', ({ deposit }) => deposit),
    {
      id: 'lines',
      title: 'Lines',
      kind: 'number',
      type: 'count',
      width: 66,
      value: ({ lines }) => lines,
      isExplained: false,
    },
    money('sum', 'Sum of lines', ({ sum }) => sum),
    {
      ...money('difference', 'Difference', ({ difference }) => difference),
      cell: ({ difference }) =>
        difference === null ? undefined : (
          <span className={isZero(difference) ? styles.agrees : styles.differs}>{amount(difference)}</span>
        ),
    },
    {
      ...money('unmapped', 'Not mapped', ({ unmapped }) => unmapped),
      hint: 'Lines whose names are not mapped. They count under the closest line, and the statement warns about them.',
      isHiddenAtFirst: true,
    },
    {
      id: 'state',
      title: 'State',
      kind: 'text',
      width: 180,
      value: (row) => stateText(row),
      cellHint: ({ state }) => (state === null ? undefined : STATE_HINTS[state]),
      cell: (row) => <State row={row} companyId={companyId} currency={currency} />,
    },
    ...(bankStates ? [bankColumn(bankStates)] : []),
  ]
}

/** Whether the payout arrived; what was not paid out has no state. */
function bankColumn(states: ReadonlyMap<string, BankState>): TableColumn<SettlementRow> {
  return {
    id: 'bank',
    title: 'Bank',
    kind: 'text',
    width: 160,
    value: ({ key }) => {
      const state = states.get(key)
      return state ? bankStateText(state) : null
    },
    cell: ({ key }) => {
      const state = states.get(key)
      return state && <BankStateMark state={state} />
    },
  }
}

const STATE_HINTS: Partial<Record<SettlementState, string>> = {
  INCOMPLETE: 'Lines are missing: import the rest of the file.',
  TOO_MUCH: 'There are lines that the total does not include, for example because two files were merged.',
  NO_TOTAL: 'This type of file states no total to compare its lines with.',
}

const MISSING = 'No settlement'

function Name({ row: { kind, settlementId } }: { row: SettlementRow }) {
  if (kind === 'TOTAL') return settlementId
  if (kind === 'MISSING') return <span className={styles.missing}>{MISSING}</span>
  return <Identifier>{settlementId}</Identifier>
}

/** In words, as a file has it. */
export function stateText(row: SettlementRow): string | null {
  const gap = row.hasGapBefore ? ', gap before' : ''
  if (row.kind === 'MISSING') return 'No file'
  switch (row.state) {
    case null:
      return null
    case 'COMPLETE':
      return `Complete${gap}`
    case 'NO_TOTAL':
      return `States no total${gap}`
    case 'INCOMPLETE':
      return `Incomplete${gap}`
    case 'TOO_MUCH':
      return `Too much${gap}`
  }
}

function State({ row, companyId, currency }: { row: SettlementRow; companyId: string; currency: string }) {
  if (row.kind === 'TOTAL') return undefined
  if (row.kind === 'MISSING')
    return (
      <Link
        to={PATHS.import}
        params={{ companyId }}
        search={missingSearch({
          startDate: row.startDate!,
          endDate: row.endDate!,
          account: row.account,
          currency,
        })}
        className={styles.act}
      >
        Import file
      </Link>
    )
  const [tone, icon] = isOpen(row)
    ? (['warned', TriangleAlert] as const)
    : row.state === 'NO_TOTAL'
      ? (['muted', CircleHelp] as const)
      : (['good', CircleCheck] as const)
  return (
    <StateMark icon={icon} tone={tone}>
      {stateText(row)}
    </StateMark>
  )
}

/** "6 of 7 complete". */
export const completeText = (rows: readonly SettlementRow[]): string => {
  const settlements = rows.filter(({ kind }) => kind === 'SETTLEMENT')
  const complete = settlements.filter((row) => row.state === 'COMPLETE').length
  return complete === settlements.length
    ? `${settlements.length === 1 ? 'complete' : 'all complete'}`
    : `${countText(complete, 'is', 'are')} complete`
}
