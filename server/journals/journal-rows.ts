import { daysOfMonth } from '#contract/closed-months.ts'
import type { ExplainedLines } from '#contract/explain.ts'
import type { JournalRowsInput } from '#contract/journals.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { settlementLines } from '#server/metrics/settlement-lines.ts'
import type { z } from 'zod'

/** The lines of the settlement's file behind one part of a journal, in the settlement's own currency. */
export const journalRows = (
  services: Services,
  company: Company,
  { month, line, ...of }: z.output<typeof JournalRowsInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> =>
  settlementLines(
    services,
    company,
    { ...of, lines: [line], kinds: ['AMOUNT'], period: daysOfMonth(month) },
    signal,
  )
