import { setTimeout as sleep } from 'node:timers/promises'
import { FACT_TABLES } from '#amazon/index.ts'
import {
  companiesWithDeadVersions,
  forgetDeadVersions,
  getCompany,
  type Company,
} from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { JOURNALS, queryIdPrefix } from './journal.ts'
import type { Services } from './services.ts'

/** Rows go within moments, unless the disk has no room for the parts that are written without them. */
const GONE_MS_MAX = 20_000
/** The engine would let the statement wait for as long as that takes. */
const ASYNCHRONOUS = { lightweight_deletes_sync: 0 }

/** Whether `isLeft` comes to say no. */
async function areGone(isLeft: () => Promise<boolean>, msMax: number): Promise<boolean> {
  const deadline = performance.now() + msMax
  for (let pause = 5; await isLeft(); pause = Math.min(2 * pause, 250)) {
    if (performance.now() > deadline) return false
    await sleep(pause)
  }
  return true
}

/**
 * Clears away what attempts left behind that were never published, or that a rebuild replaced. Readers leave those rows
 * out anyway; this gives the space back, and in time the versions can be forgotten. Where the rows do not go in time, the
 * next change of the company tries again. For the holder of the company's lock, before it writes.
 */
export async function sweepDead(
  { analytics, accounts }: Services,
  company: Company,
  { goneMsMax = GONE_MS_MAX } = {},
): Promise<void> {
  const versions = [...company.deadVersions]
  if (versions.length === 0) return
  // A statement of a dead attempt may still be running on a server that outlived its process; the lock's holder has none.
  await analytics.cancel(queryIdPrefix(company))
  const params = { companyId: company.id, versions }
  const doomed = [
    ...[...JOURNALS, 'mapped_lines'].map((table) => ({ table, column: 'version' })),
    ...[...FACT_TABLES, 'settlement_holdings'].map((table) => ({ table, column: 'import_id' })),
  ]
  const lookFor = () =>
    analytics.rows<{ t: string }>(
      doomed
        .map(
          ({ table, column }) =>
            `SELECT '${table}' AS t FROM (SELECT 1 FROM ${table} WHERE company_id = {companyId:String} AND ${column} IN {versions:Array(UInt64)} LIMIT 1)`,
        )
        .join('\nUNION ALL\n'),
      { params },
    )
  const left = await lookFor()
  for (const { table, column } of doomed.filter(({ table }) => left.some((row) => row.t === table))) {
    await analytics.command(
      `DELETE FROM {{local ${table}}} WHERE company_id = {companyId:String} AND ${column} IN {versions:Array(UInt64)}`,
      {
        params,
        settings: ASYNCHRONOUS,
        onEveryNode: true,
      },
    )
  }
  if (left.length > 0 && !(await areGone(async () => (await lookFor()).length > 0, goneMsMax))) return
  await forgetDeadVersions(accounts, company, versions)
}

/** Does so for all companies that nobody writes at the moment. */
export async function sweepAllDead(services: Services): Promise<void> {
  for (const id of await companiesWithDeadVersions(services.accounts)) {
    await services.accounts.locks.tryHold(id, async () => {
      const company = await getCompany(services.accounts, id)
      if (company) await sweepDead(services, company)
    })
  }
}

const COMPANY_TABLES = [...FACT_TABLES, 'settlement_holdings', ...JOURNALS, 'mapped_lines', 'ledger_mapping']

/** Whether anything of a company is left in the warehouse. */
export async function hasCompanyRows(analytics: Analytics, companyId: string): Promise<boolean> {
  const found = await analytics.rows(
    COMPANY_TABLES.map(
      (table) => `SELECT * FROM (SELECT 1 FROM ${table} WHERE company_id = {companyId:String} LIMIT 1)`,
    ).join('\nUNION ALL\n'),
    { params: { companyId } },
  )
  return found.length > 0
}

/** Removes everything that a company has in the warehouse, on every node. Rejects where it does not go in time. */
export async function removeCompanyRows(analytics: Analytics, companyId: string): Promise<void> {
  for (const table of COMPANY_TABLES) {
    await analytics.command(`DELETE FROM {{local ${table}}} WHERE company_id = {companyId:String}`, {
      params: { companyId },
      settings: ASYNCHRONOUS,
      onEveryNode: true,
    })
  }
  if (!(await areGone(() => hasCompanyRows(analytics, companyId), GONE_MS_MAX)))
    throw new Error(
      'The warehouse has taken the order to delete rows and has not carried it out; its disk may be full.',
    )
}
