/** `audit.listMoments` and `audit.listChanges`: numbers as they were, and what has changed them since. */
import { z } from 'zod'
import { DecimalText, Moment } from './fields.ts'
import { METRIC_UNITS } from './metrics/metric.ts'
import { PNL_LINE_IDS } from './profit-and-loss-lines.ts'
import { ordered, ORDERED, PNL_BASES, PnlScope } from './profit-and-loss.ts'

/** What makes a version of a company's numbers. */
export const CAUSE_KINDS = [
  'IMPORT',
  'UNDO',
  'SETTINGS',
  'PLACED_LINES',
  'EXPENSES',
  'COSTS',
  'PRODUCTS',
  'EDIT',
  'RATES',
  'REBUILD',
] as const
export type CauseKind = (typeof CAUSE_KINDS)[number]

/** A version of a company's numbers: when it was published, and what made it. */
export const Publication = z.object({
  version: z.number(),
  kind: z.enum(CAUSE_KINDS),
  at: z.string(),
  /** Who, where that was written down. */
  by: z.string().nullable(),
  /** Of an import and of its undoing. */
  importId: z.number().nullable(),
  fileName: z.string().nullable(),
  /** The settings that changed. */
  settings: z.array(z.string()),
})
export type Publication = z.infer<typeof Publication>

export const MOMENTS_PAGE = 30
export const MomentsInput = z.object({
  /** Older than this version. */
  cursor: z.int().min(0).optional(),
})
export const Moments = z.object({
  /** The newest first. */
  publications: z.array(Publication),
  hasMore: z.boolean(),
  /** No number can be read as it was before; null where none is kept from anybody. */
  begins: z.string().nullable(),
})
export type Moments = z.infer<typeof Moments>

/** So many publications are told one by one; what came before them is one part. */
export const PUBLICATIONS_TOLD_MAX = 500
/** So many parts of a line are named. */
export const PARTS_MAX = 50

export const ChangesInput = PnlScope.omit({ asOf: true })
  .extend({
    basis: z.enum(PNL_BASES).default('TRANSACTION'),
    /** Then. */
    since: Moment,
  })
  .refine(ordered, ORDERED)
export type ChangesInput = z.infer<typeof ChangesInput>

/**
 * What is no publication by itself. EARLIER: publications before those that are told one by one. CLOSING: what had come
 * already to months that were closed, and are read further now. DAYS: expenses of days that had not come then. RULES: which advertising counts, which part of amounts of no marketplace is the selection's, and which products are of its brands.
 * OTHERS: smaller parts that are not named.
 */
export const OTHER_PARTS = ['EARLIER', 'CLOSING', 'DAYS', 'RATES', 'RULES', 'OTHERS'] as const

export const ChangePart = z.object({
  amount: DecimalText,
  /** The version that made it, of those in `publications`; null where `of` says what it is. */
  version: z.number().nullable(),
  of: z.enum(OTHER_PARTS).nullable(),
  /** How many publications it stands for. */
  count: z.number(),
})
export type ChangePart = z.infer<typeof ChangePart>

export const ChangedLine = z.object({
  line: z.enum(PNL_LINE_IDS),
  label: z.string(),
  unit: z.enum(METRIC_UNITS),
  /** Null where nothing was covered, or a rate was missing; there is no difference then. */
  before: DecimalText.nullable(),
  now: DecimalText.nullable(),
  difference: DecimalText.nullable(),
  /** The largest first; they add up to the difference. Empty where there is none. */
  parts: z.array(ChangePart),
})
export type ChangedLine = z.infer<typeof ChangedLine>

export const ChangesSince = z.object({
  /** Lines that differ, in the order of the statement. */
  lines: z.array(ChangedLine),
  /** What has been published since, as far as a part of a line names it. */
  publications: z.array(Publication),
  /** How many publications there were, and how many of them brought exchange rates alone. */
  publicationCount: z.number(),
  ratesCount: z.number(),
})
export type ChangesSince = z.infer<typeof ChangesSince>
