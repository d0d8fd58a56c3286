import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { BlockReason } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import type { AccountCompany } from '#contract/user-settings.ts'
import { AccountsError } from './accounts-error.ts'
import { selectCompanies, selectCompanyWithRole, type Company } from './companies.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, invitations, memberships, users } from './schema.ts'

/** Somebody who has signed in: the proof that a token was checked. Only this folder makes one. */
export class User {
  declare readonly id: string
  declare readonly subject: string
  declare readonly email: string | null
  declare readonly isPlatformAdmin: boolean
  /** Makes the type nominal: an object that merely looks like a user is none. */
  declare protected readonly fromAccounts: true

  constructor(fields: { id: string; subject: string; email: string | null; isPlatformAdmin: boolean }) {
    Object.assign(this, fields)
  }
}

/** The same person without what an administrator of the platform may do. */
export const withoutPlatform = ({ id, subject, email }: User): User =>
  new User({ id, subject, email, isPlatformAdmin: false })

const USER_COLUMNS = {
  id: users.id,
  subject: users.subject,
  email: users.email,
  isPlatformAdmin: users.isPlatformAdmin,
}

/** Whom a user pool speaks of. Addresses pass from one person to another; this does not. */
export interface Subject {
  poolId: string
  subject: string
}

/** The user of a token that was checked; whoever comes for the first time is written down. */
export const userOfSubject = (accounts: Accounts, who: Subject): Promise<User> =>
  accounts.reads.read(`user ${who.poolId} ${who.subject}`, () => readUserOfSubject(accounts, who))

async function readUserOfSubject(accounts: Accounts, { poolId, subject }: Subject): Promise<User> {
  const find = () =>
    accounts.db
      .select(USER_COLUMNS)
      .from(users)
      .where(and(eq(users.poolId, poolId), eq(users.subject, subject)))
  const [known] = await find()
  if (known) return new User(known)
  await accounts.db
    .insert(users)
    .values({ poolId, subject })
    .onConflictDoNothing({ target: [users.poolId, users.subject] })
  const [added] = await find()
  return new User(added!)
}

/** Somebody of whom it is known that they have signed in; undefined once they are gone. */
export async function userById({ db }: Accounts, id: string): Promise<User | undefined> {
  const [known] = await db.select(USER_COLUMNS).from(users).where(eq(users.id, id))
  return known && new User(known)
}

/** Keeps the address that the pool has verified as this person's. Whoever had it before has it no longer. */
export async function setUserEmail(accounts: Accounts, user: { id: string }, email: string): Promise<User> {
  const address = email.toLowerCase()
  return accounts.db.transaction(async (tx) => {
    // Of two who prove one address at once, the second waits here for the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`)
    await tx
      .update(users)
      .set({ email: null })
      .where(and(eq(users.email, address), ne(users.id, user.id)))
    const [row] = await tx
      .update(users)
      .set({ email: address })
      .where(eq(users.id, user.id))
      .returning(USER_COLUMNS)
    return new User(row!)
  })
}

/**
 * Brings the stored address of one subject up to what the pool says now: `null` where it says none. Whoever has not
 * been here yet is nobody's business.
 */
export async function followAddress(
  accounts: Accounts,
  { poolId, subject }: Subject,
  email: string | null,
): Promise<void> {
  const isSubject = and(eq(users.poolId, poolId), eq(users.subject, subject))
  const [known] = await accounts.db.select({ id: users.id }).from(users).where(isSubject)
  if (!known) return
  if (email !== null) await setUserEmail(accounts, known, email)
  else await accounts.db.update(users).set({ email: null }).where(isSubject)
}

/** Brings all stored addresses of a pool's subjects up to what the pool says now. */
export async function followAddresses(
  accounts: Accounts,
  poolId: string,
  emails: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await accounts.db
    .select({ subject: users.subject, email: users.email })
    .from(users)
    .where(eq(users.poolId, poolId))
  for (const { subject, email } of stored) {
    const now = emails.get(subject) ?? null
    if (now !== email) await followAddress(accounts, { poolId, subject }, now)
  }
}

/** Makes a subject a platform administrator, or takes that back. False when it has never been here. */
export async function setPlatformAdmin(
  accounts: Accounts,
  { poolId, subject }: Subject,
  isPlatformAdmin: boolean,
): Promise<boolean> {
  const rows = await accounts.db
    .update(users)
    .set({ isPlatformAdmin })
    .where(and(eq(users.poolId, poolId), eq(users.subject, subject)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** A company with what the user is in it. */
export interface Membership {
  company: Company
  role: Role
  /** False for an administrator who looks into a company of others. */
  isMember: boolean
  blockReason: BlockReason | null
}

/** The user's companies by name; a platform administrator's are those of which they are a member, too. */
export async function companiesOf(accounts: Accounts, user: User): Promise<Company[]> {
  const ids = accounts.db
    .select({ id: memberships.companyId })
    .from(memberships)
    .where(eq(memberships.userId, user.id))
  return selectCompanies(accounts.db, inArray(companies.id, ids))
}

/**
 * The company for this user, or nothing when they are no member. Platform administrators look into every company, and
 * change nothing in those that have not made them a member: for that there is the operator, who leaves the same traces.
 */
export const companyFor = (
  accounts: Accounts,
  user: User,
  companyId: string,
): Promise<Membership | undefined> =>
  accounts.reads.read(`company ${user.id} ${user.isPlatformAdmin} ${companyId}`, () =>
    readCompanyFor(accounts, user, companyId),
  )

async function readCompanyFor(
  accounts: Accounts,
  user: User,
  companyId: string,
): Promise<Membership | undefined> {
  const found = await selectCompanyWithRole(accounts.db, user, companyId)
  const role = found?.role ?? (user.isPlatformAdmin ? 'VIEWER' : null)
  if (!found || !role) return undefined
  return { company: found.company, role, isMember: found.role !== null, blockReason: found.blockReason }
}

/** Makes somebody a member who was none; a member stays what they are. */
export async function addMember(
  accounts: Accounts,
  company: { id: string },
  user: User,
  role: Role,
): Promise<void> {
  await accounts.db
    .insert(memberships)
    .values({ companyId: company.id, userId: user.id, role })
    .onConflictDoNothing()
}

/**
 * Joins every company whose invitation to this address is still open. Each invitation is accepted once, however often
 * this runs at the same time.
 */
export async function joinPendingInvitations(
  accounts: Accounts,
  user: User,
  now: Date,
): Promise<{ companyId: string; role: Role }[]> {
  const { email } = user
  if (email === null) return []
  return accounts.db.transaction(async (tx) => {
    const accepted = await tx
      .update(invitations)
      .set({ status: 'ACCEPTED' })
      .where(
        and(
          eq(invitations.email, email),
          eq(invitations.status, 'PENDING'),
          gt(invitations.expiresAt, sql`${now.toISOString()}::timestamptz`),
        ),
      )
      .returning({ companyId: invitations.companyId, role: invitations.role })
    if (accepted.length > 0)
      await tx
        .insert(memberships)
        .values(accepted.map((invitation) => ({ ...invitation, userId: user.id })))
        .onConflictDoNothing()
    return accepted
  })
}

/** The companies of a user, and what becomes of each when the user leaves the product; by name. */
export async function accountCompanies({ db }: { db: Tx }, user: User): Promise<AccountCompany[]> {
  const rows = await db
    .select({
      id: companies.id,
      name: companies.name,
      others: sql<number>`(select count(*)::int from ${memberships} o
        where o.company_id = ${companies.id} and o.user_id <> ${user.id})`,
      otherOwners: sql<number>`(select count(*)::int from ${memberships} o
        where o.company_id = ${companies.id} and o.user_id <> ${user.id} and o.role = 'OWNER')`,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(memberships.userId, user.id))
    .orderBy(asc(companies.name))
  return rows.map(({ id, name, others, otherOwners }) => ({
    id,
    name,
    fate: others === 0 ? 'DELETED' : otherOwners === 0 ? 'IN_THE_WAY' : 'LEFT',
  }))
}

/**
 * Forgets a user with all memberships and personal details. Refused while a company would be left to people none of whom
 * may manage it; companies that nobody else is in are the caller's to delete first.
 */
export async function deleteUser(accounts: Accounts, user: User): Promise<void> {
  await accounts.db.transaction(async (tx) => {
    // Against another owner of the same company who leaves at the same moment.
    const ids = tx
      .select({ id: memberships.companyId })
      .from(memberships)
      .where(eq(memberships.userId, user.id))
    await tx
      .select({ id: companies.id })
      .from(companies)
      .where(inArray(companies.id, ids))
      .orderBy(asc(companies.id))
      .for('update')
    const left = (await accountCompanies({ db: tx }, user)).filter(({ fate }) => fate !== 'LEFT')
    if (left.length > 0) throw soleOwner(left)
    await tx.delete(users).where(eq(users.id, user.id))
  })
}

export const soleOwner = (companies: readonly { name: string }[]): AccountsError =>
  new AccountsError(
    'SOLE_OWNER',
    `You are the only owner of ${companies.map(({ name }) => name).join(', ')}. Make somebody else an owner, or delete the company, and then delete your account.`,
  )
