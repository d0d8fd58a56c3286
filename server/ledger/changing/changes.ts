import { isDeepStrictEqual } from 'node:util'
import type { FactTable } from '#amazon/index.ts'
import { SETTINGS_THAT_COUNT } from '#contract/company-settings.ts'
import {
  abandonVersion,
  getCompany,
  getImport,
  liveImports,
  liveRequests,
  liveVersions,
  openVersion,
  publish,
  withCompanyLock,
  type Company,
  type CompanySettings,
  type Import,
  type ImportLine,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { applyChange } from './apply-change.ts'
import { settingsThatCount, Work, type Change } from './work.ts'
import { mustLieHere } from '#server/ledger/company-shard.ts'
import { sweepDead } from '#server/ledger/dead-rows.ts'
import { tablesAmong } from '#server/ledger/held-tables.ts'
import { writing, type JournalWriter } from '#server/ledger/journal.ts'
import { addRateDays, ratesNeeded, writeRates } from '#server/ledger/currencies/rate-sets.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { recount } from './recount.ts'
import type { Services } from '#server/ledger/services.ts'

/** Writes a change under a version of its own; nothing of it remains if it does not come to its end. */
export async function underNewVersion(
  services: Services,
  companyId: string,
  work: (
    writer: JournalWriter,
    company: Company,
  ) => Promise<Omit<Parameters<typeof publish>[1], 'company' | 'version'>>,
): Promise<Company> {
  return withCompanyLock(services.accounts, companyId, (signal) =>
    asWriter(services, companyId, signal, work),
  )
}

/** For the holder of the company's lock. */
async function asWriter(
  services: Services,
  companyId: string,
  signal: AbortSignal,
  work: Parameters<typeof underNewVersion>[2],
): Promise<Company> {
  const company = await getCompany(services.accounts, companyId)
  if (!company) throw new AppError('COMPANY_UNKNOWN')
  await mustLieHere(services, company)
  const version = await openVersion(services.accounts, company)
  const current = (await getCompany(services.accounts, companyId))!
  await sweepDead(services, current)
  try {
    const { analytics } = services
    const publication = await writing({ analytics, company: current, version, signal }, (writer) =>
      work(writer, current),
    )
    return await publish(services.accounts, { company, version, ...publication } as Parameters<
      typeof publish
    >[1])
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'failed'
    // Where that fails too, the company's next writer does it, and what is told is why the change failed.
    await abandonVersion(services.accounts, company, version, reason).catch(() => {})
    throw error
  }
}

/** Takes an import back: what it alone brought goes, and what it had pushed aside counts again. */
export async function undoImport(services: Services, companyId: string, importId: number): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const record = await getImport(services.accounts, company, importId)
    if (!record) throw new AppError('IMPORT_UNKNOWN')
    if (record.status !== 'PUBLISHED') throw new AppError('IMPORT_NOT_LIVE')
    const { entered } = record.requested
    if (entered) throw new AppError(entered === 'COSTS' ? 'COSTS_ENTERED' : 'EXPENSES_ENTERED')
    const imports = await liveRequests(services.accounts, company)
    const moments = readingMoments(imports)
    const before = imports.map((live) => live.attemptVersion!)
    const live = before.filter((attempt) => attempt !== record.attemptVersion)
    const work = new Work(services, writer, {
      live,
      moments,
      changed: [record.attemptVersion!],
      settings: company,
      changedSettings: [],
    })
    await applyChange(work)
    const { others } = await recount(services, writer, {
      before,
      after: live,
      changed: record.attemptVersion!,
      moments,
      touched: await work.touched(),
      tablesOfOthers: await work.tablesOfOthers(),
      holdings: await work.holdings(),
    })
    return { kind: 'UNDO', importId, recounted: others }
  })
}

/** Tables of which the newest reading counts. */
const READ_AGAIN: readonly FactTable[] = [
  'ads_daily',
  'sales_traffic_date',
  'sales_traffic_asin_day',
  'inventory_snapshots',
  'inventory_planning',
  'stranded_inventory',
  'inventory_ledger',
  'fee_estimates',
  'search_query_performance',
]

/**
 * Amazon has made a file once more that is known already: a number was corrected and is again what it was. What was made in
 * between gives way to it. For the holder of the company's lock.
 */
export async function madeAgain(
  services: Services,
  companyId: string,
  { known, madeAt, signal }: { known: Import; madeAt: string; signal: AbortSignal },
): Promise<void> {
  const momentOf = ({ requested }: ImportLine) => requested.madeAt ?? ''
  if (madeAt <= momentOf(known)) return
  const company = (await getCompany(services.accounts, companyId))!
  const imports = await liveImports(services.accounts, company)
  // Where nothing of its days was made in between everything stays as it is, and what comes later is later than both.
  const isBetween = (other: ImportLine) =>
    momentOf(other) >= momentOf(known) && momentOf(other) <= madeAt && mayMeet(other, known)
  if (!imports.some((other) => other.id !== known.id && isBetween(other))) return
  const changed = known.attemptVersion!
  const tables = await tablesAmong(services.analytics, companyId, [changed], READ_AGAIN)
  if (tables.size === 0) return
  await asWriter(services, companyId, signal, async (writer, current) => {
    const live = imports.map(({ attemptVersion }) => attemptVersion!)
    const moments = readingMoments(
      imports.map((one) => (one.id === known.id ? { ...one, requested: { ...one.requested, madeAt } } : one)),
    )
    const work = new Work(services, writer, {
      live,
      moments,
      changed: [changed],
      tables,
      settings: current,
      changedSettings: [],
    })
    await applyChange(work)
    const { others } = await recount(services, writer, {
      before: live,
      after: live,
      changed,
      moments,
      momentsBefore: readingMoments(imports),
      touched: tables,
      tablesOfOthers: await work.tablesOfOthers(),
      holdings: await work.holdings(),
    })
    return { kind: 'EDIT', madeAgain: { importId: known.id, madeAt }, recounted: others }
  })
}

/** False where both know their days and have none in common. */
function mayMeet({ result: a }: ImportLine, { result: b }: ImportLine): boolean {
  if (!a?.firstDay || !a.lastDay || !b?.firstDay || !b.lastDay) return true
  return a.firstDay <= b.lastDay && b.firstDay <= a.lastDay
}

/** Changes settings of a company; those that change numbers derive the ledger anew. */
export async function changeSettings(
  services: Services,
  companyId: string,
  change:
    | Partial<CompanySettings>
    | ((company: Company) => Partial<CompanySettings> | Promise<Partial<CompanySettings>>),
  changedBy?: string,
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const settings = typeof change === 'function' ? await change(company) : change
    const wanted: Change['settings'] = { ...settingsThatCount(company), ...settings }
    const changedSettings = SETTINGS_THAT_COUNT.filter((key) => !isDeepStrictEqual(wanted[key], company[key]))
    if (changedSettings.length > 0) {
      const imports = await liveRequests(services.accounts, company)
      await applyChange(
        new Work(services, writer, {
          live: imports.map((live) => live.attemptVersion!),
          moments: readingMoments(imports),
          changed: [],
          settings: wanted,
          changedSettings,
        }),
      )
    }
    return { kind: 'EDIT', settings, ...(changedBy !== undefined && { changedBy }) }
  })
}

/**
 * Brings the exchange rates of a company to what the installation knows, under a version of its own: what was answered
 * before stays what it was for whoever asks as of then. False where nothing had to be done, undefined where somebody else
 * is writing the company.
 */
export async function renewRates(services: Services, companyId: string): Promise<boolean | undefined> {
  const { accounts } = services
  const needed = async (company: Company) =>
    ratesNeeded(services, company, await liveVersions(accounts, company))
  const company = await getCompany(accounts, companyId)
  // Without the lock first: on most companies of most days there is nothing to do.
  if (!company || (await needed(company)) === 'NOTHING') return false
  const done = await accounts.locks.tryHold(companyId, (signal) =>
    asWriter(services, companyId, signal, async (writer, current) => {
      const rates = await needed(current)
      if (rates === 'NOTHING') return { kind: 'RATES' }
      if (rates !== 'WHOLE_SET') {
        await addRateDays(writer, rates)
        return { kind: 'RATES', note: { first: rates.first, last: rates.last } }
      }
      await writeRates(services, writer, await liveVersions(accounts, current), current.fxPolicy)
      return { kind: 'RATES', note: { whole: true } }
    }),
  )
  return done && true
}
