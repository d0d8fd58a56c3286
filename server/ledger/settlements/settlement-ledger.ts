import { TAXED_LINES } from '#contract/journal-accounts.ts'
import type { DerivedKind } from '#contract/reconciliation.ts'
import { ignoringClosing } from '#server/accounts/index.ts'
import { PUBLISHED, visibilityOf } from '#server/ledger/journal.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { IS_BILLED_COST, SHOWN_LINE } from '#server/ledger/shown-line.ts'
import { IS_TAX_KEPT, keptTaxOf } from './kept-tax.ts'

/** What the ledger holds of a settlement in one month and marketplace: a line as it is shown, and what it was made from. */
export interface SettlementLedgerRow {
  accountId: string
  settlementId: string
  shownLine: string
  /** AMOUNT is what Amazon paid or charged; the others are derived from it. */
  kind: 'AMOUNT' | 'COUNT' | DerivedKind
  money: string
  /** First day of the month, by the local days of its rows. */
  month: string
  /** Empty for what names none. */
  marketplace: string
  /** Amazon collected the tax in it; what the seller owes tax of, or holds none, is apart. */
  isTaxKept: boolean
  total: string
  totalUnmapped: string
  lastDay: string
}

export const settlementRowsKey = ({ accountId, settlementId }: { accountId: string; settlementId: string }) =>
  `${accountId} ${settlementId}`

/** The rows of every settlement, by `settlementRowsKey`: whoever sums a settlement reads it from here. */
export const ledgerOfSettlements = perVersion(
  async (services, asked) => {
    // Settlements are compared with all that their files say, whichever months are closed.
    const company = ignoringClosing(asked)
    const { advertised, advertisedSince } = await moneyOf(services, company)
    const rows = await services.analytics.rows<SettlementLedgerRow>(
      `SELECT account_id AS accountId, settlement_id AS settlementId, ledger.line AS ledger_line, ${IS_BILLED_COST.text} AS is_billed_cost,
         ${SHOWN_LINE.text} AS shownLine, kind, toString(currency) AS money, toString(toStartOfMonth(day)) AS month, toString(ledger.marketplace) AS marketplace,
         ${IS_TAX_KEPT.text} AS isTaxKept,
         toString(sum(toDecimal128(amount, 9) * n)) AS total, toString(sumIf(toDecimal128(amount, 9) * n, unmapped)) AS totalUnmapped,
         toString(max(day)) AS lastDay
       FROM ledger WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND (kind != 'COUNT' OR ledger.line = 'unitsWithoutCost') AND settlement_id != '' AND feed = 'SETTLEMENT' AND ${PUBLISHED.text}
       GROUP BY accountId, settlementId, ledger_line, is_billed_cost, kind, money, month, ledger.marketplace, isTaxKept
       HAVING sum(n) != 0 OR total != '0'`,
      {
        params: {
          companyId: company.id,
          ...visibilityOf(company),
          ...keptTaxOf(TAXED_LINES),
          useBilledAdvertising: false,
          advertised,
          advertisedSince,
          closedAdvertised: [],
          closedAdvertisedSince: [],
        },
      },
    )
    const bySettlement = new Map<string, SettlementLedgerRow[]>()
    for (const row of rows) {
      const key = settlementRowsKey(row)
      const held = bySettlement.get(key)
      if (held) held.push(row)
      else bySettlement.set(key, [row])
    }
    return bySettlement as ReadonlyMap<string, readonly SettlementLedgerRow[]>
  },
  (bySettlement) => [...bySettlement.values()].reduce((count, { length }) => count + length, 0),
)
