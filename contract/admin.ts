import { IMPORT_STATUSES, type ImportStatus } from './import-status.ts'
import type { Licence } from './licences.ts'

/** Why the people of a company are shut out. */
export const BLOCK_REASONS = ['ADMIN_BLOCKED', 'LICENSE_EXPIRED'] as const
export type BlockReason = (typeof BLOCK_REASONS)[number]

export const COMPANY_ORDERS = ['NAME', 'CREATED', 'MEMBERS', 'ORIGINAL_BYTES', 'LAST_IMPORT'] as const
export type CompanyOrder = (typeof COMPANY_ORDERS)[number]
export const COMPANY_STATES = ['ALL', 'OPEN', 'BLOCKED'] as const
export type CompanyState = (typeof COMPANY_STATES)[number]

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

/** Whether the people of a company are shut out, and why. */
export interface BlockStatus {
  blocked: boolean
  reason: BlockReason | null
}

export const MAINTENANCE_NOTE_CHARS_MAX = 500

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
  'connection',
  'demo',
  'identity',
  'import',
  'installation',
  'maintenance',
  'securityCheck',
  'team',
  'user',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
/** `import.undo`: whom or what an event is about, and what it was. */
export type AuditAction = `${AuditSubject}.${string}`

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

export interface CrashOccurrence {
  id: number
  at: string
  browserPathname: string
  clientCompanyId: string | null
  reconciliationId: string
}
