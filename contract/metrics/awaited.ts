import type { MetricId } from './metrics.ts'

/** Declared metrics whose measures no fact has yet, or whose rule is not built. A test holds this list against what is there. */
export const AWAITED: readonly MetricId[] = [
  'projectedMonthSales',
  'forecastMonthSales',
  'salesShare',
  'topOfSearchImpressions',
  'impressionsWithShare',
  'topOfSearchImpressionShare',
  'campaignBudget',
  'budgetUtilisation',
  'historicalDaysOfSupply30',
  'sellThroughRate',
  'inStockRate',
  'outOfStockDays',
  'safetyStockUnits',
  'reorderPoint',
  'reorderQuantity',
  'reorderInDays',
  'stockoutDate',
  'overstockValue',
  'inventoryValueCost',
  'strandedValue',
  'lostUnits',
  'lostSales',
  'lostContribution',
  'inventoryTurnover',
  'landedUnitCost',
  'packageVolume',
  'searchVolumeSubscore',
  'absolutePerformanceSubscore',
  'sharePerformanceSubscore',
  'searchQueryRelevanceScore',
  'growth',
  'contributionToChange',
  'advanceDurationDays',
  'advanceAprApprox',
  'coverage',
  'reconciliationDifference',
]

/** Whether a number can be there at all: it is then explained down to the lines of its files too. */
export const isAnswered = (id: MetricId): boolean => !AWAITED.includes(id)
