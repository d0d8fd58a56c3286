import { CALENDAR, type DateRange } from '#contract/date-range.ts'
import type { ExplainedLines, ExplainRow } from '#contract/explain.ts'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import { ignoringClosing, listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { keptTaxOf } from '#server/ledger/settlements/kept-tax.ts'
import { settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { explainedRows } from './facts/explained-rows.ts'
import { countsInLine, ledgerJournalRow } from './facts/ledger-journal-rows.ts'
import { readSettlementRows } from './facts/settlement-rows.ts'

interface AskedLines {
  account: string
  settlementId: string
  /** As the statement shows them. */
  lines: readonly PnlLine[]
  kinds: readonly ExplainRow['kind'][]
  /** All rows where it is absent; empty for those that name none. */
  marketplace?: string
  /** Rows of both kinds where it is absent. */
  isTaxKept?: boolean
  /** All days where it is absent. */
  period?: DateRange
  limit: number
  offset: number
}

/** Lines of a settlement's file, and what was derived from them, in the settlement's own currency. Throws SETTLEMENT_UNKNOWN. */
export async function settlementLines(
  services: Services,
  asked: Company,
  {
    account,
    settlementId,
    lines,
    kinds,
    marketplace,
    isTaxKept,
    period = CALENDAR,
    limit,
    offset,
  }: AskedLines,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> {
  // As settlements are added up, whichever months are closed.
  const company = ignoringClosing(asked)
  const [settlements, accounts, { advertised, advertisedSince }] = await Promise.all([
    settlementReconciliation(services, company),
    listSellerAccounts(services.accounts, company),
    moneyOf(services, company),
  ])
  const settlement = settlements.find((one) => one.settlementId === settlementId && one.account === account)
  const accountId = accounts.find(({ name }) => name === account)?.id
  if (!settlement || accountId === undefined) throw new AppError('SETTLEMENT_UNKNOWN')
  const scope = {
    accountId,
    settlementId,
    from: period.start,
    to: period.end,
    lines: [...lines],
    ledgerLines: ledgerLinesOf(lines),
    kinds: [...kinds],
    marketplace: marketplace ?? null,
    isTaxKept: isTaxKept ?? null,
    currency: settlement.currency,
    useBilledAdvertising: false,
    advertised,
    advertisedSince,
    closedAdvertised: [],
    closedAdvertisedSince: [],
    ...visibilityOf(company),
    ...keptTaxOf(isTaxKept === undefined ? [] : lines),
  }
  const options = { signal }
  const page = { limit, offset }
  const { rowCount, rows } = await readSettlementRows(services.analytics, company, scope, page, options)
  const journalled = rows.map((row) => ledgerJournalRow(row, countsInLine))
  return {
    rowCount,
    rows: await explainedRows(services, company, settlement.currency, journalled, signal),
  }
}
