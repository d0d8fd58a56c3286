import { setTimeout as sleep } from 'node:timers/promises'
import { FACT_TABLES } from '#amazon/index.ts'
import {
  companiesWithDeadVersions,
  forgetDeadVersions,
  getCompany,
  type Company,
} from '#server/accounts/index.ts'
import { AnalyticsError, type Analytics } from '#server/analytics/index.ts'
import { liesElsewhere, ON_EVERY_SHARD } from './company-shard.ts'
import { JOURNALS, queryIdPrefix } from './journal.ts'
import type { Services } from './services.ts'

/** Rows go within moments, unless the disk has no room for the parts that are written without them. */
const GONE_MS_MAX = 20_000
/** The engine would let the statement wait for as long as that takes. */
const ASYNCHRONOUS = { lightweight_deletes_sync: 0 }

const OF_A_VERSION = [
  ...[...JOURNALS, 'mapped_lines'].map((table) => ({ table, column: 'version' })),
  ...[...FACT_TABLES, 'settlement_holdings'].map((table) => ({ table, column: 'import_id' })),
]
const COMPANY_TABLES = [...OF_A_VERSION.map(({ table }) => table), 'ledger_mapping']

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
 * out anyway; this gives the space back, and in time the versions can be forgotten. Where the rows do not go in time, or
 * who writes them does not end, the next change of the company tries again. For the holder of the company's lock, before it
 * writes.
 */
export async function sweepDead(
  { analytics, accounts }: Services,
  company: Company,
  { goneMsMax = GONE_MS_MAX } = {},
): Promise<void> {
  const versions = [...company.deadVersions]
  // Where its rows do not lie, none are found, and what is forgotten would count again.
  if (versions.length === 0 || (await liesElsewhere(analytics, company))) return
  // A statement of a dead attempt may still be running on a server that outlived its process; the lock's holder has none.
  if (!(await haveEnded(analytics, company))) return
  const params = { companyId: company.id, versions }
  const holding = async (tables: typeof OF_A_VERSION) => {
    const found = await analytics.rows<{ t: string }>(
      tables
        .map(
          ({ table, column }) =>
            `SELECT '${table}' AS t FROM (SELECT 1 FROM ${table} WHERE company_id = {companyId:String} AND ${column} IN {versions:Array(UInt64)} LIMIT 1)`,
        )
        .join('\nUNION ALL\n'),
      { params },
    )
    return tables.filter(({ table }) => found.some(({ t }) => t === table))
  }
  const left = await holding(OF_A_VERSION)
  for (const { table, column } of left) {
    await analytics.command(
      `DELETE FROM {{local ${table}}} WHERE company_id = {companyId:String} AND ${column} IN {versions:Array(UInt64)}`,
      {
        params,
        settings: ASYNCHRONOUS,
        onEveryNode: 'THERE',
      },
    )
  }
  if (left.length > 0 && !(await areGone(async () => (await holding(left)).length > 0, goneMsMax))) return
  await forgetDeadVersions(accounts, company, versions)
}

/** Whether no statement of a company's changes is left. Where the engine is away, so will the next thing say that it is asked. */
async function haveEnded(analytics: Analytics, company: Company): Promise<boolean> {
  try {
    await analytics.cancel(queryIdPrefix(company))
    return true
  } catch (error) {
    if (error instanceof AnalyticsError && error.unanswered) return false
    throw error
  }
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

/** Whether anything of a company is left in the warehouse, on whatever node. */
export const hasCompanyRows = (analytics: Analytics, companyId: string): Promise<boolean> =>
  hasRows(
    analytics,
    COMPANY_TABLES.map((table) => ({ table, condition: OF_COMPANY })),
    { companyId },
  )

/** Removes everything that a company has in the warehouse, on every node. Rejects where it does not go in time. */
export const removeCompanyRows = (analytics: Analytics, companyId: string): Promise<void> =>
  removeEverywhere(
    analytics,
    COMPANY_TABLES.map((table) => ({ table, condition: OF_COMPANY })),
    { companyId },
  )

/** The same for rows that are no company's: asks only the tables that have some. */
export async function removeHeldRows(analytics: Analytics, companyId: string): Promise<void> {
  const rows = COMPANY_TABLES.map((table) => ({ table, condition: OF_COMPANY }))
  const held = await Promise.all(rows.map((one) => hasRows(analytics, [one], { companyId })))
  const left = rows.filter((_, index) => held[index])
  if (left.length > 0) await removeEverywhere(analytics, left, { companyId })
}

/**
 * Removes what versions before this one wrote, wherever it lies. What it was that the words of files were mapped to
 * stays, since that is of no version. Rejects where it does not go in time.
 */
export const removeRowsBefore = (analytics: Analytics, company: Company, version: number): Promise<void> =>
  removeEverywhere(
    analytics,
    OF_A_VERSION.map(({ table, column }) => ({
      table,
      condition: `${OF_COMPANY} AND ${column} < {version:UInt64}`,
    })),
    { companyId: company.id, version },
  )

const OF_COMPANY = 'company_id = {companyId:String}'

interface Rows {
  table: string
  condition: string
}
type Params = Record<string, string | number>

async function removeEverywhere(analytics: Analytics, rows: Rows[], params: Params): Promise<void> {
  for (const { table, condition } of rows) {
    await analytics.command(`DELETE FROM {{local ${table}}} WHERE ${condition}`, {
      params,
      settings: ASYNCHRONOUS,
      onEveryNode: 'ALL',
    })
  }
  if (!(await areGone(() => hasRows(analytics, rows, params), GONE_MS_MAX)))
    throw new Error(
      'The warehouse has taken the order to delete rows and has not carried it out; its disk may be full.',
    )
}

async function hasRows(analytics: Analytics, rows: Rows[], params: Params): Promise<boolean> {
  const found = await analytics.rows(
    rows
      .map(({ table, condition }) => `SELECT * FROM (SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1)`)
      .join('\nUNION ALL\n'),
    { params, settings: ON_EVERY_SHARD },
  )
  return found.length > 0
}
