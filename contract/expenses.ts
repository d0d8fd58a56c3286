/** How often the amount of an expense comes (OPEX-1). */
export const EXPENSE_FREQUENCIES = [
  'ONE_TIME',
  'DAILY',
  'WEEKDAYS',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'ANNUALLY',
] as const
