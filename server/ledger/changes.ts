import { isDeepStrictEqual } from 'node:util'
import { SETTINGS_THAT_COUNT } from '#contract/company-settings.ts'
import {
  abandonVersion,
  getCompany,
  getImport,
  liveImports,
  openVersion,
  publish,
  withCompanyLock,
  type Company,
  type CompanySettings,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { applyChange, settingsThatCount, type Change } from './company-state.ts'
import { sweepDead } from './dead-rows.ts'
import type { JournalWriter } from './journal.ts'
import type { Services } from './services.ts'

const attemptsOf = async (services: Services, company: Company): Promise<number[]> =>
  (await liveImports(services.accounts, company)).map((row) => row.attemptVersion!)

/** Writes a change under a version of its own; nothing of it remains if it does not come to its end. */
async function underNewVersion(
  services: Services,
  companyId: string,
  work: (
    writer: JournalWriter,
    company: Company,
  ) => Promise<Omit<Parameters<typeof publish>[1], 'company' | 'version'>>,
): Promise<Company> {
  return withCompanyLock(services.accounts, companyId, async (signal) => {
    const company = await getCompany(services.accounts, companyId)
    if (!company) throw new AppError('COMPANY_UNKNOWN')
    const version = await openVersion(services.accounts, company)
    await sweepDead(services, company)
    const writer = {
      analytics: services.analytics,
      company: (await getCompany(services.accounts, companyId))!,
      version,
      signal,
    }
    try {
      const publication = await work(writer, writer.company)
      return await publish(services.accounts, { company, version, ...publication } as Parameters<
        typeof publish
      >[1])
    } catch (error) {
      await abandonVersion(
        services.accounts,
        company,
        version,
        error instanceof Error ? error.message.slice(0, 200) : 'failed',
      )
      throw error
    }
  })
}

/** Takes an import back: what it alone brought goes, and what it had pushed aside counts again. */
export async function undoImport(services: Services, companyId: string, importId: number): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const record = await getImport(services.accounts, company, importId)
    if (!record) throw new AppError('IMPORT_UNKNOWN')
    if (record.status !== 'PUBLISHED') throw new AppError('IMPORT_NOT_LIVE')
    const live = (await attemptsOf(services, company)).filter((attempt) => attempt !== record.attemptVersion)
    await applyChange(services, writer, {
      live,
      changed: [record.attemptVersion!],
      settings: company,
      settingsChanged: false,
    })
    return { kind: 'UNDO', importId }
  })
}

/** Changes settings of a company; those that change numbers derive the ledger anew. */
export async function changeSettings(
  services: Services,
  companyId: string,
  settings: Partial<CompanySettings>,
): Promise<Company> {
  return underNewVersion(services, companyId, async (writer, company) => {
    const wanted: Change['settings'] = { ...settingsThatCount(company), ...settings }
    const changesNumbers = SETTINGS_THAT_COUNT.some((key) => !isDeepStrictEqual(wanted[key], company[key]))
    if (changesNumbers) {
      await applyChange(services, writer, {
        live: await attemptsOf(services, company),
        changed: [],
        settings: wanted,
        settingsChanged: true,
      })
    }
    return { kind: 'EDIT', settings }
  })
}
