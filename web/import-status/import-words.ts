import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  PackageOpen,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import type { ImportStatus } from '#contract/import-status.ts'
import type { ImportPhase } from '#contract/imports.ts'

interface StatusWords {
  word: string
  icon: LucideIcon
  tone: 'positive' | 'negative' | 'warning' | 'neutral'
  /** What the status means for the numbers. */
  meaning: string
}

export const STATUS: Record<ImportStatus, StatusWords> = {
  QUEUED: { word: 'Waiting', icon: CircleDashed, tone: 'neutral', meaning: 'Waiting for earlier files.' },
  RUNNING: { word: 'Reading', icon: CircleDashed, tone: 'neutral', meaning: 'Is being read.' },
  NEEDS_ANSWER: {
    word: 'Needs an answer',
    icon: CircleHelp,
    tone: 'warning',
    meaning: 'Waits for an answer.',
  },
  PUBLISHED: { word: 'In use', icon: CircleCheck, tone: 'positive', meaning: 'Its rows are counted.' },
  ALREADY_KNOWN: {
    word: 'Already known',
    icon: CircleCheck,
    tone: 'neutral',
    meaning: 'Earlier files contain all its rows. Nothing changed.',
  },
  UNPACKED: {
    word: 'Unpacked',
    icon: PackageOpen,
    tone: 'neutral',
    meaning: 'Each file in the archive is a separate import.',
  },
  REFUSED: { word: 'Refused', icon: CircleAlert, tone: 'negative', meaning: 'None of its rows count.' },
  FAILED: { word: 'Failed', icon: CircleAlert, tone: 'negative', meaning: 'None of its rows count.' },
  CANCELLED: { word: 'Cancelled', icon: CircleSlash, tone: 'neutral', meaning: 'None of its rows count.' },
  UNDONE: { word: 'Undone', icon: Undo2, tone: 'neutral', meaning: 'Its rows no longer count.' },
}

export const PHASE: Record<ImportPhase, string> = {
  READING: 'Reading its rows',
  LEDGER: 'Building the ledger',
  PUBLISHING: 'Publishing',
}
