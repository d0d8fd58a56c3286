/** How dates with slashes are written. */
export const DATE_ORDERS = [
  { value: 'DMY', label: 'Day/month/year' },
  { value: 'MDY', label: 'Month/day/year' },
] as const
export type SlashedDateOrder = (typeof DATE_ORDERS)[number]['value']
