import {
  abandonVersion,
  getCompany,
  liveImports,
  openSeveralVersions,
  openVersion,
  publishRebuild,
  withCompanyLock,
  type Company,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { deriveAfresh } from '#server/ledger/changing/apply-change.ts'
import { leaveShard, liesElsewhere, ON_EVERY_SHARD } from './company-shard.ts'
import { removeRowsBefore, sweepDead } from './dead-rows.ts'
import { mustKeepClosedMonths } from '#server/ledger/closed-months/closed-months-kept.ts'
import { writing } from './journal.ts'
import { checksums, type TableChecksum } from './checksums.ts'
import { readAgain } from '#server/ledger/importing/read-again.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import type { Services } from './services.ts'

export interface RebuildResult {
  imports: number
  /** Tables whose content differs from before; empty is what everybody hopes for. */
  changed: TableChecksum[]
}

/**
 * Makes every table of a company anew from its raw files and settings. Readers see the former tables until the new ones
 * are complete, and where its rows lay on another shard than its own they move there. The history before a rebuild is not kept: it was made by programs that may have read the files otherwise.
 */
export async function rebuildCompany(services: Services, companyId: string): Promise<RebuildResult> {
  const { accounts, analytics } = services
  return withCompanyLock(accounts, companyId, async (signal) => {
    const company = await getCompany(accounts, companyId)
    if (!company) throw new AppError('COMPANY_UNKNOWN')
    const moves = await liesElsewhere(analytics, company)
    const before = await checksums(services, companyId, moves ? ON_EVERY_SHARD : {})
    // Declares dead what an earlier writer left open.
    await abandonVersion(accounts, company, await openVersion(accounts, company), 'made way for a rebuild')
    await sweepDead(services, (await getCompany(accounts, companyId))!)
    const live = await liveImports(accounts, company)
    const versions = await openSeveralVersions(accounts, company, live.length)
    const attempts = new Map<number, number>()
    for (const [index, record] of live.entries()) {
      const attempt = versions[index]!
      await writing({ analytics, company, version: attempt, signal }, (writer) =>
        readAgain(services, writer, record, company),
      )
      attempts.set(record.id, attempt)
    }
    // The journal's version must be the newest, so that it is the only one that counts.
    const [last] = await openSeveralVersions(accounts, company, 1)
    await writing({ analytics, company, version: last!, signal }, (writer) =>
      deriveAfresh(services, writer, {
        live: [...attempts.values()],
        moments: readingMoments(
          live.map((record) => ({ ...record, attemptVersion: attempts.get(record.id)! })),
        ),
        changed: [],
        settings: company,
        changedSettings: [],
      }),
    )
    await mustKeepClosedMonths(services, company, last!)
    if (moves) {
      await leaveShard(services, company)
      await removeRowsBefore(analytics, company, versions[0] ?? last!)
    }
    await publishRebuild(accounts, company, {
      version: last!,
      attempts,
      shard: await analytics.shardOf(company),
    })
    const rebuilt = (await getCompany(accounts, companyId)) as Company
    await sweepDead(services, rebuilt)
    const after = await checksums(services, companyId)
    const was = new Map(before.map((row) => [row.table, row.checksum]))
    return { imports: live.length, changed: after.filter((row) => row.checksum !== was.get(row.table)) }
  })
}
