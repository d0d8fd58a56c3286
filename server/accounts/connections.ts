import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { Accounts, Tx } from './open.ts'
import { advertisingProfiles, companies, connections, sellerAccounts, syncTasks } from './schema.ts'

/** `refreshToken` is sealed. */
export type Connection = typeof connections.$inferSelect
export type ConnectedProfile = typeof advertisingProfiles.$inferSelect

/** Whether somebody has to consent anew: one whose time is over is as good as broken. */
export const isConsentOver = ({ status, expiresAt }: Connection, now: Date): boolean =>
  status === 'BROKEN' || (expiresAt !== null && expiresAt <= now)

/** From how many days before the end of a consent on somebody is asked to renew it. */
const RENEWAL_DAYS = 30
const DAY_MS = 86_400_000

/** Whether a consent that still holds ends soon. */
export const isConsentEnding = (connection: Connection, now: Date): boolean =>
  !isConsentOver(connection, now) &&
  connection.expiresAt !== null &&
  +now >= +connection.expiresAt - RENEWAL_DAYS * DAY_MS

/** In the order of their places. */
export const listConnections = ({ db }: Accounts, company: { id: string }): Promise<Connection[]> =>
  db
    .select()
    .from(connections)
    .where(eq(connections.companyId, company.id))
    .orderBy(asc(connections.provider), asc(connections.region))

interface Consent {
  region: Region
  /** Seals the token for the connection with this id. */
  sealFor: (connectionId: string) => string
  authorisedAt: Date
  createdBy: string
}

export interface SellerConsent extends Consent {
  sellingPartnerId: string
  storeName: string
  marketplaces: readonly string[]
  /** Sources whose questions name all of them. */
  sourcesOfAll: readonly string[]
  /** Of an account that is made. */
  homeMarketplace: string | undefined
  expiresAt: Date
}

/**
 * Keeps a seller's consent, in place of an earlier one of the same region, and binds it to the account that the seller's
 * rows belong to. Undefined where the region is connected to another seller.
 */
export const saveSellerConnection = (
  { db }: Accounts,
  company: { id: string },
  consent: SellerConsent,
): Promise<Connection | undefined> =>
  db.transaction(async (tx) => {
    const { region, sellingPartnerId } = consent
    const former = await lockPlace(tx, company, 'SELLING_PARTNER', region)
    if (former && former.sellingPartnerId !== sellingPartnerId) return undefined
    if (former) await forgetWhereAdded(tx, former, consent.marketplaces, consent.sourcesOfAll)
    return save(tx, company, 'SELLING_PARTNER', former, consent, {
      sellingPartnerId,
      sellerAccountId: await sellerAccountOf(tx, company, consent),
      marketplaces: [...consent.marketplaces],
      expiresAt: consent.expiresAt,
    })
  })

export type ProfileFields = Omit<ConnectedProfile, 'connectionId' | 'isSelected' | 'isNew'>

/** Keeps a consent to the Advertising API with its profiles. Of those that were known, it stays which are selected. */
export const saveAdvertisingConnection = (
  { db }: Accounts,
  company: { id: string },
  { profiles, ...consent }: Consent & { profiles: readonly ProfileFields[] },
): Promise<Connection> =>
  db.transaction(async (tx) => {
    const former = await lockPlace(tx, company, 'ADVERTISING', consent.region)
    const connection = await save(tx, company, 'ADVERTISING', former, consent, {
      marketplaces: [...new Set(profiles.map(({ marketplace }) => marketplace))].toSorted(),
      expiresAt: null,
    })
    const ids = profiles.map(({ profileId }) => profileId)
    await tx
      .delete(advertisingProfiles)
      .where(
        and(
          eq(advertisingProfiles.connectionId, connection.id),
          notInArray(advertisingProfiles.profileId, ids),
        ),
      )
    await saveProfiles(tx, connection, profiles)
    await dropTasksOfOthers(tx, connection)
    return connection
  })

async function saveProfiles(
  tx: Tx,
  connection: { id: string },
  profiles: readonly ProfileFields[],
): Promise<void> {
  for (const { profileId, ...fields } of profiles)
    await tx
      .insert(advertisingProfiles)
      .values({ connectionId: connection.id, profileId, isNew: true, ...fields })
      .onConflictDoUpdate({
        target: [advertisingProfiles.connectionId, advertisingProfiles.profileId],
        set: fields,
      })
}

/** Adds profiles that a connection has by now, until somebody has chosen unselected. Those that it had stay. */
export const addProfiles = (
  { db }: Accounts,
  connection: Pick<Connection, 'id' | 'marketplaces'>,
  profiles: readonly ProfileFields[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const [held] = await tx.select().from(connections).where(eq(connections.id, connection.id)).for('update')
    if (!held) return
    await saveProfiles(tx, held, profiles)
    const marketplaces = new Set([...held.marketplaces, ...profiles.map(({ marketplace }) => marketplace)])
    await tx
      .update(connections)
      .set({ marketplaces: [...marketplaces].toSorted() })
      .where(eq(connections.id, held.id))
  })

/**
 * Keeps in which marketplaces a seller takes part by now; where Amazon names none, those that it was. What was imported of one that
 * is closed stays.
 * @param sourcesOfAll sources whose questions name all of them
 */
export const setMarketplaces = (
  { db }: Accounts,
  { id }: Pick<Connection, 'id'>,
  marketplaces: readonly string[],
  sourcesOfAll: readonly string[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const [held] = await tx.select().from(connections).where(eq(connections.id, id)).for('update')
    if (!held || marketplaces.length === 0) return
    await forgetWhereAdded(tx, held, marketplaces, sourcesOfAll)
    await tx
      .update(connections)
      .set({ marketplaces: [...marketplaces] })
      .where(eq(connections.id, id))
  })

/**
 * When a marketplace is added, deletes the record of days that were already requested, so that they are requested again including
 * it. The newest task of each source stays: its presence means that this is not a first sync.
 */
async function forgetWhereAdded(
  tx: Tx,
  { id, marketplaces: before }: Connection,
  marketplaces: readonly string[],
  sourcesOfAll: readonly string[],
): Promise<void> {
  if (marketplaces.every((code) => before.includes(code))) return
  const { connectionId, source, attempts, endedAt, lastDay } = syncTasks
  const isOfAll = and(eq(connectionId, id), inArray(source, [...sourcesOfAll]))
  // What is under way was asked for without it; its file is imported all the same. Another attempt, so that a step that is being
  // taken at this moment changes nothing.
  await tx
    .update(syncTasks)
    .set({ state: 'WAITING', reportId: null, importId: null, attempts: sql`${attempts} + 1` })
    .where(and(isOfAll, isNull(endedAt)))
  const newest = tx
    .selectDistinctOn([source], { id: syncTasks.id })
    .from(syncTasks)
    .where(and(isOfAll, isNotNull(endedAt)))
    .orderBy(source, desc(lastDay), desc(syncTasks.id))
  await tx.delete(syncTasks).where(and(isOfAll, isNotNull(endedAt), notInArray(syncTasks.id, newest)))
  await tx
    .update(syncTasks)
    .set({ firstDay: sql`${lastDay}`, reading: FORGOTTEN })
    .where(and(isOfAll, isNotNull(endedAt)))
}

/** The reading of what stands for days that were forgotten; ranges of merged tasks have others. */
const FORGOTTEN = -3

/** Of profiles that are no longer chosen, or no longer there, nothing is fetched any more. Days that have come stay known. */
async function dropTasksOfOthers(tx: Tx, { id }: { id: string }): Promise<void> {
  const selected = tx
    .select({ profileId: advertisingProfiles.profileId })
    .from(advertisingProfiles)
    .where(and(eq(advertisingProfiles.connectionId, id), advertisingProfiles.isSelected))
  await tx
    .delete(syncTasks)
    .where(
      and(
        eq(syncTasks.connectionId, id),
        isNull(syncTasks.endedAt),
        ne(syncTasks.place, ''),
        notInArray(syncTasks.place, selected),
      ),
    )
}

/** The connection of a place, if there is one; nobody else changes connections of the company meanwhile. */
async function lockPlace(
  tx: Tx,
  company: { id: string },
  provider: ConnectionProvider,
  region: Region,
): Promise<Connection | undefined> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, company.id))
    .for('no key update')
  const [found] = await tx
    .select()
    .from(connections)
    .where(placeOf(company, provider, region))
  return found
}

const placeOf = (company: { id: string }, provider: ConnectionProvider, region: Region) =>
  and(
    eq(connections.companyId, company.id),
    eq(connections.provider, provider),
    eq(connections.region, region),
  )

async function save(
  tx: Tx,
  company: { id: string },
  provider: ConnectionProvider,
  former: Connection | undefined,
  { region, sealFor, authorisedAt, createdBy }: Consent,
  fields: Pick<Connection, 'marketplaces' | 'expiresAt'> & Partial<Connection>,
): Promise<Connection> {
  // What was fetched through it hangs on its id.
  const id = former?.id ?? randomUUID()
  const row = {
    ...fields,
    refreshToken: sealFor(id),
    authorisedAt,
    createdBy,
    status: 'ACTIVE' as const,
    brokenReason: null,
    brokenAt: null,
  }
  const [saved] = await tx
    .insert(connections)
    .values({ id, companyId: company.id, provider, region, ...row })
    .onConflictDoUpdate({ target: connections.id, set: row })
    .returning()
  return saved!
}

/**
 * The account that rows of this seller belong to: the one known as theirs; else, of those whose files were handed in before
 * anybody consented, the one of the store's name or the only one of the region; else a new one.
 */
async function sellerAccountOf(
  tx: Tx,
  company: { id: string },
  {
    region,
    sellingPartnerId,
    storeName,
    homeMarketplace,
  }: Pick<SellerConsent, 'region' | 'sellingPartnerId' | 'storeName' | 'homeMarketplace'>,
): Promise<string> {
  const all = await tx.select().from(sellerAccounts).where(eq(sellerAccounts.companyId, company.id))
  const here = all.filter((account) => account.region === region)
  const free = here.filter((account) => account.sellingPartnerId === null)
  const known =
    here.find((account) => account.sellingPartnerId === sellingPartnerId) ??
    free.find(({ name }) => name === storeName) ??
    (free.length === 1 ? free[0] : undefined)
  if (known) {
    await tx.update(sellerAccounts).set({ sellingPartnerId }).where(eq(sellerAccounts.id, known.id))
    return known.id
  }
  const names = new Set(all.map(({ name }) => name))
  // A store has one name in all regions.
  const name = [storeName, `${storeName} (${REGION_WORDS[region]})`].find((one) => !names.has(one))
  const [made] = await tx
    .insert(sellerAccounts)
    .values({
      companyId: company.id,
      name: name ?? `${storeName} (${sellingPartnerId})`,
      region,
      homeMarketplace,
      sellingPartnerId,
    })
    .returning({ id: sellerAccounts.id })
  return made!.id
}

const REGION_WORDS: Record<Region, string> = {
  EUROPE: 'Europe',
  NORTH_AMERICA: 'North America',
  FAR_EAST: 'Far East',
}

/** Forgets a consent, and with it what is still to be fetched. What was imported stays. False where there is none. */
export async function deleteConnection(
  { db }: Accounts,
  company: { id: string },
  provider: ConnectionProvider,
  region: Region,
): Promise<boolean> {
  const deleted = await db
    .delete(connections)
    .where(placeOf(company, provider, region))
    .returning({ id: connections.id })
  return deleted.length > 0
}

/** Keeps that a consent has ended, and why, in words for people. One that was given anew meanwhile stays. */
export async function breakConnection(
  { db }: Accounts,
  { id, authorisedAt }: Pick<Connection, 'id' | 'authorisedAt'>,
  brokenReason: string,
  brokenAt: Date,
): Promise<void> {
  await db
    .update(connections)
    .set({ status: 'BROKEN', brokenReason, brokenAt })
    .where(
      and(
        eq(connections.id, id),
        eq(connections.authorisedAt, authorisedAt),
        eq(connections.status, 'ACTIVE'),
      ),
    )
}

/** The sealed tokens of all companies. */
export const listSealedTokens = ({ db }: Accounts): Promise<Pick<Connection, 'id' | 'refreshToken'>[]> =>
  db.select({ id: connections.id, refreshToken: connections.refreshToken }).from(connections)

/** Puts a token in the place of one that was read before; not where that has changed meanwhile. */
export async function replaceSealedToken(
  { db }: Accounts,
  { id, refreshToken }: Pick<Connection, 'id' | 'refreshToken'>,
  sealed: string,
): Promise<void> {
  await db
    .update(connections)
    .set({ refreshToken: sealed })
    .where(and(eq(connections.id, id), eq(connections.refreshToken, refreshToken)))
}

/** Profiles of the company's connections to the Advertising API, by name. */
export async function listProfiles(
  { db }: Accounts,
  company: { id: string },
): Promise<(ConnectedProfile & { region: Region })[]> {
  const rows = await db
    .select({ profile: advertisingProfiles, region: connections.region })
    .from(advertisingProfiles)
    .innerJoin(connections, eq(connections.id, advertisingProfiles.connectionId))
    .where(eq(connections.companyId, company.id))
    .orderBy(asc(advertisingProfiles.name), asc(advertisingProfiles.profileId))
  return rows.map(({ profile, region }) => ({ ...profile, region }))
}

/**
 * Selects the profiles of a region that have these names, and no others, whose open tasks go. Nothing is changed, and why is said,
 * where one is unknown, or two are of one marketplace: rows of advertising do not say of which profile they are.
 */
export const selectProfiles = (
  { db }: Accounts,
  company: { id: string },
  region: Region,
  names: readonly string[],
): Promise<'UNKNOWN' | 'SAME_MARKETPLACE' | undefined> =>
  db.transaction(async (tx) => {
    const connection = await lockPlace(tx, company, 'ADVERTISING', region)
    if (!connection) return 'UNKNOWN'
    const ofConnection = eq(advertisingProfiles.connectionId, connection.id)
    const known = await tx
      .select({ name: advertisingProfiles.name, marketplace: advertisingProfiles.marketplace })
      .from(advertisingProfiles)
      .where(ofConnection)
    const knownNames = new Set(known.map(({ name }) => name))
    if (!names.every((name) => knownNames.has(name))) return 'UNKNOWN'
    const chosen = known.filter(({ name }) => names.includes(name))
    if (new Set(chosen.map(({ marketplace }) => marketplace)).size < chosen.length) return 'SAME_MARKETPLACE'
    await tx
      .update(advertisingProfiles)
      .set({ isSelected: sql`${advertisingProfiles.name} in ${[...names]}`, isNew: false })
      .where(ofConnection)
    await dropTasksOfOthers(tx, connection)
    return undefined
  })
