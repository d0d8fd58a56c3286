import { plainName } from '#contract/names.ts'
import {
  getCompany,
  listMembers,
  liveVersions,
  syncedConnections,
  type Accounts,
  type Company,
  type Import,
  type SyncedConnection,
} from '#server/accounts/index.ts'
import type { Mailer } from './outbox.ts'
import { mailOf } from './mail-of.ts'

/** Who waits for less sees on the page that it is over. */
const WORTH_A_MAIL_MS = 60_000

interface Mailing {
  accounts: Accounts
  mailer: Mailer
  /** Of the installation, as browsers reach it. */
  address: string
}

/** Tells the members of a company that the first file somebody handed in can be looked at, if that took a while. */
export async function mailFirstData(
  mailing: Mailing,
  { companyId, status, createdAt, finishedAt }: Import,
): Promise<void> {
  const { accounts } = mailing
  if (status !== 'PUBLISHED' || !finishedAt || +finishedAt - +createdAt < WORTH_A_MAIL_MS) return
  const company = await getCompany(accounts, companyId)
  if (!company || (await liveVersions(accounts, company)).length > 1) return
  // Of these the first file is one of hundreds: see below.
  if ((await syncedConnections(accounts, companyId)).length > 0) return
  await tellMembers(mailing, company)
}

/** The same of what pages need first of a connection, once all of it has come. */
export async function mailFirstOfConnection(
  mailing: Mailing,
  company: Company,
  { authorisedAt }: Pick<SyncedConnection, 'authorisedAt'>,
  now: Date,
): Promise<void> {
  if (+now - +authorisedAt >= WORTH_A_MAIL_MS) await tellMembers(mailing, company)
}

async function tellMembers({ accounts, mailer, address }: Mailing, company: Company): Promise<void> {
  if (company.isDemo) return
  const name = plainName(company.name)
  const link = new URL(`/${company.id}/profitAndLoss/transaction`, address).href
  for (const { email } of await listMembers(accounts, company)) {
    if (email === null) continue
    await mailer.send(
      mailOf(email, `Your data for ${name} is ready`, [
        { text: `The first Amazon data for ${name} has been read. See it in your dashboards:`, link },
      ]),
    )
  }
}
