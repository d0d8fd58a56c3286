import { addressesOf, type Accounts } from '#server/accounts/index.ts'

/** Something that stands otherwise than it was read. */
export interface ChangedRow {
  name: string
  /** Empty where nobody knows. */
  actor: string
  what: string
}

const ROWS_NAMED = 5

/** What others have done to rows that somebody was changing, as a message says it. */
export async function changedRows(accounts: Accounts, found: readonly ChangedRow[]): Promise<string> {
  const names = await addressesOf(
    accounts,
    found.map(({ actor }) => actor),
  )
  const rows = found
    .slice(0, ROWS_NAMED)
    .map(({ name, actor: by, what }) => `“${name}” was ${what}${by && ` by ${names.get(by) ?? by}`}`)
  const others = found.length - rows.length
  return [...rows, ...(others > 0 ? [`and ${others} more`] : [])].join('; ')
}
