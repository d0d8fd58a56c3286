/** The rows of the table of accounts: every line that is booked, and lines of single marketplaces that are booked elsewhere. */
import {
  defaultAccount,
  JOURNAL_SUBJECTS,
  lacksFor,
  NO_ACCOUNT,
  type BookAccount,
  type JournalFormat,
  type JournalSubject,
} from '#contract/journal-accounts.ts'
import type { AccountEntry } from '#contract/journals.ts'
import type { SavedChange } from '#web/table/edit-store.ts'

export interface AccountLine extends BookAccount {
  id: string
  subject: JournalSubject
  marketplace: AccountEntry['marketplace']
}

export const lineId = ({ subject, marketplace }: Pick<AccountLine, 'subject' | 'marketplace'>): string =>
  `${subject}|${marketplace ?? ''}`

/** In the order of the statement, a line of a marketplace under that of all. `added` are some that are not saved. */
export function accountLines(
  saved: readonly AccountEntry[],
  added: readonly Pick<AccountLine, 'subject' | 'marketplace'>[],
): AccountLine[] {
  const known = new Map(saved.map((entry) => [lineId(entry as AccountLine), entry]))
  const lineOf = (place: Pick<AccountLine, 'subject' | 'marketplace'>): AccountLine => {
    const id = lineId(place)
    const entry = known.get(id)
    const account = entry ?? (place.marketplace === null ? defaultAccount(place.subject) : NO_ACCOUNT)
    const { code, name, taxCode } = account
    return { ...place, id, code, name, taxCode }
  }
  const special = [...saved, ...added] as Pick<AccountLine, 'subject' | 'marketplace'>[]
  return JOURNAL_SUBJECTS.flatMap((subject) => {
    const marketplaces = special.flatMap((place) =>
      place.subject === subject && place.marketplace !== null ? [place.marketplace] : [],
    )
    return [null, ...new Set(marketplaces.toSorted())].map((marketplace) => lineOf({ subject, marketplace }))
  })
}

/** What a row lacks for a format, by the account that it is booked to. */
export function lacksOfLine(
  { marketplace, code, name, taxCode }: AccountLine,
  account: BookAccount,
  { format, accountLength }: { format: JournalFormat; accountLength: number | undefined },
): string {
  // A row that is being made, or one that is about to go.
  if (marketplace !== null && code === '' && name === '' && taxCode === '') return ''
  return lacksFor(format, account, accountLength) ?? ''
}

/**
 * What is saved: where a company says something else than the product does. A line of one marketplace without an account
 * goes, and that of all marketplaces holds again.
 */
export function entriesAfter(lines: readonly AccountLine[], changes: readonly SavedChange[]): AccountEntry[] {
  const changed = new Map(changes.map(({ row, column, value }) => [`${row} ${column}`, value ?? '']))
  return lines.flatMap((line) => {
    const after = {
      subject: line.subject,
      marketplace: line.marketplace,
      code: changed.get(`${line.id} code`) ?? line.code,
      name: changed.get(`${line.id} name`) ?? line.name,
      taxCode: changed.get(`${line.id} taxCode`) ?? line.taxCode,
    }
    const usual = line.marketplace === null ? defaultAccount(line.subject) : NO_ACCOUNT
    const isUsual = after.code === usual.code && after.name === usual.name && after.taxCode === usual.taxCode
    return isUsual ? [] : [after as AccountEntry]
  })
}
