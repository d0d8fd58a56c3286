import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { INSTALLATION, openAccounts, recoverAfterCrash, type Accounts } from '#server/accounts/index.ts'
import { mustHaveEngine, openAnalytics } from '#server/analytics/index.ts'
import { freeBytes, isDiskFull } from '#server/files/free-space.ts'
import { openRawFiles } from '#server/files/open.ts'
import { CompanyDeletions } from '#server/ledger/company-deletions.ts'
import { deleteRefusedFiles } from '#server/ledger/importing/refused-files.ts'
import { StrayFiles } from '#server/ledger/importing/stray-files.ts'
import { ImportQueue } from '#server/ledger/importing/import-queue.ts'
import { RatesRenewal } from '#server/ledger/currencies/rates-renewal.ts'
import { sweepAllDead } from '#server/ledger/dead-rows.ts'
import type { Services } from '#server/ledger/services.ts'
import { ScheduledMailing } from './scheduled-mails/scheduled-mailing.ts'
import { StopLinks } from './scheduled-mails/stop-links.ts'
import { serveStops } from './scheduled-mails/stop-routes.ts'
import { NightlyVerification } from './verification/nightly-verification.ts'
import { SyncQueue, type SyncOptions } from '#server/sync/sync-queue.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import type { InstallationSecret } from './backup.ts'
import { originOf, type Config } from './config.ts'
import { DownloadTickets } from './download-tickets.ts'
import { mailFirstData, mailFirstOfConnection } from './mail/first-data-mail.ts'
import type { Mailer } from './mail/outbox.ts'
import type { SecurityCheck } from './security-check/security-check.ts'
import type { TokenCheck } from './sign-in/tokens.ts'
import type { UserPool } from './sign-in/user-pool.ts'
import { lockDataDir } from './data-dir.ts'
import { installationStatus } from './installation-status.ts'
import { Metrics, serveMetrics } from './prometheus.ts'
import { Uploads } from './uploads.ts'
import { MaintenanceSwitch } from './maintenance.ts'
import { createWorkerHttp } from './health.ts'
import { createHttp, markOperator } from './http.ts'
import { engineLog, type Log } from './log.ts'
import { inTurns } from './in-turns.ts'
import { lookEvery } from './look-every.ts'
import { openAmazonApps, type AmazonAccess } from './connections/amazon-apps.ts'
import { connectionClients, resealTokens, type ConnectionServices } from './connections/connections.ts'
import { tokenSeal } from './connections/sealed-tokens.ts'
import { formerKeys, secretKeyOf } from './secret-key.ts'

export interface Installation extends AsyncDisposable {
  services: Services
  queue: ImportQueue
  deletions: CompanyDeletions
  rates: RatesRenewal
  syncs: SyncQueue
  /** What its port answers. */
  app: FastifyInstance
  /**
   * From now on this process does what waits. Before, it does so only for what is asked of it. One that only answers
   * people leaves it to others.
   */
  work(): Promise<void>
  close(): Promise<void>
}

/** How long a start that failed may take to close what it had opened. */
const GIVING_UP_MS_MAX = 3_000
/** What a start writes, a piece of PGlite's log most of all. */
const START_BYTES = 32_000_000
/** What both stores take when they are new. */
const FIRST_START_BYTES = 100_000_000
/** How often it is looked whether a job was lost on the way, with its worker or before it came to one. */
const LOOK_EVERY_MS = 60_000
/** How often it is looked whether another process has died, whose work waits. */
const RECOVER_EVERY_MS = 5_000

/** Looks for what was lost on the way, with its worker or with the database. Happens every minute in a process that works. */
export async function lookThrough(
  {
    services,
    queue,
    deletions,
    rates,
    syncs,
  }: Pick<Installation, 'services' | 'queue' | 'deletions' | 'rates' | 'syncs'>,
  stopped?: AbortSignal,
): Promise<void> {
  const { accounts } = services
  const parts: (() => Promise<unknown>)[] = [
    () => recoverAfterCrash(accounts),
    () => accounts.jobs.forgetAhead(),
    // First, so that what is made anew below is not taken for a second job of a company that a dead worker holds.
    () => accounts.jobs.supervise(),
    () => queue.resume(),
    () => deletions.resume(),
    () => rates.resume(),
    () => syncs.resume(),
    () => deleteRefusedFiles(services),
  ]
  await inTurns(parts, stopped, (part) => part())
}

/** Takes over what a process that died was doing. */
async function takeOver({ services, queue }: Pick<Installation, 'services' | 'queue'>): Promise<void> {
  const { deadVersions, requeuedImports } = await recoverAfterCrash(services.accounts)
  if (deadVersions + requeuedImports > 0) await sweepAllDead(services)
  await queue.resume()
}

/** Several processes may start at once: what each of them makes where it is not there yet, one makes. */
export const startingAlone = <T>(accounts: Accounts, work: () => Promise<T>): Promise<T> =>
  accounts.locks.hold(INSTALLATION, work)

/** How people sign in: whose tokens count, how mails leave, and what else answers over the installation's address. */
export interface SignIn {
  tokens: TokenCheck
  userPool: UserPool | undefined
  securityCheck: SecurityCheck
  mailer: Mailer
  routes(app: FastifyInstance): Promise<void>
  close(): Promise<void>
}

/**
 * Opens everything that a data directory holds and answers the operator over the socket in it. Takes the directory's
 * lock, or throws `DataDirInUse`. What a crash left behind is put right before anything is answered.
 */
export async function openInstallation(
  config: Config,
  log: Log,
  openSignIn: (services: Services, secretKey: Buffer, metrics: Metrics) => Promise<SignIn>,
  openAmazon: (
    secretKey: Buffer,
  ) => Promise<
    AmazonAccess & Pick<SyncOptions, 'inventedRates' | 'amazonSpeed'> & { close?(): Promise<void> }
  >,
): Promise<Installation> {
  const closers: (() => Promise<unknown>)[] = []
  let metrics: Metrics | undefined
  const openings: Promise<unknown>[] = []
  let gaveUp = false
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  /** What opens beside others is closed too when one of them fails first. */
  const opened = <T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
    const kept = opening.then((one) => {
      closers.push(() => one.close())
      return gaveUp ? close().then(() => one) : one
    })
    openings.push(kept)
    return kept
  }
  try {
    const lock = await lockDataDir(config.dataDir)
    closers.push(() => lock.release())
    const logger = { info: () => {}, warn: (message: string) => log(message) }
    await mustHaveRoom(config)
    const filesPlace = config.filesUrl ?? join(config.dataDir, 'files')
    const openOurAccounts = () =>
      opened(openAccounts({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, logger }))
    const openOurAnalytics = () =>
      opened(
        openAnalytics({
          dataDir: config.dataDir,
          logger: engineLog(log, () => metrics?.engineFell()),
          ...(config.clickhouseUrl && { url: config.clickhouseUrl }),
        }),
      )
    // What is elsewhere is asked first. What runs here takes seconds to open, and as long to close again.
    if (config.clickhouseUrl === undefined) mustHaveEngine()
    const areSeveral = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined
    const [files, accountsElsewhere, analyticsElsewhere] = await Promise.all([
      openRawFiles(filesPlace),
      config.databaseUrl === undefined ? undefined : openOurAccounts(),
      config.clickhouseUrl === undefined || areSeveral ? undefined : openOurAnalytics(),
    ])
    const [accounts, analytics] = await Promise.all([
      accountsElsewhere ?? openOurAccounts(),
      analyticsElsewhere ??
        (areSeveral ? startingAlone(accountsElsewhere!, openOurAnalytics) : openOurAnalytics()),
    ])
    const reports = new ReportReader(filesPlace)
    closers.push(() => reports.close())
    const secret: InstallationSecret = {
      key: await secretKeyOf(config.dataDir, config.secretKey),
      isGiven: config.secretKey !== undefined,
    }
    const services: Services = { accounts, analytics, files, reports, now: () => new Date() }
    const amazon = await openAmazon(secret.key)
    closers.push(async () => amazon.close?.())
    const connections: ConnectionServices = {
      accounts,
      apps: openAmazonApps(amazon),
      seal: tokenSeal(secret.key, formerKeys(config.formerSecretKeys)),
      now: () => services.now(),
    }
    const status = () => installationStatus(services, config)
    metrics = new Metrics(status)
    const runsJobs = config.role !== 'api'
    await recoverAfterCrash(accounts)
    if (runsJobs) await sweepAllDead(services)

    const own = metrics
    const signIn = await startingAlone(accounts, () => openSignIn(services, secret.key, own))
    closers.push(() => signIn.close())
    // With a wrong secret nobody gets as far as here.
    await startingAlone(accounts, () => resealTokens(connections, log))
    const address = originOf(config)
    const uploads = new Uploads(services, config.uploads, [
      config.dataDir,
      ...(config.filesUrl === undefined
        ? []
        : [config.filesUrl.startsWith('s3://') ? tmpdir() : config.filesUrl]),
    ])
    const mailing = { accounts, mailer: signIn.mailer, address }
    const queue: ImportQueue = new ImportQueue(services, log, {
      atOnce: config.importsAtOnce,
      runsJobs,
      admit: (company) => uploads.admit(company, undefined),
      onEnded: async (ended) => {
        metrics?.importEnded(ended.status, ended.startedAt, ended.finishedAt)
        await syncs.importEnded(ended)
        await mailFirstData(mailing, ended)
      },
    })
    closers.push(() => queue.close())
    const deletions = new CompanyDeletions(services, queue, log, { runsJobs })
    closers.push(() => deletions.close())
    const rates = new RatesRenewal(services, log, {
      url: config.ratesUrl,
      moment:
        createHmac('sha256', secret.key).update('moment of the rates').digest().readUInt32BE() / 2 ** 32,
      onEnded: (outcome, notices) => metrics?.ratesFetched(outcome, notices),
    })
    closers.push(() => rates.close())
    const syncs = new SyncQueue(services, log, {
      queue,
      runsJobs,
      clients: connectionClients(connections),
      ...(amazon.inventedRates && { inventedRates: amazon.inventedRates }),
      ...(amazon.amazonSpeed && { amazonSpeed: amazon.amazonSpeed }),
      admit: (company) => uploads.admit(company, undefined),
      onCriticalEnded: (company, connection) =>
        mailFirstOfConnection(mailing, company, connection, services.now()),
    })
    closers.push(() => syncs.close())
    const verification = new NightlyVerification(services, log)
    closers.push(() => verification.close())
    const strays = new StrayFiles(services, log)
    const links = new StopLinks(secret.key)
    const scheduled = new ScheduledMailing(services, log, { mailer: signIn.mailer, links, address })
    closers.push(() => scheduled.close())
    const app = await createHttp(
      {
        services,
        queue,
        deletions,
        rates,
        syncs,
        tickets: new DownloadTickets(secret.key),
        maintenance: new MaintenanceSwitch(accounts),
        unredactedBrowsers: new Set(config.unredactedBrowsers),
        tokens: signIn.tokens,
        userPool: signIn.userPool,
        secret,
        connections,
        mailer: signIn.mailer,
        address,
        log,
        metrics,
        status,
      },
      signIn.securityCheck,
      uploads,
      config,
    )
    closers.push(() => app.close())
    serveMetrics(app, metrics, config.metricsToken)
    serveStops(app, accounts, links)
    await signIn.routes(app)
    await app.ready()
    const answer: RequestListener = (request, response) => {
      markOperator(request)
      app.routing(request, response)
    }
    // The jobs follow from what is to be done. Where nobody else works on them, those of an earlier process are dropped.
    if (accounts.engine === 'pglite') await accounts.jobs.clear()
    await queue.resume()
    await deletions.resume()
    await syncs.resume()
    lock.listen(answer)
    const work = async () => {
      if (!runsJobs) return
      await queue.start()
      await deletions.start()
      await rates.start()
      await syncs.start()
      await verification.start()
      await scheduled.start()
      await rates.resume()
      const every = (ms: number, look: Parameters<typeof lookEvery>[1]) => {
        const looks = lookEvery(ms, look, (error) => log('What waits could not be looked through.', error))
        closers.push(() => looks.stop())
      }
      every(LOOK_EVERY_MS, async (stopped) => {
        await lookThrough({ services, queue, deletions, rates, syncs }, stopped)
        stopped.throwIfAborted()
        await verification.resume()
        await scheduled.resume()
        await strays.look(stopped)
      })
      if (accounts.engine === 'postgresql') every(RECOVER_EVERY_MS, () => takeOver({ services, queue }))
    }
    const answered =
      config.role === 'worker' ? await createWorkerHttp(services, log, metrics, config) : undefined
    if (answered) closers.push(() => answered.close())
    return {
      services,
      queue,
      deletions,
      rates,
      syncs,
      app: answered ?? app,
      work,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    gaveUp = true
    // Whoever waits for the sentence should not wait for a store that neither opens nor closes.
    await Promise.race([
      Promise.allSettled(openings).then(close),
      delay(GIVING_UP_MS_MAX, undefined, { ref: false }),
    ]).catch(() => {})
    // The system's own error names the place.
    if (isDiskFull(error) && (error as NodeJS.ErrnoException).code !== 'ENOSPC')
      throw new Error(`The disk of ${config.dataDir} is full.`, { cause: error })
    throw error
  }
}

/** On a disk without room the stores fail late, in words of their own, and PGlite may not come up again. */
async function mustHaveRoom({ dataDir, databaseUrl, clickhouseUrl }: Config): Promise<void> {
  const isEmbedded = databaseUrl === undefined || clickhouseUrl === undefined
  const isFirst = isEmbedded && !['accounts', 'analytics'].some((name) => existsSync(join(dataDir, name)))
  const needed = isFirst ? FIRST_START_BYTES : START_BYTES
  const free = await freeBytes([dataDir])
  if (free >= needed) return
  const megabytes = (bytes: number) => Math.floor(bytes / 1e6)
  throw new Error(
    `The disk of ${dataDir} is full: ${megabytes(free)} MB are free, and ${isFirst ? 'a first start' : 'a start'} needs ` +
      `${megabytes(needed)}. Make room, or set SEXTANT_DATA_DIR to a directory on another disk.`,
  )
}
