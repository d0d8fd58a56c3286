import {
  accountFinder,
  JOURNAL_SUBJECTS,
  lacksFor,
  NO_ACCOUNT,
  WITHOUT_TAX_CODE,
  type BookAccount,
  type JournalFormat,
  type JournalSubject,
} from '#contract/journal-accounts.ts'
import type { BookSettings, Lacking } from '#contract/journals.ts'

/** Where a line of a marketplace is booked. Of a program that takes no tax codes there are none. */
export function accountsOf({ accounts }: Pick<BookSettings, 'accounts'>, format: JournalFormat) {
  const takesTaxCode = !WITHOUT_TAX_CODE.includes(format)
  const find = accountFinder(accounts)
  return (subject: string, marketplace: string): BookAccount => {
    if (!isSubject(subject)) return NO_ACCOUNT
    const account = find(subject, marketplace)
    return takesTaxCode ? account : { ...account, taxCode: '' }
  }
}

const isSubject = (subject: string): subject is JournalSubject =>
  (JOURNAL_SUBJECTS as readonly string[]).includes(subject)

/** Which of these lines have no account that the format takes, each once. */
export function lackingOf(
  booked: readonly { subject: string; marketplace: string; account: BookAccount }[],
  format: JournalFormat,
  { datev }: Pick<BookSettings, 'datev'>,
): Lacking[] {
  const found = new Map<string, Lacking>()
  for (const { subject, marketplace, account } of booked) {
    const lacks = lacksFor(format, account, datev?.accountLength)
    if (lacks !== undefined)
      found.set(`${subject} ${marketplace}`, {
        subject: subject as Lacking['subject'],
        marketplace,
        lacks,
      })
  }
  return [...found.values()]
}
