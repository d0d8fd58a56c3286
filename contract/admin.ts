import { z } from 'zod'
import { IMPORT_STATUSES, type ImportStatus } from './import-status.ts'
import { LICENCES, type Licence } from './licences.ts'
import { CompanyId } from './profit-and-loss.ts'

/** Why the people of a company are shut out. */
export const BLOCK_REASONS = ['ADMIN_BLOCKED', 'LICENSE_EXPIRED'] as const
export type BlockReason = (typeof BLOCK_REASONS)[number]

const PAGE_ROWS_MAX = 200
const SEARCH_CHARS_MAX = 150
const NOTE_CHARS_MAX = 500

const search = z.string().trim().max(SEARCH_CHARS_MAX).default('')
const page = {
  limit: z.number().int().min(1).max(PAGE_ROWS_MAX).default(100),
  offset: z.number().int().min(0).default(0),
}

export const COMPANY_ORDERS = ['NAME', 'CREATED', 'MEMBERS', 'ORIGINAL_BYTES', 'LAST_IMPORT'] as const
export type CompanyOrder = (typeof COMPANY_ORDERS)[number]
export const COMPANY_STATES = ['ALL', 'OPEN', 'BLOCKED'] as const
export type CompanyState = (typeof COMPANY_STATES)[number]

export const AdminCompaniesInput = z.object({
  search,
  state: z.enum(COMPANY_STATES).default('ALL'),
  sort: z.enum(COMPANY_ORDERS).default('NAME'),
  isDescending: z.boolean().default(false),
  ...page,
})
export type AdminCompaniesInput = z.infer<typeof AdminCompaniesInput>

/** A company as those who run the platform see it. Moments are ISO texts. */
export interface AdminCompany {
  id: string
  name: string
  isDemo: boolean
  createdAt: string
  /** Addresses. */
  owners: string[]
  memberCount: number
  blockReason: BlockReason | null
  blockedAt: string | null
  licences: Licence[]
  /** Null while it has what every company begins with. */
  licencesChangedAt: string | null
  /** Of its raw files, each content once. */
  originalBytes: number
  /** Null where the warehouse could not be asked. */
  warehouseRows: number | null
  lastImportAt: string | null
}

export const BlockInput = z.object({ companyId: CompanyId, reason: z.enum(BLOCK_REASONS) })
export const LicenceInput = z.object({
  companyId: CompanyId,
  licence: z.enum(LICENCES),
  isOn: z.boolean(),
})

/** Whether the people of a company are shut out, and why. */
export interface BlockStatus {
  blocked: boolean
  reason: BlockReason | null
}

export const MaintenanceInput = z.object({
  isOn: z.boolean(),
  note: z.string().trim().max(NOTE_CHARS_MAX, `Keep the note below ${NOTE_CHARS_MAX} characters.`).optional(),
})

/** The switch that closes the installation to everybody but those who run it. */
export interface Maintenance {
  isOn: boolean
  since: string | null
  /** The address of an administrator, or `operator` for the command line. */
  startedBy: string | null
  note: string | null
}

/** Which imports are listed: those that go on or wait, those that ended badly, or all. */
export const JOB_STATES = {
  UNFINISHED: ['RUNNING', 'QUEUED', 'NEEDS_ANSWER'],
  FAILED: ['FAILED', 'REFUSED'],
  ALL: IMPORT_STATUSES,
} as const satisfies Record<string, readonly ImportStatus[]>
export type JobState = keyof typeof JOB_STATES

export const JobsInput = z.object({
  state: z.enum(['UNFINISHED', 'FAILED', 'ALL']).default('ALL'),
  search,
  ...page,
})
export type JobsInput = z.infer<typeof JobsInput>

/** An import of any company. */
export interface Job {
  id: number
  companyId: string
  companyName: string
  fileName: string
  fileBytes: number
  reportType: string | null
  status: ImportStatus
  /** What it is doing while it runs. */
  phase: string | null
  problem: { code: string; text: string } | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** What the first part of an event says: whom or what it is about. */
export const AUDIT_SUBJECTS = [
  'admin',
  'company',
  'demo',
  'identity',
  'import',
  'installation',
  'maintenance',
  'team',
  'user',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AuditLogInput = z.object({
  /** A name, or an id. */
  company: search,
  /** An address, an id, or `operator`. */
  person: search,
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  /** Moments; the second is no longer in it. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Only older entries than this one. */
  before: z.number().int().positive().optional(),
  limit: page.limit,
})
export type AuditLogInput = z.infer<typeof AuditLogInput>

export interface AuditEntry {
  id: number
  at: string
  /** The address of a person, else what the log calls them. */
  actor: string
  action: string
  companyId: string | null
  companyName: string | null
  details: Record<string, unknown> | null
}

export const CrashesInput = z.object({
  /** A reconciliation id: whoever asks for help names theirs. Empty for all. */
  reconciliationId: search,
  ...page,
})
export type CrashesInput = z.infer<typeof CrashesInput>

/** Crashes of one name at one place of the program. */
export interface CrashGroup {
  fingerprint: string
  name: string
  causeName: string | null
  stack: string
  count: number
  /** Browsers that have met it. */
  browserCount: number
  firstAt: string
  lastAt: string
  /** Where it last happened, and to whom. */
  browserPathname: string
  reconciliationId: string
}

export const CrashInput = z.object({ fingerprint: z.string().min(1).max(64) })

export interface CrashOccurrence {
  id: number
  at: string
  browserPathname: string
  clientCompanyId: string | null
  reconciliationId: string
}
