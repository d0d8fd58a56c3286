/** Apart from what pages need: they load no schemas. */
import { z } from 'zod'
import {
  AUDIT_SUBJECTS,
  BLOCK_REASONS,
  COMPANY_ORDERS,
  COMPANY_STATES,
  MAINTENANCE_NOTE_CHARS_MAX,
} from './admin.ts'
import { LICENCES } from './licences.ts'
import { CompanyId, Id, Moment, Offset, text } from './fields.ts'

export const PAGE_ROWS_MAX = 200
const SEARCH_CHARS_MAX = 150

const search = text(SEARCH_CHARS_MAX).trim().default('')
const page = {
  limit: z.number().int().min(1).max(PAGE_ROWS_MAX).default(100),
  /** So many rows come before. */
  cursor: Offset.default(0),
}

export const AdminCompaniesInput = z.object({
  search,
  state: z.enum(COMPANY_STATES).default('ALL'),
  sort: z.enum(COMPANY_ORDERS).default('NAME'),
  isDescending: z.boolean().default(false),
  ...page,
})
export type AdminCompaniesInput = z.infer<typeof AdminCompaniesInput>

export const BlockInput = z.object({ companyId: CompanyId, reason: z.enum(BLOCK_REASONS) })
export const LicenceInput = z.object({
  companyId: CompanyId,
  licence: z.enum(LICENCES),
  isOn: z.boolean(),
})

export const MaintenanceInput = z.object({
  isOn: z.boolean(),
  note: text(MAINTENANCE_NOTE_CHARS_MAX, `Keep the note below ${MAINTENANCE_NOTE_CHARS_MAX} characters.`)
    .trim()
    .optional(),
})

export const JobsInput = z.object({
  state: z.enum(['UNFINISHED', 'FAILED', 'ALL']).default('ALL'),
  search,
  ...page,
})
export type JobsInput = z.infer<typeof JobsInput>

export const AuditLogInput = z.object({
  /** A name, or an id. */
  company: search,
  /** An address, an id, or `operator`. */
  person: search,
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  /** Moments; the second is no longer in it. */
  from: Moment.optional(),
  to: Moment.optional(),
  /** Only older entries than this one. */
  cursor: z.number().int().positive().optional(),
  limit: page.limit,
})
export type AuditLogInput = z.infer<typeof AuditLogInput>

export const CrashesInput = z.object({
  /** A reconciliation id: whoever asks for help names theirs. Empty for all. */
  reconciliationId: search,
  ...page,
})
export type CrashesInput = z.infer<typeof CrashesInput>

export const CrashInput = z.object({ fingerprint: Id })
