import type { Alerts, AlertsInput } from '#contract/all-in-one.ts'
import {
  ALL_IN_ONE_DAYS_AT_FIRST,
  RUNNING_OUT_NAMED,
  RUNS_OUT_DAYS,
} from '#contract/dashboards/all-in-one.ts'
import { addDays, asDates } from '#contract/date-range.ts'
import { isConsentEnding, isConsentOver, listConnections, type Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { uncompared, answerWhole, scopeOfOrders, type Answered } from './answer.ts'
import { valueOf } from './cells.ts'
import { readRunningOut } from './facts/stock-window.ts'
import { rankedProducts } from './ranked-keys.ts'

/** What needs somebody, of the last days that are over. */
export async function alertsOf(
  services: Services,
  company: Company,
  { currencyCode, marketplaces }: AlertsInput,
  signal: AbortSignal | undefined,
): Promise<Alerts> {
  const end = addDays(today(services), -1)
  const period = { start: addDays(end, 1 - ALL_IN_ONE_DAYS_AT_FIRST), end }
  const scope = scopeOfOrders({ currencyCode, marketplaces })
  const question = {
    scope,
    metrics: ['contributionMargin3', 'strandedUnits', 'wastedAdSpend'] as const,
    periods: [uncompared(period)],
  }
  const [answers, ranked, runningOut, connections] = await Promise.all([
    answerWhole(services, company, question, signal),
    rankedProducts(
      services,
      company,
      {
        scope,
        period,
        metric: 'contributionMargin3',
        order: 'ASC',
        listedBy: ['contributionMargin3'],
        limit: 1,
        offset: 0,
      },
      signal,
    ),
    readRunningOut(
      services,
      company,
      { marketplaces: marketplaces ?? [], period, days: RUNS_OUT_DAYS, limit: RUNNING_OUT_NAMED },
      signal,
    ),
    listConnections(services.accounts, company),
  ])
  const [{ now }] = answers as [Answered]
  const isKnown = now.figure('contributionMargin3').value !== null
  return {
    period: asDates(period),
    losingProducts: isKnown ? ranked.belowZero : null,
    unitsWithoutCost: isKnown ? now.flags().unitsWithoutCost : null,
    strandedUnits: valueOf(now.figure('strandedUnits')),
    runningOut,
    spendWithoutOrders: valueOf(now.figure('wastedAdSpend')),
    brokenConnections: connections.filter((one) => isConsentOver(one, services.now())).length,
    endingConnections: connections.filter((one) => isConsentEnding(one, services.now())).length,
  }
}
