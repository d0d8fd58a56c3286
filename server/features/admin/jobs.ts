import { JobsInput } from '#contract/admin-inputs.ts'
import { JOB_STATES, type Job } from '#contract/admin.ts'
import { listImportsOfAll } from '#server/accounts/index.ts'
import { adminProcedure } from '#server/trpc.ts'

/** Imports of all companies. What waits for a person waits here too, because nobody else may be looking. */
export const getJobs = adminProcedure
  .input(JobsInput)
  .query(async ({ ctx, input: { state, ...page } }): Promise<{ jobs: Job[]; total: number }> => {
    const { imports, total } = await listImportsOfAll(ctx.services.accounts, {
      statuses: JOB_STATES[state],
      ...page,
    })
    return {
      total,
      jobs: imports.map((row) => ({
        id: row.id,
        companyId: row.companyId,
        companyName: row.companyName,
        fileName: row.fileName,
        fileBytes: row.fileBytes,
        reportType: row.reportType,
        status: row.status,
        phase: typeof row.progress?.['phase'] === 'string' ? row.progress['phase'] : null,
        problem: row.problem && { code: row.problem.code, text: row.problem.text },
        createdAt: row.createdAt.toISOString(),
        startedAt: row.startedAt?.toISOString() ?? null,
        finishedAt: row.finishedAt?.toISOString() ?? null,
      })),
    }
  })
