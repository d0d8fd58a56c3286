import { demoCompany, demoFiles } from '#sandbox/index.ts'
import { Readable } from 'node:stream'
import {
  createCompany,
  deleteCompany,
  listCompanies,
  queueImport,
  withCompanyLock,
  type Company,
} from '#server/accounts/index.ts'
import { removeCompanyRows } from '#server/ledger/dead-rows.ts'
import { today } from '#server/ledger/services.ts'
import type { Config } from './config.ts'
import { openInstallation, type Installation, type Log } from './installation.ts'

export { configFrom, ConfigError, type Config } from './config.ts'
export { connectDataDir, DataDirInUse, type DataDirConnection } from './data-dir.ts'
export { openInstallation, type Installation } from './installation.ts'

export interface RunningServer {
  address: string
  installation: Installation
  close(): Promise<void>
}

/** Starts the server: the installation, its address, and in demo mode its demo company. */
export async function startServer(
  config: Config,
  log: Log,
  onProgress: (text: string) => void = () => {},
): Promise<RunningServer> {
  const installation = await openInstallation(config, log)
  try {
    if (config.demo) await ensureDemo(installation, onProgress)
    const address = await installation.app.listen({ host: config.host, port: config.port })
    return {
      address: address.replace('127.0.0.1', 'localhost'),
      installation,
      close: () => installation.close(),
    }
  } catch (error) {
    await installation.close()
    throw error
  }
}

/** Makes the demo company once; its imports are never the newcomer's work to wait for twice. */
async function ensureDemo(installation: Installation, onProgress: (text: string) => void): Promise<void> {
  const { accounts } = installation.services
  if ((await listCompanies(accounts)).some((company) => company.isDemo)) return
  await createDemo(installation, onProgress)
}

async function createDemo(
  { services, queue }: Installation,
  onProgress: (text: string) => void,
): Promise<Company> {
  const { name, establishmentCountry, defaultCurrency } = demoCompany
  const company = await createCompany(services.accounts, {
    name,
    isDemo: true,
    establishmentCountry,
    defaultCurrency,
  })
  const runs: Promise<unknown>[] = []
  for await (const file of demoFiles({ today: today(services) })) {
    const stored = await services.files.put(company.id, Readable.from(file.content(), { objectMode: false }))
    const record = await queueImport(services.accounts, company, {
      fileName: file.fileName,
      fileSha256: stored.sha256,
      fileBytes: stored.bytes,
      requested: { account: file.account, ...(file.marketplace && { marketplace: file.marketplace }) },
    })
    runs.push(queue.add(company.id, record.id))
  }
  let done = 0
  for (const run of runs) {
    await run
    onProgress(`Importing the demo company's files: ${++done} of ${runs.length}`)
  }
  return company
}

/** Throws the demo company away and makes it anew, relative to today. */
export async function resetDemo(
  installation: Installation,
  onProgress: (text: string) => void,
): Promise<Company> {
  const { services } = installation
  for (const company of (await listCompanies(services.accounts)).filter((c) => c.isDemo)) {
    await withCompanyLock(services.accounts, company.id, async () => {
      await deleteCompany(services.accounts, company.id)
      await removeCompanyRows(services.analytics, company.id)
      await services.files.delete(company.id)
    })
  }
  return createDemo(installation, onProgress)
}
