import type { MetricId } from './metrics.ts'

/** Declared metrics whose measures no fact has yet, or whose rule is not built. A test holds this list against what is there. */
export const AWAITED: readonly MetricId[] = [
  'projectedMonthSales',
  'forecastMonthSales',
  'salesShare',
  'topOfSearchImpressions',
  'impressionsWithShare',
  'topOfSearchImpressionShare',
  'wastedAdSpend',
  'campaignBudget',
  'budgetUtilisation',
  'activeCampaigns',
  'lostUnits',
  'lostSales',
  'lostContribution',
  'inventoryTurnover',
  'packageVolume',
  'searchVolumeSubscore',
  'absolutePerformanceSubscore',
  'sharePerformanceSubscore',
  'searchQueryRelevanceScore',
  'operatingExpenses',
  'opexShare',
  'growth',
  'contributionToChange',
  'advanceDurationDays',
  'advanceAprApprox',
  'coverage',
  'unmappedAmount',
  'netProceeds',
  'reconciliationDifference',
  'estimatedFeeShare',
]

/** Whether a number can be there at all: it is then explained down to the lines of its files too. */
export const isAnswered = (id: MetricId): boolean => !AWAITED.includes(id)
