import type { z } from 'zod'
import { COST_PARTS, type CostPart } from '#contract/dashboards/product-master.ts'
import { addDays } from '#contract/date-range.ts'
import { multiply, parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { CreatedCostInput, type ProposeCostsInput, type ProposedCosts } from '#contract/product-master.ts'
import { countedCosts, type EnteredCost } from '#server/accounts/index.ts'
import { costPeriods, type HeldPeriod } from '#server/ledger/derivation/cost-periods.ts'
import { heldReadings } from '#server/ledger/held-readings.ts'
import type { Services } from '#server/ledger/services.ts'

type Asked = Omit<z.output<typeof ProposeCostsInput>, 'companyId'>

/** What would be saved so that costs change by percent, or are those of another marketplace, from a day on. */
export async function proposeCosts(
  services: Services,
  companyId: string,
  asked: Asked,
): Promise<ProposedCosts> {
  const { company, costs } = await countedCosts(services.accounts, companyId)
  const periods = await costPeriods(services.analytics, company, {
    ...(await heldReadings(services, company)),
    skus: asked.skus,
  })
  return proposed(periods, costs, asked)
}

export function proposed(
  periods: readonly HeldPeriod[],
  entered: readonly Pick<EnteredCost, 'id' | 'revision' | 'sku' | 'marketplace' | 'validFrom'>[],
  { skus, validFrom, change }: Asked,
): ProposedCosts {
  const holding = periods.filter(
    (period) => period.validFrom <= validFrom && (period.validTo === null || period.validTo >= validFrom),
  )
  const heldAt = new Map(holding.map((period) => [keyOf(period), period]))
  const laterStarts = new Map<string, string>()
  for (const period of periods) {
    const earliest = laterStarts.get(keyOf(period))
    if (period.validFrom > validFrom && (earliest === undefined || period.validFrom < earliest))
      laterStarts.set(keyOf(period), period.validFrom)
  }
  const idAt = new Map(entered.map((cost) => [JSON.stringify([keyOf(cost), cost.validFrom]), cost]))
  const answer: ProposedCosts = { changes: { created: [], updated: [] }, rows: [], without: [] }
  const propose = (source: HeldPeriod, marketplace: string | null, factor: bigint) => {
    const key = keyOf({ sku: source.sku, marketplace })
    const held = heldAt.get(key)
    const next = laterStarts.get(key)
    const lastBeforeNext = next === undefined ? null : addDays(next, -1)
    // An end that the next period makes is none of its own.
    const isEndedByNext =
      lastBeforeNext !== null && (source.validTo === null || source.validTo >= lastBeforeNext)
    const cost = CreatedCostInput.parse({
      sku: source.sku,
      marketplace,
      validFrom,
      validTo: isEndedByNext ? null : source.validTo,
      currency: source.currency,
      ...Object.fromEntries(
        COST_PARTS.map((part) => {
          const amount = source[part]
          return [part, amount === null ? null : toText(multiply(parseDecimal(amount), factor), 9)]
        }),
      ),
    })
    const standing = idAt.get(JSON.stringify([key, validFrom]))
    if (standing) answer.changes.updated.push({ ...cost, id: standing.id, revision: standing.revision })
    else answer.changes.created.push(cost)
    answer.rows.push({
      sku: source.sku,
      marketplace: marketplace ?? '',
      before: held ? { landed: landedOf(held), currency: held.currency } : null,
      after: { landed: landedOf(cost), currency: cost.currency },
      validTo: isEndedByNext ? lastBeforeNext : source.validTo,
    })
  }
  for (const sku of new Set(skus)) {
    const sources = holding.filter(
      (period) => period.sku === sku && (change.kind === 'PERCENT' || period.marketplace === change.from),
    )
    if (sources.length === 0) answer.without.push(sku)
    for (const source of sources)
      if (change.kind === 'PERCENT')
        propose(source, source.marketplace, parseDecimal('1') + parseDecimal(change.percent) / 100n)
      else
        for (const place of new Set(change.to))
          if (place !== source.marketplace) propose(source, place, parseDecimal('1'))
  }
  return answer
}

const keyOf = ({ sku, marketplace }: Pick<HeldPeriod, 'sku' | 'marketplace'>): string =>
  JSON.stringify([sku, marketplace ?? ''])

const landedOf = (cost: Readonly<Record<CostPart, string | null>>): string =>
  toText(
    COST_PARTS.filter((part) => part !== 'fbmShipping').reduce(
      (sum, part) => sum + parseDecimal(cost[part] ?? '0'),
      ZERO,
    ),
    9,
  )
