import { eq } from 'drizzle-orm'
import { inParts } from './in-parts.ts'
import type { Tx } from './open.ts'
import { chartAnnotations, targets, weeklyNotes } from './schema.ts'
import { TARGET_METRIC } from './targets.ts'

/** What a file brings of what people plan for a company and note of it. */
interface BroughtNotes {
  targets: readonly { marketplace: string; month: string; amount: string; currency: string }[]
  weeklyNotes: readonly { week: string; text: string }[]
  annotations: readonly { day: string; text: string }[]
}

/**
 * Adds what is not there: what the company has of a month or a week stays, and so does a mark of the same day and words.
 * False where it would have too many marks. The row of the company is locked by whoever calls.
 */
export async function addCompanyNotes(
  tx: Tx,
  { id: companyId }: { id: string },
  brought: BroughtNotes,
  { at, by, annotationsMax }: { at: Date; by: string; annotationsMax: number },
): Promise<boolean> {
  const written = { updatedAt: at, updatedBy: by }
  for (const rows of inParts(brought.targets))
    await tx
      .insert(targets)
      .values(rows.map((row) => ({ companyId, metric: TARGET_METRIC, ...row, ...written })))
      .onConflictDoNothing()
  for (const rows of inParts(brought.weeklyNotes))
    await tx
      .insert(weeklyNotes)
      .values(rows.map((row) => ({ companyId, ...row, ...written })))
      .onConflictDoNothing()
  if (brought.annotations.length === 0) return true
  const held = await tx
    .select({ day: chartAnnotations.day, text: chartAnnotations.text })
    .from(chartAnnotations)
    .where(eq(chartAnnotations.companyId, companyId))
  const known = new Set(held.map(({ day, text }) => `${day} ${text}`))
  const fresh = brought.annotations.filter(({ day, text }) => !known.has(`${day} ${text}`))
  if (held.length + fresh.length > annotationsMax) return false
  for (const rows of inParts(fresh))
    await tx
      .insert(chartAnnotations)
      .values(rows.map((row) => ({ companyId, ...row, createdAt: at, createdBy: by })))
  return true
}
