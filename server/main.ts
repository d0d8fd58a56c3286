import type { AuditAction } from '#contract/admin.ts'
import { createHmac, hkdfSync } from 'node:crypto'
import { AMAZON, sandboxEndpoints } from '#amazon/index.ts'
import { migrate, networkOf, openIdentity, type AuditEvent, type Identity } from '#identity/index.ts'
import { demoCompany, demoFiles, inventedRates, sellersOf, startSandbox } from '#sandbox/index.ts'
import { Readable } from 'node:stream'
import type { AppConfig } from '#contract/app-config.ts'
import {
  addMember,
  createCompany,
  hasOwnData,
  followAddress,
  followAddresses,
  listCompanies,
  personalDetailsOf,
  recordAttempt,
  recordAudit,
  STRANGER,
  savePersonalDetails,
  setUserEmail,
  userOfSubject,
  type Accounts,
  type Company,
} from '#server/accounts/index.ts'
import { keepFile } from '#server/ledger/importing/kept-file.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { assetPath } from './assets.ts'
import { RETURN_PATHS } from './connections/connecting.ts'
import { LOOPBACK_NAMES, originOf, type Config, type SignInConfig } from './config.ts'
import { removeDemo } from './demo.ts'
import { DEMO_EMAIL, demoOf } from './demo-account.ts'
import { FrontDoor } from './front-door.ts'
import * as bare from './installation.ts'
import type { SignIn } from './installation.ts'
import type { Log } from './log.ts'
import type { Metrics } from './prometheus.ts'
import { openMailer } from './mail/open.ts'
import { serveMailbox } from './mail/mailbox-routes.ts'
import { outboxOf, type Mailer } from './mail/outbox.ts'
import { formerKeys, secretKeyOf } from './secret-key.ts'
import { openSecurityCheck } from './security-check/security-check.ts'
import { managedPoolTokens } from './sign-in/tokens.ts'

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
export async function openInstallation(
  config: Config,
  log: Log,
  openAmazon: OpenAmazon = amazonOf(config),
): Promise<Installation> {
  let identity: Identity | undefined
  const openSignIn = async (services: Services, secretKey: Buffer, metrics: Metrics): Promise<SignIn> => {
    const mailer = counted(
      openMailer(config.mail, config.dataDir, new URL(originOf(config)).hostname),
      metrics,
    )
    const writeDown = auditInto(services, log)
    const isDemo = demoOf(services.accounts, config.demo)
    const limits = async () => ((await isDemo()) ? config.signIn.demoLimits : config.signIn)
    const securityCheck = openSecurityCheck({
      secretKey,
      counter: services.accounts.counter,
      limits: async () => (await limits()).securityCheck,
      networkOf,
      now: () => services.now(),
      onEvent: (event, address) => writeDown(STRANGER, `securityCheck.${event}`, { address }, true),
    })
    const { cognito } = config.signIn
    if (cognito) return { ...managedPool(cognito), securityCheck, mailer, close: async () => mailer.close() }
    identity = await openOwnPool(config, services, secretKey, mailer, log, limits, (event) => {
      const { subject, address, userAgent, details } = event
      const isAttempt = ATTEMPTS.includes(event.event)
      writeDown(subject ?? STRANGER, `identity.${event.event}`, { address, userAgent, ...details }, isAttempt)
      if (FAILURES.includes(event.event)) metrics.signInRefused(event.event)
      if (address !== null && FAILURES.includes(event.event)) void securityCheck.failed(address)
    })
    // What was verified before addresses were passed on, or while that failed.
    await followAddresses(services.accounts, identity.poolId, await identity.verifiedAddresses())
    const own = ownPool(identity, config)
    return {
      ...own,
      async routes(app) {
        await own.routes(app)
        serveMailbox(app, config.demo && !config.mail.smtpUrl ? outboxOf(config.dataDir) : undefined, isDemo)
      },
      securityCheck,
      mailer,
      close: () => identity!.close().then(() => mailer.close()),
    }
  }
  const installation = await bare.openInstallation(config, log, openSignIn, openAmazon)
  return Object.assign(installation, { identity })
}

type OpenAmazon = Parameters<typeof bare.openInstallation>[3]

/** The real one. */
const amazonOf =
  ({ amazon: { sellingPartner, advertising } }: Config): OpenAmazon =>
  async () => ({ endpoints: AMAZON, isSandbox: false, sellingPartner, advertising })

/** Where pages are served from while somebody develops them. */
const PAGES_PORT = 5173
/** Nobody waits an hour for the limits of a pretend Amazon. */
const PRETEND_SPEED = 20

/** The pretend one, of the demo. What it has given out counts after the next start, too. */
const pretendAmazon =
  (config: Config, port: number, address: string, log: Log): OpenAmazon =>
  async (secretKey) => {
    const secretFor = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secretKey, '', `pretend Amazon, ${purpose}`, 32)).toString('hex')
    const origins = [address, config.publicUrl ?? originOf(config)].map((one) => new URL(one))
    const ports = new Set([...origins.map((origin) => origin.port), `${PAGES_PORT}`])
    const places = LOOPBACK_NAMES.flatMap((name) => [...ports].map((at) => `http://${name}${at && `:${at}`}`))
    const application = {
      applicationId: 'amzn1.sp.solution.sextant-demo',
      clientId: 'amzn1.application-oa2-client.sextant-demo',
      clientSecret: secretFor('client'),
      isDraft: false,
      redirectUris: [...new Set([...places, ...origins.map(({ origin }) => origin)])].flatMap((place) =>
        Object.values(RETURN_PATHS).map((path) => `${place}${path}`),
      ),
    }
    const start = (at: number) =>
      startSandbox({
        port: at,
        sellers: sellersOf(),
        applications: [application],
        secret: secretFor('tokens'),
        speed: PRETEND_SPEED,
      })
    const sandbox = await start(port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      log(`Port ${port} is taken: the pretend Amazon of the demo takes another one.`)
      return start(0)
    })
    return {
      endpoints: sandboxEndpoints(sandbox.origin),
      isSandbox: true,
      sellingPartner: application,
      advertising: application,
      inventedRates,
      amazonSpeed: PRETEND_SPEED,
      close: () => sandbox.close(),
    }
  }

/** The mailer, whose failures are counted. */
const counted = <M extends Mailer>(mailer: M, metrics: Metrics): M => ({
  ...mailer,
  send: (mail) =>
    mailer.send(mail).catch((error: unknown) => {
      metrics.mailFailed()
      throw error
    }),
})

/** What a program that guesses leaves behind. */
const FAILURES: AuditEvent['event'][] = [
  'signIn.refused',
  'signIn.locked',
  'factor.refused',
  'code.refused',
  'password.refused',
]

/** What anybody can bring about who knows an address. */
const ATTEMPTS: AuditEvent['event'][] = [...FAILURES, 'code.sent']

/** Writes down what happened to an account; that it could not be written must not stop who signs in. */
const auditInto =
  ({ accounts }: Services, log: Log) =>
  (actor: string, action: AuditAction, details: Record<string, unknown>, isAttempt: boolean): void => {
    const written = (isAttempt ? recordAttempt : recordAudit)(accounts, { actor, action, details })
    written.catch((error: unknown) => log('An event of the user pool could not be written down.', error))
  }

type Pool = Pick<SignIn, 'tokens' | 'userPool' | 'routes'>

/** People sign in at the managed provider. */
function managedPool({
  region,
  userPoolId,
  clientId,
  endpoint,
}: NonNullable<Config['signIn']['cognito']>): Pool {
  const answer: AppConfig = {
    region,
    userPoolId,
    userPoolClientId: clientId,
    userPoolEndpoint: endpoint ?? null,
  }
  return {
    userPool: undefined,
    tokens: managedPoolTokens({
      poolId: userPoolId,
      clientId,
      issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
    }),
    async routes(app) {
      app.get('/app-config.json', () => answer)
    },
  }
}

/** People sign in here. */
function ownPool(pool: Identity, config: Config): Pool {
  const { poolId } = pool
  return {
    userPool: pool,
    tokens: {
      poolId,
      async access(token) {
        const access = await pool.verifyAccess(token)
        return access
          ? {
              poolId,
              subject: access.subject,
              signedInAt: access.authTime,
              hasSecondFactor: () => pool.hasSecondFactor(access.signInId),
            }
          : undefined
      },
      async verifiedEmail(idToken, subject) {
        return (await pool.verifyId(idToken, { subject }))?.email
      },
    },
    async routes(app) {
      await app.register(pool.routes, { prefix: IDENTITY_PATH })
      app.get('/app-config.json', (request): AppConfig => ({
        region: OWN_REGION,
        userPoolId: poolId,
        userPoolClientId: pool.clientId,
        // Without a public address only this machine's own names get as far as here. What a proxy says of the host is
        // anybody's word, since proxies hand on what they were sent.
        userPoolEndpoint: `${config.publicUrl ? originOf(config) : `http://${request.headers.host}`}${IDENTITY_PATH}/`,
      }))
    },
  }
}

const identityFiles = () => ({
  migrations: assetPath('identity/migrations'),
  commonPasswords: assetPath('identity/data/common-passwords.txt'),
})

/** Makes the tables of the user pool, for a store that is restored before anything opens it. */
export const prepareUserPool = (accounts: Pick<Accounts, 'db'>): Promise<void> =>
  migrate(accounts.db, identityFiles().migrations)

async function openOwnPool(
  config: Config,
  services: Services,
  secretKey: Buffer,
  mailer: Mailer,
  log: Log,
  limits: () => Promise<Pick<SignInConfig, 'addressLimits'>>,
  onAudit: (event: AuditEvent) => void,
): Promise<Identity> {
  return openIdentity({
    database: services.accounts.db,
    counter: services.accounts.counter,
    files: identityFiles(),
    clock: () => services.now(),
    mailer,
    secretKey,
    formerSecretKeys: formerKeys(config.formerSecretKeys),
    config: {
      endpoint: `${originOf(config)}${IDENTITY_PATH}/`,
      region: OWN_REGION,
      productName: 'Sextant',
      secondFactor: config.signIn.secondFactor,
      maskUnknownUsers: config.signIn.maskUnknownUsers,
      accessMinutes: config.signIn.accessMinutes,
      refreshDays: config.signIn.refreshDays,
      idleDays: Math.min(IDLE_DAYS_MAX, config.signIn.refreshDays),
      addressLimits: async () => (await limits()).addressLimits,
    },
    log,
    onAudit,
    onAddress: (who, email) => followAddress(services.accounts, who, email),
  })
}

export interface DemoAccount {
  email: string
  password: string
}

export interface RunningServer {
  address: string
  /** Who may sign in and look at the demo company. */
  demoAccount: DemoAccount | undefined
  /** Resolves when the files of a new demo company have been imported. */
  demoImported: Promise<void>
  installation: Installation
  close(): Promise<void>
}

/**
 * Starts the server: its address, which answers at once that it is getting ready, the installation, and in demo mode its
 * demo company, whose files are imported while the server runs. When `signal` aborts, what has been started is closed
 * again.
 */
export async function startServer(
  config: Config,
  log: Log,
  onProgress: (text: string) => void = () => {},
  signal?: AbortSignal,
  onListening: (address: string) => void = () => {},
): Promise<RunningServer> {
  const door = await FrontDoor.listen(config)
  let installation: Installation | undefined
  const close = async () => {
    await door.close()
    await installation?.close()
  }
  try {
    onListening(door.address)
    const { sandboxPort } = config.amazon
    installation = await openInstallation(
      config,
      log,
      sandboxPort === undefined ? amazonOf(config) : pretendAmazon(config, sandboxPort, door.address, log),
    )
    installation.services.accounts.startHourlySnapshots()
    await installation.work()
    const tell = (text: string) => {
      door.doing = text
      onProgress(text)
    }
    const isDemo = config.demo && !(await hasOwnData(installation.services.accounts))
    const demo = isDemo ? await ensureDemo(installation, config, tell, signal) : undefined
    const opened = installation
    if (!config.demo) await bare.startingAlone(opened.services.accounts, () => removeDemo(opened, log))
    signal?.throwIfAborted()
    door.open(installation.app)
    if (config.role !== 'worker' && config.publicUrl !== undefined && config.trustedProxies.length === 0)
      log(
        'SEXTANT_PUBLIC_URL is set without SEXTANT_TRUSTED_PROXIES: everybody who comes through the proxy counts as one address.',
      )
    return {
      address: door.address,
      installation,
      demoAccount: demo?.account,
      demoImported: demo?.imported ?? Promise.resolve(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes the demo company and its owner once. */
async function ensureDemo(
  installation: Installation,
  config: Config,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ account: DemoAccount | undefined; imported: Promise<void> }> {
  const { accounts } = installation.services
  const known = (await listCompanies(accounts)).find((company) => company.isDemo)
  const { company, imported } = known
    ? { company: known, imported: Promise.resolve() }
    : await importDemo(installation, onProgress, signal)
  const { identity } = installation
  return { account: identity && (await demoOwner(identity, accounts, company, config)), imported }
}

/** Whoever looks at the demo is not asked about themselves first. */
const DEMO_PERSON = {
  name: 'Demo',
  roleInCompany: 'FOUNDER',
  countryOfResidence: 'GB',
  acceptsMarketingEmails: false,
} as const

/** The demo company's owner. The password follows from the installation's secret, so nothing has to keep it. */
async function demoOwner(
  identity: Identity,
  accounts: Accounts,
  company: Company,
  config: Config,
): Promise<DemoAccount> {
  const key = await secretKeyOf(config.dataDir, config.secretKey)
  const digest = createHmac('sha256', key).update('password of the demo account').digest('base64url')
  const password = `Demo-${digest.slice(0, 12)}-1a`
  const { subject } = await identity.createConfirmedUser({ email: DEMO_EMAIL, password })
  const user = await userOfSubject(accounts, { poolId: identity.poolId, subject })
  await addMember(accounts, company, await setUserEmail(accounts, user, DEMO_EMAIL), 'OWNER')
  if (!(await personalDetailsOf(accounts, user)))
    await savePersonalDetails(accounts, user, DEMO_PERSON, new Date())
  return { email: DEMO_EMAIL, password }
}

async function importDemo(
  { services, queue }: Installation,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ company: Company; imported: Promise<void> }> {
  const { name, establishmentCountry, defaultCurrency } = demoCompany
  const company = await createCompany(services.accounts, {
    name,
    isDemo: true,
    establishmentCountry,
    defaultCurrency,
  })
  onProgress("Preparing the demo company's files")
  const runs: Promise<unknown>[] = []
  for await (const file of demoFiles({ today: today(services) })) {
    const content = Readable.from(file.content(), { objectMode: false })
    await using received = await services.files.receive(company.id, content)
    const record = await keepFile(services, company, received, () =>
      queue.put(company, {
        fileName: file.fileName,
        fileSha256: received.sha256,
        fileBytes: received.bytes,
        requested: { account: file.account, ...(file.marketplace && { marketplace: file.marketplace }) },
      }),
    )
    runs.push(queue.ended(company.id, record.id))
  }
  const imported = (async () => {
    let done = 0
    for (const run of runs) {
      await run
      if (signal?.aborted) return
      onProgress(`Importing the demo company's files: ${++done} of ${runs.length}`)
    }
  })()
  // Told to whoever asks; nobody has to.
  imported.catch(() => {})
  return { company, imported }
}
