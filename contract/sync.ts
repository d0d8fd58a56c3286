/** What is fetched from Amazon, for those who run an installation and for those who ask for it. */
import { z } from 'zod'
import { CompanyId, text } from './fields.ts'

/** Input of `amazon.retrySync`: without a source, all that was given up. */
export const RetrySync = z.object({ companyId: CompanyId, source: text(50).optional() })

/** Input of `operator.syncTasks`: without a company, of all of them. */
export const SyncTasksInput = z.object({
  companyId: CompanyId.optional(),
  limit: z.number().int().min(1).max(500).default(50),
})

/** A task that has failed, and is tried again or was given up. */
export interface TroubledSyncTask {
  id: number
  companyId: string
  companyName: string
  source: string
  place: string
  firstDay: string
  lastDay: string
  state: string
  attempts: number
  problem: string
  /** When it is tried again; null where it was given up. */
  nextAt: string | null
}

/** Answer of `operator.syncTasks`. */
export interface SyncTasks {
  /** How many tasks are in which state. */
  counts: Record<string, number>
  /** The newest first. */
  troubled: TroubledSyncTask[]
}
