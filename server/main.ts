import { openIdentity, type Identity } from '#identity/index.ts'
import { demoCompany, demoFiles } from '#sandbox/index.ts'
import { Readable } from 'node:stream'
import type { AppConfig } from '#contract/app-config.ts'
import { createCompany, listCompanies, queueImport, recordAudit } from '#server/accounts/index.ts'
import { today } from '#server/ledger/services.ts'
import { assetPath } from './assets.ts'
import type { Config } from './config.ts'
import * as bare from './installation.ts'
import type { Log, Part } from './installation.ts'
import { openMailer } from './mail/open.ts'
import { secretKeyOf } from './secret-key.ts'

export { demoCompany, demoFiles } from '#sandbox/index.ts'
export { configFrom, type Config } from './config.ts'
export { DataDirInUse } from './data-dir.ts'

/** An installation with sign-in. */
export interface Installation extends bare.Installation {
  /** Nothing where people sign in at the managed provider. */
  identity: Identity | undefined
}

/** Where our own user pool answers, below the installation's address. */
const IDENTITY_PATH = '/identity'
/** What ids of our own pool begin with. */
const OWN_REGION = 'eu-west-2'
const IDLE_DAYS_MAX = 14

/** Opens everything that a data directory holds, and the user pool with it. */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  let identity: Identity | undefined
  const { cognito } = config.signIn
  const signIn: Part = async ({ services, app }) => {
    if (cognito) {
      const { region, userPoolId, clientId, endpoint } = cognito
      app.get('/app-config.json', (): AppConfig => ({
        region,
        userPoolId,
        userPoolClientId: clientId,
        userPoolEndpoint: endpoint ?? null,
      }))
      return async () => {}
    }
    const mailer = openMailer(config.mail, config.dataDir)
    const pool = await openIdentity({
      database: services.accounts.db,
      files: {
        migrations: assetPath('identity/migrations'),
        commonPasswords: assetPath('identity/data/common-passwords.txt'),
      },
      clock: () => services.now(),
      mailer,
      secretKey: await secretKeyOf(config.dataDir, config.secretKey),
      config: {
        endpoint: `${originOf(config)}${IDENTITY_PATH}/`,
        region: OWN_REGION,
        productName: 'Sextant',
        secondFactor: config.signIn.secondFactor,
        maskUnknownUsers: true,
        accessMinutes: config.signIn.accessMinutes,
        refreshDays: config.signIn.refreshDays,
        idleDays: Math.min(IDLE_DAYS_MAX, config.signIn.refreshDays),
        addressLimits: config.signIn.addressLimits,
      },
      log,
      onAudit({ event, subject, address, userAgent, details }) {
        recordAudit(services.accounts, {
          actor: subject ?? 'unknown',
          action: `identity.${event}`,
          details: { address, userAgent, ...details },
        }).catch((error: unknown) => log('An event of the user pool could not be written down.', error))
      },
    })
    identity = pool
    await app.register(pool.routes, { prefix: IDENTITY_PATH })
    app.get('/app-config.json', (request): AppConfig => ({
      region: OWN_REGION,
      userPoolId: pool.poolId,
      userPoolClientId: pool.clientId,
      userPoolEndpoint: `${config.publicUrl ? originOf(config) : `${request.protocol}://${request.host}`}${IDENTITY_PATH}/`,
    }))
    return async () => {
      await pool.close()
      mailer.close()
    }
  }
  const installation = await bare.openInstallation(config, log, [signIn])
  return Object.assign(installation, { identity })
}

const originOf = ({ publicUrl, port }: Config): string =>
  publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin

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
