import { CALENDAR, later } from '#contract/date-range.ts'
import type { PnlBasis, PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { coveredDays } from './coverage.ts'
import { lineSums, lineSumsOfSkus, type LineSum } from './line-sums.ts'
import { moneyOf, type CompanyMoney } from './company-money.ts'
import { orderDays } from './order-days.ts'
import type { Services } from './services.ts'
import { dayNumber, statementRow, type PnlPlan } from './statement.ts'

type StatementScope = { basis: PnlBasis } & Pick<
  PnlInput,
  'currencyCode' | 'marketplaces' | 'skus' | 'brandNames' | 'useAdjustedAdvertising'
>

/** Runs a plan: one statement for all columns, whatever they are. */
export async function statementRows(
  services: Services,
  company: Company,
  scope: StatementScope,
  plan: PnlPlan,
  signal: AbortSignal | undefined,
): Promise<PnlRow[]> {
  const [sums, covered] = await Promise.all([
    moneyOf(services, company).then((money) => sumsOf(services, company, scope, plan, money, signal)),
    (scope.basis === 'ORDER' ? orderDays : coveredDays)(services, company),
  ])
  return plan.columns.map((column) => statementRow(column, sums, covered, company))
}

function sumsOf(
  { analytics }: Services,
  company: Company,
  scope: StatementScope,
  plan: PnlPlan,
  money: CompanyMoney,
  signal: AbortSignal | undefined,
): Promise<LineSum[]> {
  const params = {
    basis: scope.basis,
    publishedVersion: company.publishedVersion,
    deadVersions: [...company.deadVersions],
    // Nothing lies before the calendar, and the engine has no such days.
    from: later(plan.span.start, CALENDAR.start),
    to: plan.span.end,
    segmentStarts: plan.segmentStarts.map(dayNumber),
    currency: scope.currencyCode,
    marketplaces: scope.marketplaces ?? [],
    useBilledAdvertising: !scope.useAdjustedAdvertising,
    ...money,
  }
  const options = signal ? { signal } : {}
  const products = productsOf(scope)
  return products
    ? analytics.run(lineSumsOfSkus, company, { ...params, skus: products }, options)
    : analytics.run(lineSums, company, params, options)
}

/**
 * SKUs that the filters leave; undefined without a filter. No source names brands yet, so a brand matches nothing.
 */
export function productsOf(scope: {
  skus?: string[] | undefined
  brandNames?: string[] | undefined
}): string[] | undefined {
  if (scope.brandNames?.length) return []
  return scope.skus?.length ? scope.skus : undefined
}
