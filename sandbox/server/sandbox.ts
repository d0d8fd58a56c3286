/** A pretend Amazon on a port of its own. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import type { Seller } from '../seller.ts'
import { addressOf, serviceOf } from './addressing.ts'
import { advertisingFailure, AdvertisingService } from './advertising/service.ts'
import { AdvertisingReports } from './advertising/reports.ts'
import { advertisingConsent, sellingPartnerConsent } from './consent-pages.ts'
import { Consents } from './consents.ts'
import { documentFailure, Documents } from './documents.ts'
import { ExpectedFailures, type Failure, type Failures } from './failures.ts'
import { homePage } from './home-page.ts'
import { readBody, type Answer, type Asked } from './http.ts'
import { login, loginFailure } from './login.ts'
import { errorPage } from './pages.ts'
import { picture } from './pictures.ts'
import { RateLimits } from './rate-limits.ts'
import { Seal } from './seal.ts'
import { Reports } from './selling-partner/reports.ts'
import { sellingPartnerFailure, SellingPartnerService } from './selling-partner/service.ts'
import type { SandboxApplication, World } from './world.ts'

export interface SandboxOptions {
  /** 0 for any that is free. */
  port: number
  /** Loopback alone. */
  host?: '127.0.0.1' | '::1'
  sellers: readonly Seller[]
  applications: readonly SandboxApplication[]
  now?: () => Date
  /** How many times faster than Amazon's reports are made and limits refill; 1 is Amazon's own pace. */
  speed?: number
  /** With the same secret, tokens of an earlier run still count. Random where none is given. */
  secret?: string
  log?: (entry: SandboxLogEntry) => void
}

export interface SandboxLogEntry {
  method: string
  host: string
  path: string
  status: number
  failure?: Failure
  /** Of our own. */
  error?: unknown
}

export interface Sandbox {
  /** Such as `http://127.0.0.1:4601`. */
  origin: string
  failNext(failures: Failures): void
  /** Every link to a document that was given out so far leads nowhere. */
  expireLinks(): void
  /** Takes back what a seller has consented to: everything, or what is named. */
  revoke(given: { sellerId: string; provider?: ConnectionProvider; region?: Region }): void
  close(): Promise<void>
}

/** Opens the pretend Amazon. @throws where the port is taken */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = '127.0.0.1' } = options
  if (host !== '127.0.0.1' && host !== '::1') throw new Error('The sandbox listens on loopback alone.')
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve)
  })
  const taken = (server.address() as AddressInfo).port
  const sandbox = new RunningSandbox(options, `http://${host === '::1' ? '[::1]' : host}:${taken}`, server)
  server.on('request', (request, response) => void sandbox.handle(request, response, taken))
  return sandbox
}

const FAILURES: Record<string, (status: 429 | 500, path: string) => Answer> = {
  LOGIN: loginFailure,
  SELLING_PARTNER: sellingPartnerFailure,
  ADVERTISING: advertisingFailure,
  DOCUMENTS: documentFailure,
}

class RunningSandbox implements Sandbox {
  readonly origin: string
  readonly #world: World
  readonly #server: Server
  readonly #log: SandboxOptions['log']
  readonly #failures = new ExpectedFailures()
  readonly #answersGiven = new Map<string, number>()
  readonly #sellingPartner: SellingPartnerService
  readonly #advertising: AdvertisingService
  readonly #reports: Reports
  readonly #advertisingReports: AdvertisingReports

  constructor(options: SandboxOptions, origin: string, server: Server) {
    const { sellers, applications, now = () => new Date(), speed = 1 } = options
    const seal = new Seal(options.secret ?? randomBytes(32).toString('base64url'))
    this.origin = origin
    this.#server = server
    this.#log = options.log
    this.#world = {
      sellers: new Map(sellers.map((seller) => [seller.id, seller])),
      applications,
      now,
      speed,
      seal,
      limits: new RateLimits(now),
      consents: new Consents(seal, now),
      documents: new Documents(seal, now),
    }
    this.#reports = new Reports(this.#world)
    this.#advertisingReports = new AdvertisingReports(this.#world)
    this.#sellingPartner = new SellingPartnerService(this.#world, this.#reports)
    this.#advertising = new AdvertisingService(this.#world, this.#advertisingReports)
  }

  failNext(failures: Failures): void {
    this.#failures.add(failures)
  }

  expireLinks(): void {
    this.#world.documents.expireLinks()
  }

  revoke({ sellerId, provider, region }: Parameters<Sandbox['revoke']>[0]): void {
    for (const { clientId } of this.#world.applications)
      for (const one of provider ? [provider] : CONNECTION_PROVIDERS)
        for (const place of region ? [region] : REGIONS)
          this.#world.consents.revoke({ clientId, provider: one, region: place, sellerId })
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await closed
  }

  async handle(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const address = addressOf(url, headers.host ?? '', port)
    if (!address) {
      send(request, response, { status: 421, body: 'The sandbox answers for itself and for Amazon alone.' })
      return
    }
    const at = (host: string) => (address.isByHost ? `https://${host}` : `${this.origin}/${host}`)
    const entry = { method, host: address.host, path: address.path }
    try {
      const body = await readBody(request)
      const asked: Asked | undefined = body && { ...address, method, headers, body, at }
      const failure = asked && this.#failures.take(asked)
      const answer = asked ? await this.#answer(asked, failure) : { status: 413, body: 'Too long.' }
      if (failure === 'CUT') cut(response, answer)
      else send(request, response, answer)
      this.#log?.({ ...entry, status: answer.status, ...(failure !== undefined && { failure }) })
    } catch (error) {
      this.#log?.({ ...entry, status: 500, error })
      if (response.headersSent || request.destroyed) response.destroy()
      else send(request, response, { status: 500, body: `The sandbox itself has failed: ${String(error)}` })
    }
  }

  async #answer(asked: Asked, failure: Failure | undefined): Promise<Answer> {
    const world = this.#world
    const service = asked.host === '' ? undefined : serviceOf(asked.host)
    if (asked.host !== '' && !service) return errorPage(404, 'Nothing here', 'This is no host of Amazon.')
    if (failure !== undefined && failure !== 'CUT')
      return FAILURES[service?.kind ?? '']?.(failure, asked.path) ?? { status: failure }
    const isFaulty = (seller: Seller) => this.#isFaulty(seller)
    switch (service?.kind) {
      case undefined:
        return homePage(asked, world, (given) => this.revoke(given))
      case 'LOGIN':
        return login(asked, world, isFaulty)
      case 'SELLING_PARTNER_CONSENT':
        return sellingPartnerConsent(asked, service.region, world)
      case 'ADVERTISING_CONSENT':
        return advertisingConsent(asked, service.region, world)
      case 'SELLING_PARTNER':
        return this.#sellingPartner.answer(asked, service.region, isFaulty)
      case 'ADVERTISING':
        return this.#advertising.answer(asked, service.region, isFaulty)
      case 'DOCUMENTS':
        return world.documents.answer(asked, ({ kind, key }) =>
          (kind === 'SELLING_PARTNER' ? this.#reports : this.#advertisingReports).documentOf(key),
        )
      case 'PICTURES':
        return picture(asked.path)
    }
  }

  /** One in so many answers of some sellers is an error. */
  #isFaulty({ id, behaviour }: Seller): boolean {
    if (!behaviour.faultyEvery) return false
    const given = (this.#answersGiven.get(id) ?? 0) + 1
    this.#answersGiven.set(id, given)
    return given % behaviour.faultyEvery === 0
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body ?? ''),
    ...headers,
    // What is still on its way is not waited for.
    ...(!request.complete && { connection: 'close' }),
  })
  response.end(body)
}

/** Breaks the connection in the middle of the answer. */
function cut(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.length || 1 })
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
