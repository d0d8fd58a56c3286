import { parseDecimal } from '#contract/decimal.ts'
import type { Payout } from '#contract/bank-matching.ts'
import { settlementKey } from '#contract/reconciliation.ts'
import { listSellerAccounts, liveVersions, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { statedDays } from '#server/ledger/derivation/local-days.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'
import { z } from 'zod'

export interface SettledPayout extends Payout {
  account: string
  settlementId: string
}

const deposits = defineQuery({
  name: 'settlement_deposits',
  params: z.object({ live: z.array(z.number()) }),
  row: z.object({ accountId: z.string(), settlementId: z.string(), moment: z.string() }),
  sql: sql`
    SELECT account_id AS accountId, toString(settlement_id) AS settlementId, toString(max(assumeNotNull(deposit_at))) AS moment
    FROM settlements WHERE ${LIVE_FACTS} AND isNotNull(deposit_at)
    GROUP BY accountId, settlementId`,
})

/** By account and settlement. */
const depositsOf = perVersion(
  async ({ accounts, analytics }, company) =>
    analytics.run(deposits, company, { live: await liveVersions(accounts, company) }),
  ({ length }) => length,
)

/** What Amazon says it paid out, settlement by settlement; without a day of its deposit a payout is of the last day. */
export async function payoutsOf(services: Services, company: Company): Promise<SettledPayout[]> {
  const [settlements, names, moments] = await Promise.all([
    settlementReconciliation(services, company),
    listSellerAccounts(services.accounts, company),
    depositsOf(services, company),
  ])
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const depositOf = new Map(
    moments.map(({ accountId, settlementId, moment }) => [
      settlementKey({ account: nameOf.get(accountId) ?? '', settlementId }),
      { accountId, start: moment, end: moment },
    ]),
  )
  return settlements.flatMap(({ account, settlementId, currency, total, endDate }) => {
    const key = settlementKey({ account, settlementId })
    const deposit = depositOf.get(key)
    const day = deposit ? statedDays({ ...deposit, currency }, names).end : endDate
    // What the seller owes Amazon is no payout.
    return total === null || day === null || parseDecimal(total) <= 0n
      ? []
      : [{ key, account, settlementId, currency, amount: total, day, settledOn: endDate ?? day }]
  })
}
