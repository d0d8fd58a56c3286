import { daysOfMonth } from '#contract/closed-months.ts'
import type { ExplainedLines } from '#contract/explain.ts'
import type { JournalRowsInput } from '#contract/journals.ts'
import { ignoringClosing, listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { explainedRows } from '#server/metrics/facts/explained-rows.ts'
import { countsInLine, ledgerJournalRow } from '#server/metrics/facts/ledger-journal-rows.ts'
import { settlementRowCount, settlementRows } from '#server/metrics/facts/settlement-rows.ts'
import type { z } from 'zod'

/** The lines of the settlement's file behind one part of a journal, in the settlement's own currency. */
export async function journalRows(
  services: Services,
  asked: Company,
  { account, settlementId, month, line, marketplace, limit, offset }: z.output<typeof JournalRowsInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> {
  // As the journal itself is made, whichever months are closed.
  const company = ignoringClosing(asked)
  const [settlements, accounts, { advertised, advertisedSince }] = await Promise.all([
    settlementReconciliation(services, company),
    listSellerAccounts(services.accounts, company),
    moneyOf(services, company),
  ])
  const settlement = settlements.find((one) => one.settlementId === settlementId && one.account === account)
  const accountId = accounts.find(({ name }) => name === account)?.id
  if (!settlement || accountId === undefined) throw new AppError('SETTLEMENT_UNKNOWN')
  const { start: from, end: to } = daysOfMonth(month)
  const scope = {
    accountId,
    settlementId,
    from,
    to,
    line,
    ledgerLines: ledgerLinesOf([line]),
    marketplace,
    useBilledAdvertising: false,
    advertised,
    advertisedSince,
    closedAdvertised: [],
    closedAdvertisedSince: [],
    ...visibilityOf(company),
  }
  const options = signal ? { signal } : {}
  const [[counted], rows] = await Promise.all([
    services.analytics.run(settlementRowCount, company, scope, options),
    services.analytics.run(settlementRows, company, { ...scope, limit, offset }, options),
  ])
  const journalled = rows.map((row) => ledgerJournalRow(row, countsInLine))
  return {
    rowCount: counted?.rowCount ?? 0,
    rows: await explainedRows(services, company, settlement.currency, journalled, signal),
  }
}
