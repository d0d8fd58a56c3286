import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { AccountsError } from './accounts-error.ts'
import { countToday } from './daily-counts.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, invitations, memberships, personalDetails, users } from './schema.ts'

export interface Member {
  userId: string
  email: string | null
  /** Null until they have told it. */
  name: string | null
  role: Role
  joinedAt: Date
}

export interface Invitation {
  id: string
  email: string
  role: Role
  createdAt: Date
  expiresAt: Date
}

const INVITATION_DAYS = 7
/** Invitations are mails to people who have not asked for them, so there is an end to them: a day, and of those that wait. */
const INVITED_PER_DAY_MAX = { person: 20, company: 50, addressByOne: 3, address: 10 }
const WAITING_MAX = 50

export const listMembers = (accounts: Accounts, company: { id: string }): Promise<Member[]> =>
  accounts.db
    .select({
      userId: memberships.userId,
      email: users.email,
      name: personalDetails.name,
      role: memberships.role,
      joinedAt: memberships.joinedAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(personalDetails, eq(personalDetails.userId, users.id))
    .where(eq(memberships.companyId, company.id))
    .orderBy(asc(memberships.joinedAt), asc(memberships.userId))

/** Invitations that nobody has accepted or withdrawn, expired ones among them. */
export const listInvitations = (accounts: Accounts, company: { id: string }): Promise<Invitation[]> =>
  accounts.db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.companyId, company.id), eq(invitations.status, 'PENDING')))
    .orderBy(asc(invitations.createdAt))

/**
 * Invites an address, or invites it anew: the role and the end of a pending invitation are replaced. Throws
 * `DAILY_LIMIT` or `INVITATIONS_WAIT` when a person, a company or an address has had enough; the operator invites freely.
 */
export async function invite(
  accounts: Accounts,
  company: { id: string },
  {
    email,
    role,
    invitedBy,
    isLimited = true,
    now,
  }: { email: string; role: Role; invitedBy: string; isLimited?: boolean; now: Date },
): Promise<Invitation> {
  const address = email.trim().toLowerCase()
  return accounts.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(memberships.companyId, company.id), eq(users.email, address)))
    if (member) throw new AccountsError('MEMBER_ALREADY', `${address} is a member already.`)
    if (isLimited) await countInvitation(tx, company, address, invitedBy, now)
    const values = { role, invitedBy, createdAt: now, expiresAt: addDays(now, INVITATION_DAYS) }
    const [invitation] = await tx
      .insert(invitations)
      .values({ companyId: company.id, email: address, ...values })
      .onConflictDoUpdate({
        target: [invitations.companyId, invitations.email],
        targetWhere: sql`status = 'PENDING'`,
        set: values,
      })
      .returning()
    return invitation!
  })
}

async function countInvitation(
  tx: Tx,
  company: { id: string },
  address: string,
  invitedBy: string,
  now: Date,
): Promise<void> {
  // Against others of the same company who invite at the same moment.
  await lockTeam(tx, company)
  const waiting = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.companyId, company.id),
        eq(invitations.status, 'PENDING'),
        ne(invitations.email, address),
        gt(invitations.expiresAt, now),
      ),
    )
  if (waiting.length >= WAITING_MAX)
    throw new AccountsError(
      'INVITATIONS_WAIT',
      `${WAITING_MAX} invitations of this company wait already. Withdraw some first.`,
    )
  const { person, company: ofCompany, addressByOne, address: ofAddress } = INVITED_PER_DAY_MAX
  for (const limit of [
    { kind: 'invitations by one person', subject: invitedBy, max: person },
    { kind: 'invitations of one company', subject: company.id, max: ofCompany },
    {
      kind: 'invitations of one address by one person',
      subject: `${invitedBy} ${address}`,
      max: addressByOne,
    },
    {
      kind: 'invitations of one address to one company',
      subject: `${company.id} ${address}`,
      max: addressByOne,
    },
    { kind: 'invitations of one address', subject: address, max: ofAddress },
  ])
    await countToday(tx, limit, now)
}

const addDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)

/** False when there is no such invitation that still waits. */
export async function withdrawInvitation(
  accounts: Accounts,
  company: { id: string },
  id: string,
): Promise<boolean> {
  const rows = await accounts.db
    .update(invitations)
    .set({ status: 'WITHDRAWN' })
    .where(
      and(eq(invitations.id, id), eq(invitations.companyId, company.id), eq(invitations.status, 'PENDING')),
    )
    .returning({ id: invitations.id })
  return rows.length > 0
}

/** Gives a member another role. A company keeps at least one owner. */
export const changeRole = (accounts: Accounts, company: { id: string }, userId: string, role: Role) =>
  changeTeam(accounts, company, userId, role !== 'OWNER', (tx) =>
    tx.update(memberships).set({ role }).where(memberOf(company, userId)),
  )

/** Ends a membership, by the member's own wish or an owner's. A company keeps at least one owner. */
export const removeMember = (accounts: Accounts, company: { id: string }, userId: string) =>
  changeTeam(accounts, company, userId, true, (tx) => tx.delete(memberships).where(memberOf(company, userId)))

/**
 * Ends a membership of a company that has no data. Its only member may leave, too, and takes the company's invitations
 * along: nobody is to come into a company without an owner. The last owner of others stays.
 */
export const leaveEmptyCompany = (
  accounts: Accounts,
  company: { id: string },
  userId: string,
): Promise<'STAYED' | 'LEFT' | 'LEFT_BY_ALL'> =>
  accounts.db.transaction(async (tx) => {
    await lockTeam(tx, company)
    const members = await tx
      .select({ userId: memberships.userId, role: memberships.role })
      .from(memberships)
      .where(eq(memberships.companyId, company.id))
    const others = members.filter((member) => member.userId !== userId)
    if (others.length > 0 && !others.some(({ role }) => role === 'OWNER')) return 'STAYED'
    await tx.delete(memberships).where(memberOf(company, userId))
    if (others.length > 0) return 'LEFT'
    await tx
      .update(invitations)
      .set({ status: 'WITHDRAWN' })
      .where(and(eq(invitations.companyId, company.id), eq(invitations.status, 'PENDING')))
    return 'LEFT_BY_ALL'
  })

/**
 * The new owner is one before the former is none, and both at once. Whoever hands a company on without being in it, as
 * those may who run the platform, changes nothing about themselves.
 */
export const transferOwnership = (
  accounts: Accounts,
  company: { id: string },
  from: string,
  to: string,
): Promise<void> =>
  accounts.db.transaction(async (tx) => {
    await lockTeam(tx, company)
    if (from === to) throw new AccountsError('OWNER_ALREADY', 'You are an owner of this company already.')
    const made = await tx
      .update(memberships)
      .set({ role: 'OWNER' })
      .where(memberOf(company, to))
      .returning({ userId: memberships.userId })
    if (made.length === 0) throw memberUnknown()
    // Only an owner becomes a manager: whoever was demoted meanwhile stays what they are.
    await tx
      .update(memberships)
      .set({ role: 'MANAGER' })
      .where(and(memberOf(company, from), eq(memberships.role, 'OWNER')))
  })

const memberOf = (company: { id: string }, userId: string) =>
  and(eq(memberships.companyId, company.id), eq(memberships.userId, userId))

const memberUnknown = () => new AccountsError('MEMBER_UNKNOWN', 'This person is no member of the company.')

/** Two owners who demote each other at once wait for each other here, and the second is refused. */
const lockTeam = (tx: Tx, company: { id: string }) =>
  tx.select({ id: companies.id }).from(companies).where(eq(companies.id, company.id)).for('update')

function changeTeam(
  accounts: Accounts,
  company: { id: string },
  userId: string,
  mayEndOwnership: boolean,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  return accounts.db.transaction(async (tx) => {
    await lockTeam(tx, company)
    const [member] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(memberOf(company, userId))
    if (!member) throw memberUnknown()
    if (mayEndOwnership && member.role === 'OWNER') {
      const others = await tx.$count(
        memberships,
        and(
          eq(memberships.companyId, company.id),
          eq(memberships.role, 'OWNER'),
          ne(memberships.userId, userId),
        ),
      )
      if (others === 0)
        throw new AccountsError('LAST_OWNER', 'A company needs an owner. Make someone else an owner first.')
    }
    await change(tx)
  })
}
