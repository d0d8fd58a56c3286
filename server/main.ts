import { demoCompany, demoFiles } from '#sandbox/index.ts'
import { Readable } from 'node:stream'
import { createCompany, listCompanies, queueImport } from '#server/accounts/index.ts'
import { today } from '#server/ledger/services.ts'
import type { Config } from './config.ts'
import { openInstallation, type Installation, type Log } from './installation.ts'

export { demoCompany, demoFiles } from '#sandbox/index.ts'
export { configFrom, type Config } from './config.ts'
export { DataDirInUse } from './data-dir.ts'
export { openInstallation, type Installation } from './installation.ts'

export interface RunningServer {
  address: string
  installation: Installation
  close(): Promise<void>
}

/**
 * Starts the server: the installation, its address, and in demo mode its demo company. When `signal` aborts, what has
 * been started is closed again; the rest of the demo company's files is imported after the next start.
 */
export async function startServer(
  config: Config,
  log: Log,
  onProgress: (text: string) => void = () => {},
  signal?: AbortSignal,
): Promise<RunningServer> {
  const installation = await openInstallation(config, log)
  try {
    installation.services.accounts.startHourlySnapshots()
    if (config.demo) await ensureDemo(installation, onProgress, signal)
    signal?.throwIfAborted()
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
async function ensureDemo(
  { services, queue }: Installation,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  if ((await listCompanies(services.accounts)).some((company) => company.isDemo)) return
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
    signal?.throwIfAborted()
    onProgress(`Importing the demo company's files: ${++done} of ${runs.length}`)
  }
}
