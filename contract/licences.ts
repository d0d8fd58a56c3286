/** Parts of the product that the operator of an installation switches per company. Self-hosted, all are on. */
export const LICENCES = ['ORDER_PROFIT_AND_LOSS', 'REAL_TIME', 'AI'] as const
export type Licence = (typeof LICENCES)[number]
