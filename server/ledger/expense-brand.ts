import { sql } from '#server/analytics/index.ts'

/** SQL of the brand of a row of `expenses`. Empty where it is of no one brand, which files may say as `ALL`, as of marketplaces. */
export const BRAND_OF_EXPENSE = sql`if(brand_name = 'ALL', '', brand_name)`
