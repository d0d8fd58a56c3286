/**
 * Which shard of a cluster has a company's rows follows from the cluster's definition. Where that is changed, they lie where
 * nobody looks any more, until the company is rebuilt.
 */
import { setShard, type Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from './services.ts'

/** While a company is moved: a place that no definition names. */
const NOWHERE = 0

/** For statements that look for rows wherever they may lie. */
export const ON_EVERY_SHARD = { optimize_skip_unused_shards: 0 }

/** Whether a company's rows are where the cluster's definition does not look for them. */
export async function liesElsewhere(analytics: Analytics, company: Company): Promise<boolean> {
  if (company.shard === null) return false
  const shard = await analytics.shardOf(company)
  return shard !== undefined && shard !== company.shard
}

/** For whoever writes a company; where its first rows go is kept. */
export async function mustLieHere({ accounts, analytics }: Services, company: Company): Promise<void> {
  if (await liesElsewhere(analytics, company)) throw new AppError('COMPANY_ELSEWHERE')
  const shard = await analytics.shardOf(company)
  if (shard !== undefined && company.shard === null) await setShard(accounts, company, shard)
}

/** Nobody reads it until it is published at its new place, whatever becomes of the definition meanwhile. */
export const leaveShard = ({ accounts }: Services, company: Company): Promise<void> =>
  setShard(accounts, company, NOWHERE)
