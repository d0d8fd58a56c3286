import { and, asc, count, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { SummaryColumnPlace } from '#contract/custom-summary-columns.ts'
import type { SavedViewPage } from '#contract/dashboards/saved-views.ts'
import type { StoredView } from '#contract/saved-views.ts'
import type { Accounts, Tx } from './open.ts'
import { memberships, savedViews } from './schema.ts'

/** Whose views of which page. They belong to a membership and go with it. */
export interface ViewPlace {
  company: { id: string }
  user: { id: string }
  page: SavedViewPage | SummaryColumnPlace
}

const at = ({ company, user, page }: ViewPlace) =>
  and(eq(savedViews.companyId, company.id), eq(savedViews.userId, user.id), eq(savedViews.page, page))

/** Capitals make no other name. */
const isNamed = (name: string) => eq(sql`lower(${savedViews.name})`, sql`lower(${name})`)

async function countOf(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(savedViews).where(where)
  return row!.count
}

/** In the order in which they were saved first. */
export const savedViewsOf = ({ db }: Accounts, place: ViewPlace): Promise<StoredView[]> =>
  db
    .select({ name: savedViews.name, view: savedViews.view })
    .from(savedViews)
    .where(at(place))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.name))

type Saved = 'SAVED' | 'FULL' | 'NO_MEMBER'

/** Of the same name it takes the place of the one before. */
export function saveView(
  accounts: Accounts,
  place: ViewPlace,
  { name, view }: StoredView,
  max: number,
): Promise<Saved> {
  return withPlaceLocked(accounts, place, async (tx) => {
    const replaced = await tx
      .update(savedViews)
      .set({ name, view })
      .where(and(at(place), isNamed(name)))
      .returning({ name: savedViews.name })
    if (replaced.length > 0) return 'SAVED'
    if ((await countOf(tx, at(place))) >= max) return 'FULL'
    await tx
      .insert(savedViews)
      .values({ companyId: place.company.id, userId: place.user.id, page: place.page, name, view })
    return 'SAVED'
  })
}

type Renamed = 'RENAMED' | 'UNKNOWN' | 'TAKEN' | 'NO_MEMBER'

export function renameView(
  accounts: Accounts,
  place: ViewPlace,
  name: string,
  newName: string,
): Promise<Renamed> {
  return withPlaceLocked(accounts, place, async (tx) => {
    const others = and(at(place), isNamed(newName), ne(sql`lower(${savedViews.name})`, sql`lower(${name})`))
    if ((await countOf(tx, others)) > 0) return 'TAKEN'
    const renamed = await tx
      .update(savedViews)
      .set({ name: newName })
      .where(and(at(place), isNamed(name)))
      .returning({ name: savedViews.name })
    return renamed.length > 0 ? 'RENAMED' : 'UNKNOWN'
  })
}

export async function deleteView({ db }: Accounts, place: ViewPlace, name: string): Promise<void> {
  await db.delete(savedViews).where(and(at(place), isNamed(name)))
}

/** One change of somebody's views at a time, so that neither their count nor their names go past what they may be. */
const withPlaceLocked = <T>(
  { db }: Accounts,
  { company, user }: ViewPlace,
  change: (tx: Tx) => Promise<T>,
): Promise<T | 'NO_MEMBER'> =>
  db.transaction(async (tx) => {
    const [member] = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.companyId, company.id), eq(memberships.userId, user.id)))
      .for('update')
    return member ? change(tx) : 'NO_MEMBER'
  })
