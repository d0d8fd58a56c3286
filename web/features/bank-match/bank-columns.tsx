import type { BankDeposit } from '#contract/bank-match.ts'
import { bankStateHint, BankStateMark, bankStateText } from '#web/bank/BankStateMark.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { dayText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { countText, exactText, priceText } from '#web/ui/numbers.ts'

/** Whether somebody has to look at it. */
export const isOpenDeposit = ({ state }: Pick<BankDeposit, 'state'>): boolean =>
  state === 'SEVERAL' || state === 'DIFFERS' || state === 'MISSING'

/** The row of the bank that a payout is, where that is decided. */
const rowOf = ({ state, rows }: BankDeposit) => (state === 'SEVERAL' ? undefined : rows[0])

export function bankColumns(hasAccounts: boolean): TableColumn<BankDeposit>[] {
  return [
    {
      id: 'settlement',
      title: 'Settlement',
      kind: 'text',
      width: 140,
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
            width: 150,
            value: ({ account }: BankDeposit) => account,
          },
        ]
      : []),
    {
      id: 'day',
      title: 'Deposit',
      kind: 'text',
      type: 'day',
      width: 110,
      value: ({ day }) => day,
      cell: ({ day }) => dayText(day),
    },
    {
      id: 'amount',
      title: 'Paid out',
      kind: 'number',
      type: 'money',
      width: 110,
      value: ({ amount }) => amount,
      format: priceText,
      cell: ({ amount, currency }) => exactText(amount, currency),
      isExplained: false,
    },
    { id: 'currency', title: 'Currency', kind: 'text', width: 76, value: ({ currency }) => currency },
    {
      id: 'state',
      title: 'Bank',
      kind: 'text',
      width: 170,
      value: ({ state }) => bankStateText(state),
      cell: ({ state }) => <BankStateMark state={state} />,
      cellHint: ({ state }) => bankStateHint(state),
    },
    {
      id: 'bankDay',
      title: 'Arrived',
      kind: 'text',
      type: 'day',
      width: 110,
      value: (deposit) => rowOf(deposit)?.day ?? null,
      cell: (deposit) => {
        const row = rowOf(deposit)
        return row ? dayText(row.day) : undefined
      },
    },
    {
      id: 'bankAmount',
      title: 'At the bank',
      kind: 'number',
      type: 'money',
      width: 110,
      value: (deposit) => rowOf(deposit)?.amount ?? null,
      format: priceText,
      cell: (deposit) => {
        const row = rowOf(deposit)
        return row ? exactText(row.amount, row.currency) : undefined
      },
      isExplained: false,
    },
    {
      id: 'text',
      title: 'Bank description',
      kind: 'text',
      width: 260,
      value: (deposit) =>
        deposit.state === 'SEVERAL'
          ? `${countText(deposit.rows.length, 'row')} to choose from`
          : (rowOf(deposit)?.text ?? null),
    },
  ]
}
