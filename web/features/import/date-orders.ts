import type { SlashedDateOrder } from '#contract/cost-mapping.ts'

/** How dates with slashes are written. */
export const DATE_ORDERS: readonly { value: SlashedDateOrder; label: string }[] = [
  { value: 'DMY', label: 'Day/month/year' },
  { value: 'MDY', label: 'Month/day/year' },
]
