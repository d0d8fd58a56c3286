import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import { isPnlLine, lineDefinition } from '#contract/profit-and-loss-lines.ts'
import { listSellerAccounts, liveImports } from '#server/accounts/index.ts'
import { visibilityOf, VISIBLE } from './journal.ts'
import { moneyOf } from './company-money.ts'
import { perVersion } from './per-version.ts'
import { IS_BILLED_COST, SHOWN_LINE } from './shown-line.ts'
import { holdingsOf } from './settlement-holdings.ts'
import { settlementResult, settlementSums } from './settlement-sources.ts'

/**
 * Every settlement that counts: what it states, what its rows add up to, and where the statement shows it, which is
 * the statement as it is asked for without further wishes. The money of the file alone is compared; VAT and costs are derived from it and add nothing.
 */
export const settlementReconciliation = perVersion(async (services, company): Promise<ReconcileRow[]> => {
  const { analytics, accounts } = services
  const live = (await liveImports(accounts, company)).map((row) => row.attemptVersion!)
  const { advertised, advertisedSince } = await moneyOf(services, company)
  const [sums, ledger, names] = await Promise.all([
    holdingsOf(analytics, company.id, live).then((holdings) =>
      settlementSums(analytics, company.id, { live, holdings }),
    ),
    analytics.rows<{
      accountId: string
      settlementId: string
      shownLine: string
      total: string
      totalUnmapped: string
    }>(
      `SELECT account_id AS accountId, settlement_id AS settlementId, ledger.line AS ledger_line, ${IS_BILLED_COST.text} AS is_billed_cost,
         ${SHOWN_LINE.text} AS shownLine, toString(sum(toDecimal128(amount, 9) * n)) AS total, toString(sumIf(toDecimal128(amount, 9) * n, unmapped)) AS totalUnmapped
       FROM ledger WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND kind = 'AMOUNT' AND settlement_id != '' AND feed = 'SETTLEMENT' AND ${VISIBLE.text}
       GROUP BY accountId, settlementId, ledger_line, is_billed_cost`,
      {
        params: {
          companyId: company.id,
          ...visibilityOf(company),
          useBilledAdvertising: false,
          advertised,
          advertisedSince,
        },
      },
    ),
    listSellerAccounts(accounts, company),
  ])
  return (
    sums
      // What no settlement holds yet adds up to nothing that anybody states.
      .filter((row) => row.isActive && row.settlementId !== '')
      .map((row) => {
        const lines = ledger.filter(
          (l) => l.settlementId === row.settlementId && l.accountId === row.accountId,
        )
        const isMemo = (line: string) => isPnlLine(line) && lineDefinition(line).parent === 'memo'
        const total = (
          pick: (l: (typeof lines)[number]) => string,
          keep: (line: string) => boolean = () => true,
        ) => lines.filter((l) => keep(l.shownLine)).reduce((sum, l) => sum + parseDecimal(pick(l)), ZERO)
        const profitAndLoss = total(
          (l) => l.total,
          (line) => !isMemo(line),
        )
        const memo = total((l) => l.total, isMemo)
        return {
          ...settlementResult(row, names),
          account: names.find((account) => account.id === row.accountId)?.name ?? '',
          profitAndLoss: toText(profitAndLoss, 9),
          memo: toText(memo, 9),
          unmapped: toText(
            total((l) => l.totalUnmapped),
            9,
          ),
          rows: Number(row.rows),
          ledgerDifference: toText(parseDecimal(row.sum) - profitAndLoss - memo, 9),
        }
      })
  )
})
