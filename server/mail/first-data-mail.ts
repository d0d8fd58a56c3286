import { plainName } from '#contract/names.ts'
import { getCompany, listMembers, liveVersions, type Accounts, type Import } from '#server/accounts/index.ts'
import type { Mailer } from './outbox.ts'
import { mailOf } from './mail-of.ts'

/** Who waits for less sees on the page that it is over. */
const WORTH_A_MAIL_MS = 60_000

/** Tells the members of a company that its first data can be looked at, if that took a while. */
export async function mailFirstData(
  { accounts, mailer, address }: { accounts: Accounts; mailer: Mailer; address: string },
  { companyId, status, createdAt, finishedAt }: Import,
): Promise<void> {
  if (status !== 'PUBLISHED' || !finishedAt || +finishedAt - +createdAt < WORTH_A_MAIL_MS) return
  const company = await getCompany(accounts, companyId)
  if (!company || company.isDemo || (await liveVersions(accounts, company)).length > 1) return
  const name = plainName(company.name)
  const link = new URL(`/${company.id}/profitAndLoss/transaction`, address).href
  for (const { email } of await listMembers(accounts, company)) {
    if (email === null) continue
    await mailer.send(
      mailOf(email, `The data of ${name} is ready`, [
        { text: `The first Amazon data of ${name} has been read. Your dashboards show it:`, link },
      ]),
    )
  }
}
