import { SyncTasksInput, type SyncTasks } from '#contract/sync.ts'
import { syncTaskCounts, troubledSyncTasks } from '#server/accounts/index.ts'
import { operatorProcedure } from '#server/trpc.ts'

/** What is fetched from Amazon and how it goes: of one company, or of all of them. */
export const syncTasks = operatorProcedure
  .input(SyncTasksInput)
  .query(async ({ ctx, input }): Promise<SyncTasks> => {
    const { accounts } = ctx.services
    const troubled = await troubledSyncTasks(accounts, input)
    return {
      counts: await syncTaskCounts(accounts, input.companyId),
      troubled: troubled.map((task) => ({
        id: task.id,
        companyId: task.companyId,
        companyName: task.companyName,
        source: task.source,
        place: task.place,
        firstDay: task.firstDay,
        lastDay: task.lastDay,
        state: task.state,
        attempts: task.attempts,
        problem: task.problem!,
        nextAt: task.endedAt === null ? task.notBefore.toISOString() : null,
      })),
    }
  })
