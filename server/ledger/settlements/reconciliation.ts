import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import { childrenOf, isPnlLine, lineDefinition } from '#contract/profit-and-loss-lines.ts'
import { DERIVED_KINDS, type PayoutBridge } from '#contract/reconciliation.ts'
import { listSellerAccounts, liveVersions, type Company } from '#server/accounts/index.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import { holdingsOf } from './settlement-holdings.ts'
import { ledgerOfSettlements, settlementRowsKey } from './settlement-ledger.ts'
import { settlementResult, settlementSums } from './settlement-sources.ts'

/** A line beside profit. */
export const isMemo = (line: string): boolean => isPnlLine(line) && lineDefinition(line).parent === 'memo'
const sumOf = <Row extends { total: string }>(rows: readonly Row[], of = ({ total }: Row) => total): bigint =>
  rows.reduce((sum, row) => sum + parseDecimal(of(row)), ZERO)

/**
 * Every settlement that counts: what it states, what its rows add up to, and where the statement shows it, which is
 * the statement as it is asked for without further wishes. The money of the file alone is compared; VAT and costs are derived from it and add nothing.
 */
export const settlementReconciliation = perVersion(
  async (services, company): Promise<ReconcileRow[]> => {
    const { analytics, accounts } = services
    const live = await liveVersions(accounts, company)
    const [sums, ledger, names] = await Promise.all([
      holdingsOf(analytics, company.id, live).then((holdings) =>
        settlementSums(analytics, company.id, { live, holdings }),
      ),
      ledgerOfSettlements(services, company),
      listSellerAccounts(accounts, company),
    ])
    return sums
      .filter((row) => row.isActive)
      .map((row) => {
        const lines = (ledger.get(settlementRowsKey(row)) ?? []).filter(({ kind }) => kind === 'AMOUNT')
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
  },
  ({ length }) => length,
)

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
  const held =
    (await ledgerOfSettlements(services, company)).get(settlementRowsKey({ accountId, settlementId })) ?? []
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
