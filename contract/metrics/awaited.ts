import type { MetricId } from './metrics.ts'

/**
 * What answers say of their rows, days, months and settlements, beside the numbers that these are told of. None of it is a number
 * of a period and a scope, so none of it is asked for or explained by itself.
 */
export const SAID_OF_ANSWERS: readonly MetricId[] = [
  // Of a row, against the other rows of its table or against the comparison.
  'salesShare',
  'growth',
  'contributionToChange',
  // Of days, beside every number.
  'coverage',
  // Of a calendar month that is not over, whatever range is asked.
  'projectedMonthSales',
  'forecastMonthSales',
  // Of a settlement, which is of no one period. Its page lists the lines.
  'reconciliationDifference',
]

/** Declared metrics whose measures no fact has yet, or whose rule is not built. A test holds this list against what is there. */
export const AWAITED: readonly MetricId[] = [
  // Each product has a price and a margin of its own, and the whole is no product of sums.
  'lostSales',
  'lostContribution',
  'inventoryTurnover',
  'packageVolume',
  // A score compares a query with a list of queries, and nothing asks by query.
  'searchVolumeSubscore',
  'absolutePerformanceSubscore',
  'sharePerformanceSubscore',
  'searchQueryRelevanceScore',
  // They are of an advance that somebody enters.
  'advanceDurationDays',
  'advanceAprApprox',
]

/** Whether a number can be there at all: it is then explained down to the lines of its files too. */
export const isAnswered = (id: MetricId): boolean => !AWAITED.includes(id) && !SAID_OF_ANSWERS.includes(id)
