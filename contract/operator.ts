import { z } from 'zod'

/** What `sextant status` says of an installation. Sizes are bytes, moments ISO 8601, ages seconds; null is not known. */
export const InstallationStatus = z.object({
  version: z.string(),
  node: z.string(),
  pid: z.number(),
  uptimeSeconds: z.number(),
  engines: z.object({
    accounts: z.enum(['pglite', 'postgresql']),
    analytics: z.enum(['embedded', 'server']),
    files: z.enum(['directory', 'bucket']),
  }),
  companies: z.number(),
  imports: z.record(z.string(), z.number()),
  queue: z.object({ waiting: z.number(), running: z.number(), oldestSeconds: z.number().nullable() }),
  sizes: z.object({
    accounts: z.number().nullable(),
    analytics: z.number().nullable(),
    files: z.number(),
    rows: z.number().nullable(),
    freeDisk: z.number().nullable(),
  }),
  lastBackup: z.string().nullable(),
  /** Companies by what their last verification said, and the longest ago that one of them agreed. */
  verification: z.object({
    agree: z.number(),
    differ: z.number(),
    notVerified: z.number(),
    oldestAgreement: z.string().nullable(),
  }),
  /** The currency whose newest exchange rate is the oldest. */
  oldestRate: z.object({ currency: z.string(), day: z.string() }).nullable(),
})
export type InstallationStatus = z.infer<typeof InstallationStatus>
