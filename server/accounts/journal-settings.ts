import { and, eq } from 'drizzle-orm'
import type { BookSettings } from '#contract/journals.ts'
import type { Accounts } from './open.ts'
import { journalSettings } from './schema.ts'

type Settings = typeof journalSettings.$inferSelect

/** What a company has said of its books; undefined where it has said nothing. */
export async function journalSettingsOf(
  { db }: Accounts,
  company: { id: string },
): Promise<Settings | undefined> {
  const [row] = await db.select().from(journalSettings).where(eq(journalSettings.companyId, company.id))
  return row
}

/** Takes the place of the settings of a revision, 0 where there are none; undefined where others stand there by now. */
export async function saveJournalSettings(
  { db }: Accounts,
  company: { id: string },
  { revision, settings, actor, at }: { revision: number; settings: BookSettings; actor: string; at: Date },
): Promise<Settings | undefined> {
  const written = { revision: revision + 1, settings, changedAt: at, changedBy: actor }
  const [row] =
    revision === 0
      ? await db
          .insert(journalSettings)
          .values({ companyId: company.id, ...written })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(journalSettings)
          .set(written)
          .where(and(eq(journalSettings.companyId, company.id), eq(journalSettings.revision, revision)))
          .returning()
  return row
}
