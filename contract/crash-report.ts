import { z } from 'zod'

/** What a browser tells of a crash. It says where the program failed, and nothing of the data it worked on. */
export const CrashReport = z.object({
  name: z.string().max(200),
  causeName: z.string().max(200).optional(),
  /** Without its message. */
  stack: z.string().max(10_000),
  browserPathname: z.string().max(500),
  clientCompanyId: z.string().max(100).nullable(),
  /** Random, made once per browser: whoever asks for help names it, and the reports are found. */
  reconciliationId: z.string().max(64),
})
export type CrashReport = z.infer<typeof CrashReport>
