import { and, asc, between, count, eq } from 'drizzle-orm'
import type { Accounts } from './open.ts'
import { chartAnnotations, companies, weeklyNotes } from './schema.ts'

interface Company {
  id: string
}

type WeeklyNote = Omit<typeof weeklyNotes.$inferSelect, 'companyId'>

/** Of weeks that begin in a range of days, the first of them first. */
export const listWeeklyNotes = (
  { db }: Accounts,
  { id }: Company,
  { start, end }: { start: string; end: string },
): Promise<WeeklyNote[]> =>
  db
    .select({
      week: weeklyNotes.week,
      text: weeklyNotes.text,
      updatedAt: weeklyNotes.updatedAt,
      updatedBy: weeklyNotes.updatedBy,
    })
    .from(weeklyNotes)
    .where(and(eq(weeklyNotes.companyId, id), between(weeklyNotes.week, start, end)))
    .orderBy(asc(weeklyNotes.week))

/**
 * Takes the place of the note that was last changed at `known`, null where there was none; an empty text deletes it. False
 * where another note stands there by now.
 */
export async function saveWeeklyNote(
  { db }: Accounts,
  { id: companyId }: Company,
  { known, week, ...note }: WeeklyNote & { known: Date | null },
): Promise<boolean> {
  const asKnown = and(
    eq(weeklyNotes.companyId, companyId),
    eq(weeklyNotes.week, week),
    known === null ? undefined : eq(weeklyNotes.updatedAt, known),
  )
  const there = { week: weeklyNotes.week }
  if (known === null) {
    if (note.text === '') return (await db.select(there).from(weeklyNotes).where(asKnown)).length === 0
    const made = await db
      .insert(weeklyNotes)
      .values({ companyId, week, ...note })
      .onConflictDoNothing()
      .returning(there)
    return made.length > 0
  }
  const changed =
    note.text === ''
      ? await db.delete(weeklyNotes).where(asKnown).returning(there)
      : await db.update(weeklyNotes).set(note).where(asKnown).returning(there)
  return changed.length > 0
}

type Annotation = Omit<typeof chartAnnotations.$inferSelect, 'companyId'>

/** By their days. */
export const listAnnotations = ({ db }: Accounts, { id }: Company): Promise<Annotation[]> =>
  db
    .select({
      id: chartAnnotations.id,
      day: chartAnnotations.day,
      text: chartAnnotations.text,
      createdAt: chartAnnotations.createdAt,
      createdBy: chartAnnotations.createdBy,
    })
    .from(chartAnnotations)
    .where(eq(chartAnnotations.companyId, id))
    .orderBy(asc(chartAnnotations.day), asc(chartAnnotations.createdAt))

/** Undefined where the company has as many as it may. */
export const addAnnotation = (
  { db }: Accounts,
  { id: companyId }: Company,
  annotation: Omit<Annotation, 'id'>,
  max: number,
): Promise<Annotation | undefined> =>
  db.transaction(async (tx) => {
    // One after the other, so that their number is what it is.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
    const [held] = await tx
      .select({ held: count() })
      .from(chartAnnotations)
      .where(eq(chartAnnotations.companyId, companyId))
    if (held!.held >= max) return undefined
    const [made] = await tx
      .insert(chartAnnotations)
      .values({ companyId, ...annotation })
      .returning()
    return made
  })

/** One that is gone already needs nothing. */
export async function removeAnnotation(
  { db }: Accounts,
  { id: companyId }: Company,
  id: string,
): Promise<void> {
  await db
    .delete(chartAnnotations)
    .where(and(eq(chartAnnotations.companyId, companyId), eq(chartAnnotations.id, id)))
}
