import type { CostPeriod, StatedCostPeriod, ProductCosts } from '#contract/product-master.ts'
import {
  addressesOf,
  countedCosts,
  filesOfAttempts,
  liveRequests,
  type Company,
} from '#server/accounts/index.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import { costPeriods } from '#server/ledger/derivation/cost-periods.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { convertedAt } from './list.ts'

/** What a unit of a product has cost and will, also in another currency at the rate of today. */
export async function productCosts(
  services: Services,
  company: Company,
  { sku, currencyCode }: { sku: string; currencyCode: string },
  options: { isPast: boolean },
): Promise<ProductCosts> {
  const found = await costsOfProducts(services, company, [sku], options)
  const now = today(services)
  const factor = await factorsOn(services, company, {
    to: currencyCode,
    currencies: found.map(({ currency }) => currency),
    day: now,
  })
  return {
    today: now,
    periods: found.map((period): CostPeriod => ({
      ...period,
      converted: convertedAt(period.landed, factor(period.currency)),
    })),
  }
}

/**
 * What a unit of each product has cost and will, as the ledger reckons with it: what was entered, and what files say. `isPast` of a
 * company as it was: what was entered is what its file says, and nothing of it can be changed.
 */
export async function costsOfProducts(
  { accounts, analytics }: Services,
  asked: Company,
  skus: readonly string[],
  { isPast }: { isPast: boolean },
): Promise<StatedCostPeriod[]> {
  const { company, costs, counted } = isPast
    ? { company: asked, costs: [], counted: undefined }
    : await countedCosts(accounts, asked.id)
  const imports = await liveRequests(accounts, company)
  const found = await costPeriods(analytics, company, {
    live: imports.map(({ attemptVersion }) => attemptVersion!),
    ...readingMoments(imports),
    skus: [...skus],
  })
  const [addresses, files] = await Promise.all([
    addressesOf(accounts, [...new Set(costs.map(({ changedBy }) => changedBy))]),
    filesOfAttempts(accounts, company, [...new Set(found.map(({ attempt }) => attempt))]),
  ])
  return found.map(({ attempt, lineNumber, marketplace, ...period }) => {
    const entered = attempt === counted?.attemptVersion ? costs[lineNumber - 1] : undefined
    const file = files.get(attempt)
    return {
      ...period,
      marketplace: marketplace ?? '',
      id: entered?.id ?? `${attempt}-${lineNumber}`,
      entered: entered
        ? {
            revision: entered.revision,
            validTo: entered.validTo,
            changedAt: entered.changedAt.toISOString(),
            changedBy: addresses.get(entered.changedBy) ?? entered.changedBy,
          }
        : null,
      file: entered || !file ? null : { importId: file.id, fileName: file.fileName, lineNumber },
    }
  })
}
