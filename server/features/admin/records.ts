import { AuditLogInput, CrashesInput, CrashInput } from '#contract/admin-inputs.ts'
import type { AuditEntry, CrashGroup, CrashOccurrence } from '#contract/admin.ts'
import { crashOccurrences, listAudit, listCrashes } from '#server/accounts/index.ts'
import { adminProcedure } from '#server/trpc.ts'

/** What people and the operator did. The next page begins before the last entry of this one. */
export const getAuditLog = adminProcedure
  .input(AuditLogInput)
  .query(async ({ ctx, input }): Promise<{ entries: AuditEntry[]; hasMore: boolean }> => {
    const { entries, hasMore } = await listAudit(ctx.services.accounts, input)
    return { entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })), hasMore }
  })

/** What browsers have reported, crashes of one kind as one. */
export const getCrashReports = adminProcedure
  .input(CrashesInput)
  .query(async ({ ctx, input }): Promise<{ crashes: CrashGroup[]; total: number }> => {
    const { crashes, total } = await listCrashes(ctx.services.accounts, input)
    return {
      total,
      crashes: crashes.map((crash) => ({
        ...crash,
        firstAt: crash.firstAt.toISOString(),
        lastAt: crash.lastAt.toISOString(),
      })),
    }
  })

/** The newest reports of one kind. */
export const getCrashOccurrences = adminProcedure
  .input(CrashInput)
  .query(async ({ ctx, input }): Promise<CrashOccurrence[]> => {
    const rows = await crashOccurrences(ctx.services.accounts, input.fingerprint)
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  })
