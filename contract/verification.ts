/** Whether the numbers of a company are what its kept files say: `operator.verify`, `profitAndLoss.getVerification`. */
import { z } from 'zod'
import { DecimalText } from './fields.ts'

/** So many differences are named of one verification; of all of them there is a count. */
export const DIFFERENCES_NAMED_MAX = 100

/** Something that is read by pages and is not what the files say. Amounts are in their own currency. */
const Difference = z.object({
  table: z.string(),
  /** Empty where the table has no days. */
  day: z.string(),
  /** What it is of: a line of the statement, a measure, a settlement, a file. */
  line: z.string(),
  /** The rest of what tells it from others: marketplace, SKU, currency and the like. */
  of: z.string(),
  published: z.object({ amount: DecimalText, rows: z.number() }),
  recomputed: z.object({ amount: DecimalText, rows: z.number() }),
})
export type Difference = z.infer<typeof Difference>

export const VerificationResult = z.object({
  /** Of the company: what was compared is what readers of this version see. */
  version: z.number(),
  /** Files that were read again. */
  files: z.number(),
  /** Rows that were worked out again, and days that differ. */
  tables: z.array(z.object({ table: z.string(), rows: z.number(), daysThatDiffer: z.number() })),
  /** Those that are named. A day of which none is named differs in more than could be looked at. */
  differences: z.array(Difference),
})
export type VerificationResult = z.infer<typeof VerificationResult>

export const agrees = ({ tables }: VerificationResult): boolean =>
  tables.every(({ daysThatDiffer }) => daysThatDiffer === 0)

/** Moments are ISO 8601. */
export const VerificationState = z.object({
  startedAt: z.string(),
  /** Null while it runs, and where it never came to its end. */
  endedAt: z.string().nullable(),
  /** Of the last one that came to its end; null before there was one. */
  result: VerificationResult.nullable(),
  /** Whether that one found every number to be what the files say. */
  agrees: z.boolean().nullable(),
  /** Why the last one came to no result. */
  problem: z.string().nullable(),
  /** When numbers and files agreed last. */
  agreedAt: z.string().nullable(),
  agreedVersion: z.number().nullable(),
})
export type VerificationState = z.infer<typeof VerificationState>
