import { z } from 'zod'
import { sql } from '#server/analytics/index.ts'

/*
 * The marketplaces that somebody chose, as a statement is asked with them. None chosen are all, those of rows that name
 * none among them.
 */

export const CHOSEN_MARKETPLACES = { anyMarketplace: z.boolean(), marketplaces: z.array(z.string()) }

export const IN_CHOSEN_MARKETPLACES = sql`({anyMarketplace:Bool} OR marketplace IN {marketplaces:Array(String)})`

export const chosenMarketplaces = (marketplaces: readonly string[] = []) => ({
  anyMarketplace: marketplaces.length === 0,
  marketplaces: [...marketplaces],
})
