import { daysOfMonth } from '#contract/closed-months.ts'
import type { ExplainedLines } from '#contract/explain.ts'
import type { JournalRowsInput } from '#contract/journals.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { bookedAt } from '#server/ledger/settlements/settlement-ledger.ts'
import { settlementLines } from '#server/metrics/settlement-lines.ts'
import type { z } from 'zod'

/** The lines of the settlement's file behind one part of a journal, in the settlement's own currency. */
export async function journalRows(
  services: Services,
  company: Company,
  { month, line, ...of }: z.output<typeof JournalRowsInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> {
  const period = daysOfMonth(month)
  const accounts = await listSellerAccounts(services.accounts, company)
  const accountId = accounts.find(({ name }) => name === of.account)?.id ?? ''
  const booked = { accountId, settlementId: of.settlementId, month }
  const state = (await bookedAt(services, company, booked)) ?? company
  return settlementLines(services, state, { ...of, lines: [line], kinds: ['AMOUNT'], period }, signal)
}
