import { createHash } from 'node:crypto'
import { and, eq, exists, sql } from 'drizzle-orm'
import type {
  FullPostRegistration,
  PersonalDetails,
  UserPersonalDetails,
} from '#contract/post-registration.ts'
import { recordAudit } from './audit.ts'
import { countToday } from './daily-counts.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, companyDetails, memberships, personalDetails } from './schema.ts'
import type { User } from './users.ts'

/** Whether there is nothing left to ask: somebody has told who they are and is a member of a company. */
export async function hasCompletedPostRegistration({ db }: Accounts, user: User): Promise<boolean> {
  const membership = db.select().from(memberships).where(eq(memberships.userId, user.id))
  const found = await db
    .select({ userId: personalDetails.userId })
    .from(personalDetails)
    .where(and(eq(personalDetails.userId, user.id), exists(membership)))
  return found.length > 0
}

/** What somebody has told about themselves, if they have. */
export async function personalDetailsOf(
  { db }: Accounts,
  user: User,
): Promise<UserPersonalDetails | undefined> {
  const [found] = await db
    .select({
      name: personalDetails.name,
      roleInCompany: personalDetails.roleInCompany,
      otherRole: personalDetails.otherRole,
      countryOfResidenceIsoCode: personalDetails.countryOfResidence,
      acceptsMarketingEmails: personalDetails.acceptsMarketingEmails,
    })
    .from(personalDetails)
    .where(eq(personalDetails.userId, user.id))
  return found
}

/** Keeps what somebody tells about themselves in place of what they told before. */
export async function savePersonalDetails(
  { db }: { db: Tx },
  user: User,
  { otherRole = null, ...details }: Omit<PersonalDetails, 'otherRole'> & { otherRole?: string | null },
  now: Date,
): Promise<void> {
  const row = { ...details, otherRole, updatedAt: now }
  await db
    .insert(personalDetails)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: personalDetails.userId, set: row })
}

const COMPANIES_PER_DAY_MAX = 20

/**
 * Makes a company with its answers and the user its owner, all of it or nothing. A draft that somebody sends again as it was,
 * since no answer came, is the company that it has become; with other answers it is another one.
 */
export async function registerCompany(
  { db }: Accounts,
  user: User,
  draft: FullPostRegistration,
  now: Date,
): Promise<string> {
  const {
    registrationId,
    personalDetails: person,
    companyDetails: details,
    companyRole,
    referralDetails,
  } = draft
  const registration =
    registrationId === undefined
      ? null
      : createHash('sha256')
          .update(JSON.stringify([user.id, draft]))
          .digest('base64url')
  return db.transaction(async (tx) => {
    if (registration !== null) {
      // Of two that come at once, the second waits here for the first.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${registration}, 0))`)
      const [known] = await tx
        .select({ companyId: companyDetails.companyId })
        .from(companyDetails)
        .where(eq(companyDetails.registration, registration))
      if (known) return known.companyId
    }
    await countToday(
      tx,
      { kind: 'companies by one person', subject: user.id, max: COMPANIES_PER_DAY_MAX },
      now,
    )
    await savePersonalDetails({ db: tx }, user, person, now)
    const [company] = await tx
      .insert(companies)
      .values({ name: details.name })
      .returning({ id: companies.id })
    const companyId = company!.id
    await tx.insert(memberships).values({ companyId, userId: user.id, role: 'OWNER' })
    const { name: _, otherOtherSellingChannels, otherAmazonMarketplaceName, ...answers } = details
    await tx.insert(companyDetails).values({
      companyId,
      ...answers,
      // Left over from a choice that was taken back, they would say what nobody meant.
      ...(answers.otherSellingChannels.includes('OTHER') && { otherOtherSellingChannels }),
      ...(answers.largestAmazonMarketplace === 'OTHER' && { otherAmazonMarketplaceName }),
      roleInCompany: companyRole.roleInCompany,
      ...(companyRole.roleInCompany === 'OTHER' && { otherRole: companyRole.otherRole }),
      ...referralDetails,
      registration,
    })
    await recordAudit({ db: tx }, { actor: user.id, action: 'company.create', companyId })
    return companyId
  })
}
