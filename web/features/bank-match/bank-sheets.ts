import type { BankDeposit, BankMatch } from '#contract/bank-match.ts'
import { sheetFrom, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'

export const statementsSheet = (imports: BankMatch['imports']): Sheet =>
  sheetFrom(imports, [
    ['File', 'text', ({ fileName }) => fileName],
    ['First day', 'day', ({ firstDay }) => firstDay],
    ['Last day', 'day', ({ lastDay }) => lastDay],
    ['Currency', 'text', ({ currencies }) => currencies.join(' ')],
    ['Rows kept', 'count', ({ rowsKept }) => rowsKept],
    ['Rows read', 'count', ({ rowsRead }) => rowsRead],
    ['Added at', 'text', ({ importedAt }) => importedAt],
    ['Added by', 'text', ({ importedBy }) => importedBy],
  ])

type BankRow = BankDeposit['rows'][number]

/** Rows of the bank, of one payout or of none. */
export const bankRowsSheet = (rows: readonly BankRow[]): Sheet => sheetFrom(rows, BANK_ROW)

const BANK_ROW: readonly FileColumnOf<BankRow>[] = [
  ['Day', 'day', ({ day }) => day],
  ['Bank description', 'text', ({ text }) => text],
  ['Amount', 'money', ({ amount }) => amount],
  ['Currency', 'text', ({ currency }) => currency],
]
