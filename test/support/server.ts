/**
 * A whole server without its network: fresh stores, the import queue, and the router called as the operator calls it.
 *
 *   await using server = await startTestServer()
 *   const company = await server.company()
 *   await company.import('settlement.txt', text)
 *   expect((await company.pnl({ from: '2026-01-01', to: '2026-01-31', currency: 'EUR' })).lines.netSales).toBe('40')
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { AMAZON } from '#amazon/index.ts'
import type { ImportRecord, ReconcileRow } from '#contract/imports.ts'
import type { ExplainInput, Explanation } from '#contract/explain.ts'
import type { PnlBasis, PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { Caller } from '#server/access.ts'
import {
  getCompany,
  queueImport,
  setUserEmail,
  userOfSubject,
  type CompanySettings,
  type User,
  type ImportRequest,
} from '#server/accounts/index.ts'
import { openTestAccounts } from '#server/accounts/testing.ts'
import { openTestAnalytics } from '#server/analytics/testing.ts'
import { openAmazonApps, type AmazonApps } from '#server/connections/amazon-apps.ts'
import { connectionClients, type ConnectionServices } from '#server/connections/connections.ts'
import { tokenSeal } from '#server/connections/sealed-tokens.ts'
import { DownloadTickets } from '#server/download-tickets.ts'
import { openRawFiles } from '#server/files/open.ts'
import { MaintenanceSwitch } from '#server/maintenance.ts'
import type { TableChecksum } from '#server/ledger/checksums.ts'
import type { Mail, Mailer } from '#server/mail/outbox.ts'
import { CompanyDeletions } from '#server/ledger/company-deletions.ts'
import { writeBundle } from '#server/ledger/currencies/rate-sets.ts'
import { ImportQueue } from '#server/ledger/importing/import-queue.ts'
import { RatesRenewal, type RenewalOptions } from '#server/ledger/currencies/rates-renewal.ts'
import type { Services } from '#server/ledger/services.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import { appRouter } from '#server/router.ts'
import { admitAll } from '#server/ledger/importing/archive-import.ts'
import { SyncQueue, type SyncOptions } from '#server/sync/sync-queue.ts'
import { installationStatus } from '#server/installation-status.ts'
import { createCaller } from '#server/trpc.ts'

export type RouterCaller = ReturnType<typeof appRouter.createCaller>

let people = 0
const SECRET_KEY = Buffer.alloc(32, 7)
const NO_AMAZON = openAmazonApps({
  endpoints: AMAZON,
  isSandbox: false,
  sellingPartner: undefined,
  advertising: undefined,
})
const NO_TOKENS = { poolId: 'test', access: async () => undefined, verifiedEmail: async () => undefined }

type Syncing = Pick<SyncOptions, 'sliceMs' | 'amazonSpeed'>

/** Long after the rows of every test, so that none of them is provisional. */
const NOW = new Date('2026-11-15T12:00:00Z')

export async function startTestServer({
  importsAtOnce = 2,
  rates = { url: undefined },
  amazon = NO_AMAZON,
  ...syncing
}: {
  importsAtOnce?: number
  rates?: RenewalOptions
  amazon?: AmazonApps
} & Syncing = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-server-test-'))
  const place = join(directory, 'files')
  const [analytics, accounts, files] = await Promise.all([
    openTestAnalytics({ prepare: writeBundle }),
    openTestAccounts(),
    openRawFiles(place),
  ])
  return new TestServer(
    // What a test asks between two files takes longer than a person's folder waits.
    { analytics, accounts, files, reports: new ReportReader(place, { idleMsMax: 60_000 }) },
    directory,
    importsAtOnce,
    rates,
    amazon,
    syncing,
  )
}

export class TestServer implements AsyncDisposable {
  readonly services: Services
  readonly queue: ImportQueue
  readonly deletions: CompanyDeletions
  readonly rates: RatesRenewal
  readonly syncs: SyncQueue
  readonly maintenance: MaintenanceSwitch
  readonly tickets = new DownloadTickets(SECRET_KEY)
  /** The router as the command line calls it, and as a browser does in which nobody has signed in. */
  readonly operator: RouterCaller
  readonly guest: RouterCaller
  /** As those who take browsers back from Amazon have them. */
  readonly connections: ConnectionServices
  /** Mails that the server handed on, unless the test puts another mailer in place of this one. */
  readonly mails: Mail[] = []
  mailer: Mailer = { send: async (mail) => void this.mails.push(mail) }
  /** What the server wrote into its log; failures of ours are in here. */
  readonly log: string[] = []
  /** The moment the server takes for now. */
  now = NOW
  readonly #directory: string
  readonly #callAs: (caller: Caller, network?: string, signal?: AbortSignal) => RouterCaller

  constructor(
    stores: Omit<Services, 'now'>,
    directory: string,
    importsAtOnce = 2,
    rates: RenewalOptions = { url: undefined },
    amazon = NO_AMAZON,
    syncing: Syncing = {},
  ) {
    this.#directory = directory
    this.services = { ...stores, now: () => this.now }
    const log = (message: string, error?: unknown) =>
      void this.log.push(error === undefined ? message : `${message}: ${inspect(error)}`)
    this.queue = new ImportQueue(this.services, log, { atOnce: importsAtOnce })
    this.deletions = new CompanyDeletions(this.services, this.queue, log)
    this.rates = new RatesRenewal(this.services, log, rates)
    this.connections = {
      accounts: this.services.accounts,
      apps: amazon,
      seal: tokenSeal(SECRET_KEY),
      now: () => this.now,
    }
    this.syncs = new SyncQueue(this.services, log, {
      queue: this.queue,
      clients: connectionClients(this.connections),
      admit: admitAll,
      ...syncing,
    })
    this.maintenance = new MaintenanceSwitch(this.services.accounts)
    this.#callAs = (caller, network = '127.0.0.1', signal) =>
      createCaller(appRouter)(
        {
          services: this.services,
          queue: this.queue,
          deletions: this.deletions,
          rates: this.rates,
          syncs: this.syncs,
          tickets: this.tickets,
          maintenance: this.maintenance,
          unredactedBrowsers: new Set(['unredacted-browser']),
          tokens: NO_TOKENS,
          userPool: undefined,
          secret: { key: SECRET_KEY, isGiven: true },
          connections: this.connections,
          mailer: { send: (mail) => this.mailer.send(mail) },
          address: 'https://sextant.example',
          origin: 'https://sextant.example',
          caller,
          network,
          log,
          status: () =>
            installationStatus(this.services, {
              dataDir: directory,
              clickhouseUrl: undefined,
              filesUrl: undefined,
            }),
        },
        signal && { signal },
      )
    this.operator = this.#callAs({ kind: 'operator' })
    this.guest = this.#callAs({ kind: 'guest' })
  }

  /** Somebody who has signed in, and the router as they call it. */
  async person(email = `person-${++people}@example.com`): Promise<{ user: User; calls: RouterCaller }> {
    const { accounts } = this.services
    const user = await userOfSubject(accounts, { poolId: 'test', subject: email })
    return this.as(await setUserEmail(accounts, user, email))
  }

  /** A browser in which nobody has signed in, somewhere else. */
  guestFrom = (network: string): RouterCaller => this.#callAs({ kind: 'guest' }, network)

  /** The command line, which hangs up when the signal says so. */
  operatorUntil = (signal: AbortSignal): RouterCaller => this.#callAs({ kind: 'operator' }, undefined, signal)

  as(user: User): { user: User; calls: RouterCaller } {
    return { user, calls: this.#callAs({ kind: 'user', user }) }
  }

  /** A new company. */
  async company({ name = 'Test company', ...settings }: Partial<CompanySettings> = {}): Promise<TestCompany> {
    const { id } = await this.operator.companies.create({ name, ...settings } as Parameters<
      RouterCaller['companies']['create']
    >[0])
    return new TestCompany(this, id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.syncs.close()
    await this.queue.close()
    await this.deletions.close()
    await this.rates.close()
    await this.services.reports.close()
    await this.services.analytics.close()
    await this.services.accounts.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

/** Text or bytes of a file; anything else is a facts file. */
export type FileContent = string | Uint8Array | object

export interface ImportOptions {
  account?: string
  marketplace?: string
  day?: string
  /** As where Amazon was asked for these days. */
  complete?: NonNullable<ImportRequest['complete']>
  /** As of what Amazon made then. */
  madeAt?: string
}

export type PnlQuestion = { from: string; to: string; currency: PnlInput['currencyCode'] } & Partial<
  Omit<PnlInput, 'companyId' | 'startDate' | 'endDate' | 'currencyCode'>
> & {
    /** By transactions where it says nothing. */
    basis?: PnlBasis
  }

export interface PnlAnswer {
  /** The first column. */
  row: PnlRow
  rows: PnlRow[]
  /** Values of the first column. */
  lines: Record<PnlLine, string | null>
}

/** One company of a test server, with what a person does to it. */
export class TestCompany {
  readonly id: string
  readonly server: TestServer

  constructor(server: TestServer, id: string) {
    this.server = server
    this.id = id
  }

  /** Stores a file, imports it and waits for the end, whatever it is. */
  async import(fileName: string, content: FileContent, options: ImportOptions = {}): Promise<ImportRecord> {
    const id = await this.queue(fileName, content, options)
    await this.server.queue.add(this.id, id)
    return this.importRecord(id)
  }

  /** Stores a file and puts it into the queue, where it stays until somebody runs it. */
  async queue(fileName: string, content: FileContent, options: ImportOptions = {}): Promise<number> {
    const { accounts, files } = this.server.services
    const company = (await getCompany(accounts, this.id))!
    const stored = await files.put(this.id, Readable.from([bytesOf(content)], { objectMode: false }))
    const record = await queueImport(accounts, company, {
      fileName,
      fileSha256: stored.sha256,
      fileBytes: stored.bytes,
      requested: { ...options },
    })
    return record.id
  }

  importRecord(importId: number): Promise<ImportRecord> {
    return this.server.operator.imports.get({ companyId: this.id, importId })
  }

  undo(importId: number): Promise<ImportRecord> {
    return this.server.operator.imports.undo({ companyId: this.id, importId })
  }

  set(settings: Partial<CompanySettings>): Promise<unknown> {
    return this.server.operator.companies.set({ companyId: this.id, ...settings } as Parameters<
      RouterCaller['companies']['set']
    >[0])
  }

  async pnl({ from, to, currency, basis, ...rest }: PnlQuestion): Promise<PnlAnswer> {
    const { getData, getOrderData } = this.server.operator.profitAndLoss
    const rows = await (basis === 'ORDER' ? getOrderData : getData)({
      companyId: this.id,
      startDate: from,
      endDate: to,
      currencyCode: currency,
      ...rest,
    })
    return { row: rows[0]!, rows, lines: valuesOf(rows[0]!) }
  }

  explain(
    line: PnlLine,
    { from, to, currency }: Pick<PnlQuestion, 'from' | 'to' | 'currency'>,
    rest: Partial<Omit<ExplainInput, 'companyId' | 'lineId'>> = {},
  ): Promise<Explanation> {
    return this.server.operator.audit.explainValue({
      companyId: this.id,
      lineId: line,
      startDate: from,
      endDate: to,
      currencyCode: currency,
      ...rest,
    })
  }

  reconcile(): Promise<ReconcileRow[]> {
    return this.server.operator.profitAndLoss.getSettlements({ companyId: this.id })
  }

  /** Of everything that a reader of the company sees. */
  checksums(): Promise<TableChecksum[]> {
    return this.server.operator.operator.checksums({ companyId: this.id })
  }

  /** The version that readers see. */
  async publishedVersion(): Promise<number> {
    return (await getCompany(this.server.services.accounts, this.id))!.publishedVersion
  }
}

/** The value of every line of a column. */
export const valuesOf = (row: PnlRow): Record<PnlLine, string | null> =>
  Object.fromEntries(PNL_LINE_IDS.map((id) => [id, row.lines[id].value])) as Record<PnlLine, string | null>

const bytesOf = (content: FileContent): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : Buffer.from(JSON.stringify(content))
