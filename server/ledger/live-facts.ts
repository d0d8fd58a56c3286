import { sql } from '#server/analytics/index.ts'

/** Rows of a fact table that count: those of imports in use (`live`: their attempts), without refused ones. */
export const LIVE_FACTS = sql`company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)}`
