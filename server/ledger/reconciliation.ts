import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import { childrenOf, isPnlLine, lineDefinition } from '#contract/profit-and-loss-lines.ts'
import { DERIVED_KINDS, type DerivedKind, type PayoutBridge } from '#contract/reconciliation.ts'
import { ignoringClosing, listSellerAccounts, liveVersions, type Company } from '#server/accounts/index.ts'
import { visibilityOf, PUBLISHED } from './journal.ts'
import { moneyOf } from './company-money.ts'
import { perVersion } from './per-version.ts'
import type { Services } from './services.ts'
import { IS_BILLED_COST, SHOWN_LINE } from './shown-line.ts'
import { holdingsOf } from './settlement-holdings.ts'
import { settlementResult, settlementSums } from './settlement-sources.ts'

/** What the ledger holds of each settlement, by the line that it is shown in and what it was made from. */
const ledgerOfSettlements = perVersion(async (services, asked) => {
  // Settlements are compared with all that their files say, whichever months are closed.
  const company = ignoringClosing(asked)
  const { advertised, advertisedSince } = await moneyOf(services, company)
  return services.analytics.rows<{
    accountId: string
    settlementId: string
    shownLine: string
    kind: 'AMOUNT' | 'COUNT' | DerivedKind
    money: string
    total: string
    totalUnmapped: string
  }>(
    `SELECT account_id AS accountId, settlement_id AS settlementId, ledger.line AS ledger_line, ${IS_BILLED_COST.text} AS is_billed_cost,
       ${SHOWN_LINE.text} AS shownLine, kind, toString(currency) AS money, toString(sum(toDecimal128(amount, 9) * n)) AS total,
       toString(sumIf(toDecimal128(amount, 9) * n, unmapped)) AS totalUnmapped
     FROM ledger WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND (kind != 'COUNT' OR ledger.line = 'unitsWithoutCost') AND settlement_id != '' AND feed = 'SETTLEMENT' AND ${PUBLISHED.text}
     GROUP BY accountId, settlementId, ledger_line, is_billed_cost, kind, money`,
    {
      params: {
        companyId: company.id,
        ...visibilityOf(company),
        useBilledAdvertising: false,
        advertised,
        advertisedSince,
        closedAdvertised: [],
        closedAdvertisedSince: [],
      },
    },
  )
})

const isMemo = (line: string): boolean => isPnlLine(line) && lineDefinition(line).parent === 'memo'
const sumOf = <Row extends { total: string }>(rows: readonly Row[], of = ({ total }: Row) => total): bigint =>
  rows.reduce((sum, row) => sum + parseDecimal(of(row)), ZERO)

/**
 * Every settlement that counts: what it states, what its rows add up to, and where the statement shows it, which is
 * the statement as it is asked for without further wishes. The money of the file alone is compared; VAT and costs are derived from it and add nothing.
 */
export const settlementReconciliation = perVersion(async (services, company): Promise<ReconcileRow[]> => {
  const { analytics, accounts } = services
  const live = await liveVersions(accounts, company)
  const [sums, ledger, names] = await Promise.all([
    holdingsOf(analytics, company.id, live).then((holdings) =>
      settlementSums(analytics, company.id, { live, holdings }),
    ),
    ledgerOfSettlements(services, company),
    listSellerAccounts(accounts, company),
  ])
  const stated = ledger.filter(({ kind }) => kind === 'AMOUNT')
  return (
    sums
      // What no settlement holds yet adds up to nothing that anybody states.
      .filter((row) => row.isActive && row.settlementId !== '')
      .map((row) => {
        const lines = stated.filter(
          (line) => line.settlementId === row.settlementId && line.accountId === row.accountId,
        )
        const profitAndLoss = sumOf(lines.filter(({ shownLine }) => !isMemo(shownLine)))
        const memo = sumOf(lines.filter(({ shownLine }) => isMemo(shownLine)))
        return {
          ...settlementResult(row, names),
          account: names.find((account) => account.id === row.accountId)?.name ?? '',
          profitAndLoss: toText(profitAndLoss, 9),
          memo: toText(memo, 9),
          unmapped: toText(
            sumOf(lines, ({ totalUnmapped }) => totalUnmapped),
            9,
          ),
          rows: Number(row.rows),
          ledgerDifference: toText(parseDecimal(row.sum) - profitAndLoss - memo, 9),
        }
      })
  )
})

/** From what a settlement earned to what its lines add up to: the payout, where it is complete. Undefined where no such settlement counts. */
export async function payoutBridge(
  services: Services,
  company: Company,
  { account, settlementId }: { account: string; settlementId: string },
): Promise<PayoutBridge | undefined> {
  const settlements = await settlementReconciliation(services, company)
  const settlement = settlements.find((row) => row.settlementId === settlementId && row.account === account)
  if (!settlement) return undefined
  const { currency } = settlement
  const names = await listSellerAccounts(services.accounts, company)
  const accountId = names.find(({ name }) => name === account)?.id ?? ''
  const held = (await ledgerOfSettlements(services, company)).filter(
    (row) => row.settlementId === settlementId && row.accountId === accountId,
  )
  const all = held.filter(({ kind }) => kind !== 'COUNT')
  const isDerived = ({ kind }: (typeof all)[number]) => kind !== 'AMOUNT'
  const lines = all.filter((row) => row.money === currency || !isDerived(row))
  const inProfit = lines.filter(({ shownLine }) => !isMemo(shownLine))
  const memo = lines.filter((row) => isMemo(row.shownLine) && !isDerived(row))
  const takenBack = DERIVED_KINDS.map((kind) => ({
    kind,
    amount: -sumOf(inProfit.filter((row) => row.kind === kind)),
  }))
  const besideProfit = childrenOf('memo').map((line) => ({
    kind: 'MEMO' as const,
    line,
    amount: sumOf(memo.filter(({ shownLine }) => shownLine === line)),
  }))
  const elsewhere = all.filter((row) => isDerived(row) && row.money !== currency && !isMemo(row.shownLine))
  const currencies = [...new Set(elsewhere.map(({ money }) => money))].toSorted()
  return {
    currency,
    startDate: settlement.startDate,
    endDate: settlement.endDate,
    netProfit: toText(sumOf(inProfit), 9),
    unitsWithoutCost: toText(sumOf(held.filter(({ kind }) => kind === 'COUNT'))),
    steps: [...takenBack, ...besideProfit]
      .filter(({ amount }) => amount !== ZERO)
      .map((step) => ({ ...step, amount: toText(step.amount, 9) })),
    sum: toText(sumOf(lines.filter((row) => !isDerived(row))), 9),
    deposit: settlement.total,
    otherCurrencies: currencies.map((other) => ({
      currency: other,
      amount: toText(sumOf(elsewhere.filter(({ money }) => money === other)), 9),
    })),
  }
}
