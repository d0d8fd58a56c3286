/** Where an import stands. Without schemas, so that a browser can ask without loading them. */
export const IMPORT_STATUSES = [
  'QUEUED',
  'RUNNING',
  'NEEDS_ANSWER',
  'PUBLISHED',
  'ALREADY_KNOWN',
  /** An archive whose files became imports of their own. */
  'UNPACKED',
  'REFUSED',
  'FAILED',
  'CANCELLED',
  'UNDONE',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Statuses that still change by themselves. */
export const isUnderWay = (status: ImportStatus): boolean => status === 'QUEUED' || status === 'RUNNING'

/** Ends after which nothing of a file counts, so that its row in the list can go. */
export const DISMISSIBLE_STATUSES = ['ALREADY_KNOWN', 'REFUSED', 'FAILED', 'CANCELLED'] as const
