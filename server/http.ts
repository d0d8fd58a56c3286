import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { csvLines, csvTable, PLAIN, type DelimitedNotation } from '#contract/delimited-text.ts'
import { CompanyId, IsoDate, text } from '#contract/fields.ts'
import type { RefusedRow } from '#contract/imports.ts'
import type { InstallationMeta } from '#contract/installation.ts'
import { getCompany, getImport, recordAudit, userOfSubject, type Company } from '#server/accounts/index.ts'
import type { ReceivedFile } from '#server/files/raw-files.ts'
import { refusedPages } from '#server/ledger/importing/import-result.ts'
import { keepFile } from '#server/ledger/importing/kept-file.ts'
import type { Services } from '#server/ledger/services.ts'
import { webRoot } from './assets.ts'
import { sendAppPage } from './app-page.ts'
import { accessTo, actorOf, callerWith, type Caller } from './access.ts'
import { LOOPBACK, LOOPBACK_NAMES, type Config } from './config.ts'
import { CallShares } from './call-shares.ts'
import { attachment, companyOfDownloads } from './downloads.ts'
import { contentPolicy } from './content-policy.ts'
import { AppError } from './errors.ts'
import { inWords, statusOf } from './failure-words.ts'
import { serveReturns } from './connections/return-routes.ts'
import { serveHealth } from './health.ts'
import { currentRequest } from './log.ts'
import { demoOf } from './demo-account.ts'
import { serveJournals } from './features/journals/download-routes.ts'
import { isAmong, isFromHere } from './peers.ts'
import { loggedPath, logRequests, requestNumber } from './request-log.ts'
import type { Admission, Uploads } from './uploads.ts'
import { guardWith } from './security-check/routes.ts'
import type { SecurityCheck } from './security-check/security-check.ts'
import type { TokenCheck, TokenHolder } from './sign-in/tokens.ts'
import type { Context } from './trpc.ts'
import { BATCH_CALLS_MAX, procedureRoutes } from './trpc-routes.ts'

/** Set on requests that came over the socket of the data directory. */
const OPERATOR = Symbol('operator')
export const markOperator = (request: IncomingMessage): void => {
  Object.assign(request, { [OPERATOR]: true })
}
const isOperator = (request: IncomingMessage): boolean => OPERATOR in request

const BEARER = /^Bearer ([\w.~+/=-]+)$/i

/** Who sent a request. A token that does not hold is nobody's. */
function callers(services: Pick<Services, 'accounts' | 'now'>, tokens: TokenCheck) {
  const subjects = new WeakMap<IncomingMessage, Promise<TokenHolder | undefined>>()
  const subjectOf = (request: IncomingMessage): Promise<TokenHolder | undefined> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const subject = subjects.get(request) ?? (token ? tokens.access(token) : Promise.resolve(undefined))
    subjects.set(request, subject)
    return subject
  }
  const callerOf = async (request: IncomingMessage): Promise<Caller> => {
    if (isOperator(request)) return { kind: 'operator' }
    const subject = await subjectOf(request)
    return subject
      ? callerWith(await userOfSubject(services.accounts, subject), subject, services.now())
      : { kind: 'guest' }
  }
  return { subjectOf, callerOf }
}

const HSTS_SECONDS = 365 * 24 * 3_600
/** How long the head of a request may take; its body is looked after by the pace at which it comes. */
const HEADERS_MS_MAX = 20_000
/**
 * Calls that are answered at one time, more would only wait for each other; and of one person, or of a network whose people
 * nobody knows, as many as a browser sends over one connection. Bodies of JSON are held in memory, several times over.
 */
const SHARES = {
  all: { calls: 500, bytes: 64_000_000 },
  one: { calls: 100, bytes: 16_000_000 },
}
/** Calls and files; whatever else there is, pages and ways to sign in, has places of its own. */
const CALLS = /^\/(trpc|imports|files)(\/|$)/
const RETRY_AFTER_SECONDS = 5
const JSON_BYTES_MAX = 1_000_000

async function* refusedCsv(
  first: readonly RefusedRow[],
  others: AsyncIterable<readonly RefusedRow[]>,
  notation: DelimitedNotation,
): AsyncGenerator<string> {
  const cells = (rows: readonly RefusedRow[]) =>
    rows.map((row) => [row.lineNumber, row.table, row.reason, row.text])
  yield csvTable(['line', 'table', 'reason', 'text'], [], cells(first), notation)
  for await (const rows of others) yield csvLines(cells(rows), { notation, isNumber: () => false })
}

/** Whether a host, with or without its port, is one under which this installation answers. */
function ownHosts(publicUrl: string | undefined): (host: string) => boolean {
  const names = new Set([...LOOPBACK_NAMES, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  return (host) => names.has(host.replace(/:\d+$/, ''))
}

/** What an address names below its host. One that begins with two slashes would name another host when resolved. */
const pathOf = (url: string): string =>
  `/${url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^\/+/, '')}`

/** Somebody who typed an address or followed a link, rather than a program; at the start page programs may look, too. */
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return accept.includes('text/html') || (/^\/(\?|$)/.test(url) && accept.includes('*/*'))
}

type HttpConfig = Pick<
  Config,
  'dataDir' | 'demo' | 'host' | 'links' | 'mail' | 'publicUrl' | 'trustedProxies' | 'signIn'
>

/** Where browsers call a managed user pool. */
function poolOrigins({ cognito }: Config['signIn']): string[] {
  if (!cognito) return []
  return [new URL(cognito.endpoint ?? `https://cognito-idp.${cognito.region}.amazonaws.com`).origin]
}

/** The HTTP side: the app's files, `/trpc`, uploads and downloads. Listens nowhere yet. */
export async function createHttp(
  context: Omit<Context, 'caller' | 'network' | 'origin'>,
  securityCheck: SecurityCheck,
  uploads: Uploads,
  { dataDir, demo, host, links, mail, publicUrl, trustedProxies, signIn }: HttpConfig,
): Promise<FastifyInstance> {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  const app = Fastify({
    routerOptions: { maxParamLength: 5000 },
    bodyLimit: JSON_BYTES_MAX,
    genReqId: requestNumber(isAmong(trustedProxies)),
    // Anybody can write who sent a request; a proxy of ours is believed.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    forceCloseConnections: true,
    http: { headersTimeout: HEADERS_MS_MAX },
    // An address that can not be decoded finds no route, and none of what is done for routes.
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply)
        .code(error.statusCode ?? 400)
        .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .send({ error: error.message })
    },
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: isPublic && { maxAge: HSTS_SECONDS },
  })
  // Answers alone: what a body becomes unpacked is bounded by no length that was announced.
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })

  // Set before anything is registered: what is registered earlier would keep the handler of the framework.
  logRequests(app, context.log)
  app.setErrorHandler((failure: Error & { statusCode?: number; code?: string }, request, reply) => {
    const error = inWords(failure) as typeof failure
    if (error instanceof AppError)
      return reply.code(statusOf(error)).send({ error: error.message, errorCode: error.code })
    if (error instanceof z.ZodError)
      return reply.code(400).send({ error: error.issues[0]?.message ?? 'The request is wrong.' })
    if (error.statusCode && error.statusCode < 500)
      return reply.code(error.statusCode).send({ error: error.message })
    // Whoever asked has hung up: nobody reads the answer, and nothing has failed.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return reply.code(400).send()
    currentRequest.run({ requestId: request.id }, () =>
      context.log(`${request.method} ${loggedPath(request.url)} failed`, error),
    )
    return reply.code(500).send({ error: `Unexpected Error (request ${request.id})` })
  })

  const { subjectOf, callerOf } = callers(context.services, context.tokens)
  const [calls, pages] = [new CallShares(SHARES), new CallShares(SHARES)]
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() !== 'identity')
      return reply
        .code(415)
        .send({ error: 'Bodies are taken as they are: send this without Content-Encoding.' })
    const { url: route = '' } = request.routeOptions
    // Somebody has to be able to see that the server is there.
    if (route === '/healthz') return
    const shares = CALLS.test(route) ? calls : pages
    const taken = shares.take(await sharerOf(request), {
      calls: callsOf(request),
      bytes: bodyBytesOf(request),
    })
    if (typeof taken === 'string') {
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      throw new AppError(taken)
    }
    if (reply.raw.closed) taken()
    else reply.raw.once('close', taken)
  })
  /** The person, or the network of who has not signed in. */
  async function sharerOf(request: FastifyRequest): Promise<string | undefined> {
    if (isOperator(request.raw)) return undefined
    const subject = await subjectOf(request.raw)
    return subject ? `${subject.poolId} ${subject.subject}` : securityCheck.networkOf(request.ip)
  }
  app.addHook('onSend', async (_request, reply, payload) => {
    // Nothing is kept but what says for how long: the files of the build, and the pool's keys.
    if (!reply.hasHeader('cache-control') && !reply.raw.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    // The router answers with a `Response`, of which the reply learns the status after this.
    const status = payload instanceof Response ? payload.status : reply.statusCode
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  })

  const { services, maintenance } = context
  const isOurs = ownHosts(publicUrl)
  const isOpen = !LOOPBACK.test(host)
  const isNeighbour = isAmong(['loopback', ...trustedProxies])
  const connectTo = poolOrigins(signIn)
  const policy = contentPolicy({ connectTo })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy)
    if (isOperator(request.raw)) return
    if (isOpen && !isNeighbour(request.raw.socket.remoteAddress))
      return reply.code(403).send({ error: 'Sextant answers here through its proxy only.' })
    if (request.raw.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length > 1)
      return reply.code(400).send({ error: 'A request has one Host.' })
    // A page of another site gets nothing: neither through a name that it points to this machine, nor by sending from
    // its own origin.
    const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(request.url)?.[1]
    if (!isOurs(request.headers.host ?? '') || (target !== undefined && !isOurs(target)))
      return reply.code(421).send({ error: 'Sextant answers only under its own address.' })
    const { origin } = request.headers
    if (origin !== undefined && !isOurs(origin.replace(/^https?:\/\//, '')))
      return reply.code(403).send({ error: 'This request comes from another site.' })
    // Said by a proxy: what comes to this machine directly has no other way than plain HTTP.
    const isForwarded = trustedProxies.length > 0 && request.headers['x-forwarded-proto'] !== undefined
    if (!isPublic || !isForwarded || request.protocol !== 'http') return
    // People are led on. A program that sends in the clear should hear of it, before it sends a token that way.
    if (wantsPage(request)) return reply.redirect(`${new URL(publicUrl!).origin}${pathOf(request.url)}`, 308)
    return reply.code(403).send({ error: 'Sextant answers over HTTPS only.' })
  })

  guardWith(app, securityCheck, (request) => isOperator(request.raw), wantsPage)

  const originFor = ({ headers }: FastifyRequest) =>
    publicUrl === undefined ? `http://${headers.host}` : new URL(publicUrl).origin
  const procedures = procedureRoutes(async (request, calls) => {
    const caller = await callerOf(request.raw)
    // Whoever has signed in is known, and may look at as many pages as they like.
    if (caller.kind === 'guest')
      for (let call = 0; call < calls; call++) await securityCheck.called(request.ip)
    // Who comes over the socket has no address.
    const network = caller.kind === 'operator' ? '' : securityCheck.networkOf(request.ip)
    return { ...context, caller, network, origin: originFor(request) }
  })
  await app.register(procedures, { prefix: '/trpc' })

  const isDemo = demoOf(services.accounts, demo)
  const isMailed = mail.smtpUrl !== undefined || signIn.cognito !== undefined
  app.get('/meta', async (request): Promise<InstallationMeta> => {
    const codesAt = isMailed || !isFromHere(request) ? null : (await isDemo()) ? 'MAILBOX' : 'COMMAND'
    return { isUnderMaintenance: (await maintenance.current()) !== undefined, codesAt, ...links }
  })
  serveHealth(app, services, dataDir)
  serveReturns(app, context.connections, securityCheck)

  await app.register(async (files) => {
    // Uploads are streams: nothing reads them into memory first.
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const UploadQuery = z.object({
      companyId: CompanyId,
      fileName: text(500).min(1),
      account: text(100).optional(),
      marketplace: text(10).optional(),
      day: IsoDate.optional(),
    })
    files.post('/imports', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request) => {
      const { companyId, fileName, account, marketplace, day } = UploadQuery.parse(request.query)
      const caller = await callerOf(request.raw)
      await maintenance.mustBeOver(caller)
      const { company } = await accessTo(services.accounts, caller, companyId, 'importFiles')
      await using received = await receive(request, company)
      if (received.bytes === 0) throw new AppError('FILE_EMPTY')
      // A file may be on its way for hours, and who sends it have been shut out meanwhile.
      await accessTo(services.accounts, caller, companyId, 'importFiles')
      const record = await keepFile(services, company, received, () =>
        context.queue.put(company, {
          fileName,
          fileSha256: received.sha256,
          fileBytes: received.bytes,
          requested: {
            ...(account && { account }),
            ...(marketplace && { marketplace: marketplace.toUpperCase() }),
            ...(day && { day }),
          },
        }),
      ).catch(async (error: unknown) => {
        // It may have been deleted while the file was on its way.
        const isThere = await getCompany(services.accounts, company.id).then(Boolean, () => true)
        throw isThere ? error : new AppError('COMPANY_UNKNOWN')
      })
      await recordAudit(services.accounts, {
        actor: actorOf(caller),
        action: 'import.upload',
        companyId: company.id,
        details: { importId: record.id, fileName },
      })
      return { importId: record.id }
    })
  })

  /** What has come counts by its admission until it is disposed of: by then the row of its import does. */
  async function receive(request: FastifyRequest, company: Company): Promise<ReceivedFile> {
    let admission: Admission | undefined
    try {
      const admitted = (admission = await uploads.admit(company, lengthOf(request)))
      const received = await services.files.receive(company.id, admitted.body(request.raw))
      return {
        ...received,
        async [Symbol.asyncDispose]() {
          admitted.end()
          await received[Symbol.asyncDispose]()
        },
      }
    } catch (error) {
      admission?.end()
      await restTaken(request.raw)
      throw error
    }
  }

  const companyOfDownload = companyOfDownloads(context, callerOf)
  app.get('/files/imports/:id/original', async (request, reply) => {
    const { company, record } = await importOf(request)
    if (record.fileDeletedAt) throw new AppError('FILE_DELETED')
    attachment(reply, record.fileName, 'application/octet-stream')
    return reply.send(await services.files.open(company.id, record.fileSha256))
  })
  app.get('/files/imports/:id/refused.csv', async (request, reply) => {
    const { delimiter } = z.object({ delimiter: z.enum([',', ';']).default(',') }).parse(request.query)
    const { company, record } = await importOf(request)
    const pages = refusedPages(services.analytics, company.id, record.attemptVersion)
    // What goes wrong at once is said, and does not break a download off.
    const first = await pages.next()
    attachment(reply, `refused-rows-${record.id}.csv`, 'text/csv; charset=utf-8')
    return reply.send(Readable.from(refusedCsv(first.value ?? [], pages, { ...PLAIN, delimiter })))
  })

  serveJournals(app, services, companyOfDownload)

  /** The import that a download is of. */
  async function importOf(request: FastifyRequest) {
    const { id } = z.object({ id: z.coerce.number().int() }).parse(request.params)
    const company = await companyOfDownload(request, String(id))
    const record = await getImport(services.accounts, company, id)
    if (!record) throw new AppError('IMPORT_UNKNOWN')
    return { company, record }
  }

  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    // The page is given out below, with its nonce.
    index: false,
    globIgnore: ['index.html'],
    cacheControl: false,
    setHeaders(reply, path) {
      // Names of assets carry their content's hash.
      reply.header(
        'cache-control',
        path.includes(join('web', 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  // By its name it is asked for by the service worker, which keeps it.
  app.get('/index.html', (_request, reply) => sendAppPage(reply, connectTo))
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request)
      ? sendAppPage(reply, connectTo)
      : reply.code(404).send({ error: 'There is nothing at this address.' }),
  )
  return app
}

/** Bounds how long what is left of a refused upload is read. */
const REST_MS_MAX = 10_000

/**
 * Reads on after a refusal. A connection that closes with the answer would break while its sender still writes, who then
 * never sees why.
 */
async function restTaken(request: IncomingMessage): Promise<void> {
  request.resume()
  if (request.complete || request.destroyed || request.headers.connection !== 'close') return
  const stop = AbortSignal.timeout(REST_MS_MAX)
  await once(request, 'close', { signal: stop }).catch(() => {})
}

/** How many calls a request makes, of which a batch names each in its address, as the router has decoded it. */
const callsOf = ({ params, routeOptions }: FastifyRequest): number =>
  routeOptions.url === '/trpc/:path'
    ? Math.min((params as { path: string }).path.split(',').length, BATCH_CALLS_MAX)
    : 1

/** What of a body is held in memory: as much as it says, or as it may be where it says nothing. Uploads are streams. */
function bodyBytesOf(request: FastifyRequest): number {
  const { bodyLimit, url } = request.routeOptions
  const hasBody = request.headers['transfer-encoding'] !== undefined
  return url === '/imports' ? 0 : Math.min(lengthOf(request) ?? (hasBody ? bodyLimit : 0), bodyLimit)
}

/** How many bytes a request says that it brings; nothing where they come in parts. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}
