import type { SkipToken, UseQueryResult } from '@tanstack/react-query'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { PnlBasis, PnlInput, PnlRow, PnlScope } from '#contract/profit-and-loss.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import type { pnlDashboard } from './pnl-view.ts'

/** What tells the statement of transactions and the statement of orders apart. */
export interface StatementBasis {
  id: PnlBasis
  dashboard: typeof pnlDashboard
  /** On paper, where no tab says the rest of the title. */
  paperTitle: string
  /** What the numbers are made from: `transaction`. */
  noun: string
  /** Which amounts count, and on which day. */
  text: string
  /** Of an export, before its dates. */
  fileName: string
  /** Why the last days may still change. */
  provisional: string
  /** What days are whose file cannot be there yet. */
  awaited: string
  /** Lines that it does not have. They are shown only where something stands in them all the same. */
  leavesOut: readonly PnlLine[]
  /** Lines of amounts that are expected rather than charged. */
  estimated: readonly PnlLine[]
  useAnswer: (input: PnlInput | SkipToken) => UseQueryResult<PnlRow[], unknown>
  /** Remarks beside the numbers, which do not wait for them. */
  useNotes: (of: NotesQuestion) => FlagNote[]
}

interface NotesQuestion {
  subject: DashboardSubject
  /** What the statement is asked for, once it can be. */
  scope: z.input<typeof PnlScope> | SkipToken
  range: DateRange
  onExplain: (metric: MetricId) => void
}
