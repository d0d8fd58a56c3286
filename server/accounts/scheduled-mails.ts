import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { MAIL_KINDS, type MailKind, type ScheduledMail } from '#contract/scheduled-mails.ts'
import type { Accounts } from './open.ts'
import type { Subject } from './users.ts'
import { companies, memberships, scheduledMails, users } from './schema.ts'

/** Which mail of which member. */
export interface MailPlace {
  companyId: string
  userId: string
  kind: MailKind
}

const at = ({ companyId, userId, kind }: MailPlace) =>
  and(
    eq(scheduledMails.companyId, companyId),
    eq(scheduledMails.userId, userId),
    eq(scheduledMails.kind, kind),
  )

export const scheduledMailsOf = (
  { db }: Accounts,
  company: { id: string },
  user: { id: string },
): Promise<ScheduledMail[]> =>
  db
    .select({
      kind: scheduledMails.kind,
      currencyCode: scheduledMails.currencyCode,
      timeZone: scheduledMails.timeZone,
      files: scheduledMails.files,
    })
    .from(scheduledMails)
    .where(and(eq(scheduledMails.companyId, company.id), eq(scheduledMails.userId, user.id)))
    .orderBy(asc(scheduledMails.kind))

/** False where nobody of this name is a member. */
export const switchMailOn = (
  { db }: Accounts,
  { companyId, userId, kind }: MailPlace,
  mail: Omit<ScheduledMail, 'kind'> & { sentFor: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [member] = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
      .for('share')
    if (!member) return false
    const { currencyCode, timeZone, files } = mail
    await tx
      .insert(scheduledMails)
      .values({ companyId, userId, kind, ...mail })
      .onConflictDoUpdate({
        target: [scheduledMails.companyId, scheduledMails.userId, scheduledMails.kind],
        set: { currencyCode, timeZone, files },
      })
    return true
  })

/** False where it was off. */
export async function switchMailOff({ db }: Accounts, place: MailPlace): Promise<boolean> {
  const gone = await db.delete(scheduledMails).where(at(place)).returning({ kind: scheduledMails.kind })
  return gone.length > 0
}

/** Ends all mails of somebody who may sign in no more. */
export async function switchMailsOff({ db }: Accounts, { poolId, subject }: Subject): Promise<void> {
  const theirs = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.poolId, poolId), eq(users.subject, subject)))
  await db.delete(scheduledMails).where(inArray(scheduledMails.userId, theirs))
}

export interface WaitingMail extends MailPlace, ScheduledMail {
  email: string
  sentFor: string
  failingSince: Date | null
}

interface Waiting {
  /** For which days the last mail of a kind was sent. */
  sentBefore: Record<MailKind, string>
  /** When the last try failed. */
  failedBefore: Date
  company?: { id: string }
}

/** Mails that may have to be sent, of companies that are not blocked, to people whose address is known. */
export async function waitingMails(
  { db }: Accounts,
  { sentBefore, failedBefore, company }: Waiting,
): Promise<WaitingMail[]> {
  const rows = await db
    .select({
      companyId: scheduledMails.companyId,
      userId: scheduledMails.userId,
      kind: scheduledMails.kind,
      currencyCode: scheduledMails.currencyCode,
      timeZone: scheduledMails.timeZone,
      files: scheduledMails.files,
      sentFor: scheduledMails.sentFor,
      failingSince: scheduledMails.failingSince,
      email: users.email,
    })
    .from(scheduledMails)
    .innerJoin(users, eq(users.id, scheduledMails.userId))
    .innerJoin(companies, eq(companies.id, scheduledMails.companyId))
    .where(
      and(
        or(
          ...MAIL_KINDS.map((kind) =>
            and(eq(scheduledMails.kind, kind), lt(scheduledMails.sentFor, sentBefore[kind])),
          ),
        ),
        or(isNull(scheduledMails.failedAt), lt(scheduledMails.failedAt, failedBefore)),
        isNull(companies.blockReason),
        company && eq(scheduledMails.companyId, company.id),
      ),
    )
    .orderBy(asc(scheduledMails.companyId), asc(scheduledMails.userId), asc(scheduledMails.kind))
  return rows.flatMap(({ email, ...mail }) => (email === null ? [] : [{ ...mail, email }]))
}

/** Takes a mail of a day, so that nobody else sends it; false where somebody was quicker, or it was switched off. */
export async function takeMail(
  { db }: Accounts,
  place: MailPlace,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const taken = await db
    .update(scheduledMails)
    .set({ sentFor: to, failedAt: null })
    .where(and(at(place), eq(scheduledMails.sentFor, from)))
    .returning({ kind: scheduledMails.kind })
  return taken.length > 0
}

/** Whether a mail that was taken for a day is still to be sent: it may have taken minutes to make. */
export async function isMailStillDue({ db }: Accounts, place: MailPlace, day: string): Promise<boolean> {
  const due = await db
    .select({ kind: scheduledMails.kind })
    .from(scheduledMails)
    .innerJoin(companies, eq(companies.id, scheduledMails.companyId))
    .where(and(at(place), eq(scheduledMails.sentFor, day), isNull(companies.blockReason)))
  return due.length > 0
}

/** It was not sent, and is tried again later. */
export async function giveMailBack(
  { db }: Accounts,
  place: MailPlace,
  {
    from,
    to,
    failedAt,
    failingSince = failedAt,
  }: { from: string; to: string; failedAt: Date; failingSince?: Date | undefined },
): Promise<void> {
  await db
    .update(scheduledMails)
    .set({ sentFor: to, failedAt, failingSince })
    .where(and(at(place), eq(scheduledMails.sentFor, from)))
}
