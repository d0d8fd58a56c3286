import { FACT_TABLES } from '#amazon/index.ts'
import { DIFFERENCES_NAMED_MAX, agrees, type VerificationResult } from '#contract/verification.ts'
import {
  ignoringClosing,
  beginVerification,
  endVerification,
  getCompany,
  liveImports,
  type Company,
  type ImportLine,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { withRecomputed } from '#server/ledger/recomputation.ts'
import type { Services } from '#server/ledger/services.ts'
import { compareKeptDays } from './kept-days.ts'
import { compareTable, type Compared } from './compare.ts'
import { COMPARED_TABLES } from './compared-tables.ts'

interface Watching {
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number) => void
}

/** Beside what the files take, so much has to be free where the warehouse lies. */
const FREE_BYTES_MIN = 500_000_000

/** A published version and the imports that count in it, which one statement cannot read together. */
async function publishedNow(
  { accounts }: Services,
  companyId: string,
): Promise<{ company: Company; live: ImportLine[] }> {
  for (;;) {
    const company = await getCompany(accounts, companyId)
    if (!company) throw new AppError('COMPANY_UNKNOWN')
    const live = await liveImports(accounts, company)
    const after = await getCompany(accounts, companyId)
    if (after?.publishedVersion === company.publishedVersion)
      return { company: ignoringClosing(company), live }
  }
}

/**
 * Works out everything that a version of a company says from its kept files, compares it with what readers see, and
 * keeps what came of it. Takes no lock that an import waits for: it reads one version, and what is published meanwhile
 * does not concern it. Throws `VERIFICATION_RUNNING`, and `VERIFICATION_OVERTAKEN` where a rebuild took the version away.
 */
export async function verifyCompany(
  services: Services,
  companyId: string,
  { signal, onProgress = () => {} }: Watching = {},
): Promise<VerificationResult> {
  const { accounts } = services
  const result = await accounts.locks.tryHold(`verification of ${companyId}`, async (lost) => {
    const stop = AbortSignal.any([lost, ...(signal ? [signal] : [])])
    const company = { id: companyId }
    if (!(await getCompany(accounts, companyId))) throw new AppError('COMPANY_UNKNOWN')
    await beginVerification(accounts, company, services.now())
    try {
      const found = await verified(services, companyId, stop, onProgress)
      await endVerification(accounts, company, { at: services.now(), result: found })
      return found
    } catch (error) {
      const problem = stop.aborted
        ? 'It was cancelled.'
        : error instanceof AppError
          ? error.message
          : 'Something went wrong; the log of the server says what.'
      await endVerification(accounts, company, { at: services.now(), problem })
      throw error
    }
  })
  if (!result) throw new AppError('VERIFICATION_RUNNING')
  return result
}

async function verified(
  services: Services,
  companyId: string,
  signal: AbortSignal,
  onProgress: NonNullable<Watching['onProgress']>,
): Promise<VerificationResult> {
  const { company, live } = await publishedNow(services, companyId)
  await mustHaveRoom(services, live)
  const total = live.length + 1 + COMPARED_TABLES.length + 1
  let done = 0
  const step = () => onProgress(++done, total)
  return withRecomputed(services, { company, live, signal }, step, async (recomputed) => {
    const attempts = live.map(({ attemptVersion }) => attemptVersion!)
    const kept = await services.analytics.rows<{ id: string }>(
      'SELECT DISTINCT toString(import_id) AS id FROM settlement_holdings WHERE company_id = {companyId:String} AND import_id IN {attempts:Array(UInt64)}',
      { params: { companyId, attempts }, signal },
    )
    const sides = { published: company, recomputed, live: attempts, kept: kept.map(({ id }) => Number(id)) }
    const result: VerificationResult = {
      version: company.publishedVersion,
      files: live.length,
      tables: [],
      differences: [],
    }
    const add = (table: string, { rows, daysThatDiffer, differences }: Compared) => {
      if (rows > 0 || daysThatDiffer > 0) result.tables.push({ table, rows, daysThatDiffer })
      result.differences.push(...differences)
      step()
    }
    const limits = () => ({ namedMax: DIFFERENCES_NAMED_MAX - result.differences.length, signal })
    for (const table of COMPARED_TABLES)
      add(table.name, await compareTable(services.analytics, table, sides, limits()))
    add('kept days', await compareKeptDays(services, company, recomputed, limits()))
    if (!agrees(result)) await mustStillStand(services, company, live)
    return { ...result, differences: result.differences.map((one) => ofFile(one, live)) }
  })
}

/** Lines are counted by file, of which the warehouse knows a number. */
function ofFile(difference: VerificationResult['differences'][number], live: readonly ImportLine[]) {
  if (!(FACT_TABLES as readonly string[]).includes(difference.table)) return difference
  const file = live.find(({ attemptVersion }) => String(attemptVersion) === difference.line)
  return { ...difference, line: file?.fileName ?? difference.line }
}

/** After a rebuild the version is gone, and what was found differs from nothing. */
async function mustStillStand(
  { accounts }: Services,
  { id }: Company,
  live: readonly ImportLine[],
): Promise<void> {
  const now = await getCompany(accounts, id)
  if (!now) throw new AppError('COMPANY_UNKNOWN')
  const attempts = new Map((await liveImports(accounts, now)).map((one) => [one.id, one.attemptVersion]))
  const isElsewhere = ({ id: importId, attemptVersion }: ImportLine) =>
    attempts.has(importId) && attempts.get(importId) !== attemptVersion
  if (live.some(isElsewhere)) throw new AppError('VERIFICATION_OVERTAKEN')
}

/** Its rows stand twice for a while, which take no more than their files. */
async function mustHaveRoom({ analytics }: Services, live: readonly ImportLine[]): Promise<void> {
  const [disk] = await analytics.rows<{ free: string }>(
    'SELECT toString(min(free_space)) AS free FROM system.disks',
  )
  const needed = live.reduce((sum, { fileBytes }) => sum + fileBytes, FREE_BYTES_MIN)
  if (disk && Number(disk.free) < needed) throw new AppError('DISK_FULL')
}
