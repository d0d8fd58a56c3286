import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import type { InstallationLinks, InstallationMeta } from '#contract/installation.ts'
import { getCompany, getImport, queueImport, type Company } from '#server/accounts/index.ts'
import { refusedRowsOf } from '#server/ledger/import-result.ts'
import { webRoot } from './assets.ts'
import { AppError, ERRORS } from './errors.ts'
import { appRouter, type AppRouter } from './router.ts'
import type { Context } from './trpc.ts'

/** Set on requests that came over the socket of the data directory. */
const OPERATOR = Symbol('operator')
export const markOperator = (request: IncomingMessage): void => {
  Object.assign(request, { [OPERATOR]: true })
}
const isOperator = (request: IncomingMessage): boolean => OPERATOR in request

const JSON_BYTES_MAX = 1_000_000
/** Refused rows in one download. */
const REFUSED_ROWS_MAX = 1_000_000
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The HTTP side: the app's files, `/trpc`, uploads and downloads. Listens nowhere yet. */
export async function createHttp(
  context: Omit<Context, 'caller'>,
  links: InstallationLinks,
): Promise<FastifyInstance> {
  const app = Fastify({
    routerOptions: { maxParamLength: 5000 },
    bodyLimit: JSON_BYTES_MAX,
    logger: false,
    forceCloseConnections: true,
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // What compresses workbooks works in a thread that it makes from its own text.
        workerSrc: ["'self'", 'blob:'],
        // React sets widths of columns and bars as style properties, which the policy counts as inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    hsts: false,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  app.addHook('onRequest', async (request, reply) => {
    if (isOperator(request.raw)) return
    // Until people sign in, whoever reaches the address is the local operator. A page of another site must not: neither
    // through a name that it points to this machine, nor by sending from its own origin.
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (!LOOPBACK_NAMES.has(host))
      return reply.code(421).send({ error: 'Sextant answers only under a local address.' })
    const { origin } = request.headers
    if (
      origin !== undefined &&
      !LOOPBACK_NAMES.has(origin.replace(/^https?:\/\//, '').replace(/:\d+$/, ''))
    ) {
      return reply.code(403).send({ error: 'This request comes from another site.' })
    }
  })

  const callerOf = (request: IncomingMessage): Context['caller'] =>
    isOperator(request) ? 'operator' : 'local'
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: ({ req }): Context => ({ ...context, caller: callerOf(req.raw) }),
      allowMethodOverride: true,
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  })

  app.get('/meta', (): InstallationMeta => ({ isUnderMaintenance: false, ...links }))
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async () => {
    await context.services.analytics.rows('SELECT 1')
    return { ok: true }
  })

  const companyOf = async (companyId: string): Promise<Company> => {
    const company = await getCompany(context.services.accounts, companyId)
    if (!company) throw new AppError('COMPANY_UNKNOWN')
    return company
  }

  await app.register(async (files) => {
    // Uploads are streams: nothing reads them into memory first.
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const UploadQuery = z.object({
      companyId: z.string(),
      fileName: z.string().min(1).max(500),
      account: z.string().max(100).optional(),
      marketplace: z.string().max(10).optional(),
    })
    files.post('/imports', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request) => {
      const { companyId, fileName, account, marketplace } = UploadQuery.parse(request.query)
      const company = await companyOf(companyId)
      const stored = await context.services.files.put(company.id, request.raw)
      if (stored.bytes === 0) throw new AppError('FILE_EMPTY')
      const record = await queueImport(context.services.accounts, company, {
        fileName,
        fileSha256: stored.sha256,
        fileBytes: stored.bytes,
        requested: {
          ...(account && { account }),
          ...(marketplace && { marketplace: marketplace.toUpperCase() }),
        },
      })
      void context.queue.add(company.id, record.id)
      return { importId: record.id }
    })
  })

  const DownloadQuery = z.object({ companyId: z.string() })
  app.get('/files/imports/:id/original', async (request, reply) => {
    const { company, record } = await importOf(request.params, request.query)
    attachment(reply, record.fileName, 'application/octet-stream')
    return reply.send(await context.services.files.open(company.id, record.fileSha256))
  })
  app.get('/files/imports/:id/refused.csv', async (request, reply) => {
    const { company, record } = await importOf(request.params, request.query)
    const rows =
      record.attemptVersion === null
        ? []
        : await refusedRowsOf(context.services.analytics, company.id, record.attemptVersion, REFUSED_ROWS_MAX)
    attachment(reply, `refused-rows-${record.id}.csv`, 'text/csv; charset=utf-8')
    return [
      'line,table,reason,text',
      ...rows.map((row) => [String(row.lineNumber), row.table, row.reason, row.text].map(csvCell).join(',')),
    ].join('\r\n')
  })

  async function importOf(params: unknown, query: unknown) {
    const { id } = z.object({ id: z.coerce.number().int() }).parse(params)
    const company = await companyOf(DownloadQuery.parse(query).companyId)
    const record = await getImport(context.services.accounts, company, id)
    if (!record) throw new AppError('IMPORT_UNKNOWN')
    return { company, record }
  }

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof AppError)
      return reply
        .code(STATUS[ERRORS[error.code].http] ?? 400)
        .send({ error: error.message, errorCode: error.code })
    if (error instanceof z.ZodError)
      return reply.code(400).send({ error: error.issues[0]?.message ?? 'The request is wrong.' })
    if (error.statusCode && error.statusCode < 500)
      return reply.code(error.statusCode).send({ error: error.message })
    context.log(`${request.method} ${request.url} failed`, error)
    return reply.code(500).send({ error: 'Unexpected Error' })
  })

  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    cacheControl: false,
    setHeaders(response, path) {
      // Names of assets carry their content's hash.
      response.setHeader(
        'cache-control',
        path.includes(join('web', 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' && request.headers.accept?.includes('text/html')
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : reply.code(404).send({ error: 'There is nothing at this address.' }),
  )
  return app
}

const STATUS: Record<string, number> = { NOT_FOUND: 404, BAD_REQUEST: 400, CONFLICT: 409, FORBIDDEN: 403 }

function attachment(reply: FastifyReply, fileName: string, type: string): void {
  const ascii = fileName.replace(/[^\w. -]/g, '_')
  void reply
    .header('content-type', type)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
}

/** A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
