import { liveVersions, type Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import type { Services } from './services.ts'

/** Rows of a fact table that count: those of imports in use (`live`: their attempts), without refused ones. */
export const LIVE_FACTS = sql`company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)}`

export const liveAttempts = async (
  { accounts }: Pick<Services, 'accounts'>,
  company: Company,
): Promise<number[]> => liveVersions(accounts, company)
