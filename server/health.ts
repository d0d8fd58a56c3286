import { setTimeout as delay } from 'node:timers/promises'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '#server/ledger/services.ts'
import { isAmong } from './peers.ts'
import { FREE_BYTES_MIN, freeBytesIn } from './installation-status.ts'
import type { Log } from './log.ts'
import { serveMetrics, type Metrics } from './prometheus.ts'
import { logRequests, requestNumber } from './request-log.ts'
import { VERSION } from './version.ts'

/** A store that takes longer to say that it is there is not ready. */
const READY_MS_MAX = 5_000

/** `/healthz`, whether the process lives, and `/readyz`, whether what it needs is there. */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, 'accounts' | 'analytics'>,
  dataDir: string,
): void {
  app.get('/healthz', () => ({ ok: true, version: VERSION }))
  app.get('/readyz', async (_request, reply) => {
    const soon = <T>(answer: PromiseLike<T>) =>
      Promise.race([
        answer,
        delay(READY_MS_MAX, undefined, { ref: false }).then(() => Promise.reject(new Error())),
      ])
    const [accounts, analytics, free] = await Promise.allSettled([
      soon(services.accounts.db.execute('select 1')),
      soon(services.analytics.rows('SELECT 1')),
      freeBytesIn(dataDir),
    ])
    const answer = {
      accounts: accounts.status === 'fulfilled',
      analytics: analytics.status === 'fulfilled',
      disk: free.status === 'fulfilled' && free.value !== null && free.value >= FREE_BYTES_MIN,
    }
    const ok = Object.values(answer).every(Boolean)
    return reply.code(ok ? 200 : 503).send({ ok, ...answer })
  })
}

/** All that the port of a process answers that runs jobs and nothing else. */
export async function createWorkerHttp(
  services: Pick<Services, 'accounts' | 'analytics'>,
  log: Log,
  metrics: Metrics,
  {
    dataDir,
    metricsToken,
    trustedProxies,
  }: { dataDir: string; metricsToken: string | undefined; trustedProxies: readonly string[] },
): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, genReqId: requestNumber(isAmong(trustedProxies)) })
  await app.register(helmet)
  logRequests(app, log)
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler((error, request, reply) => {
    log(`${request.method} ${request.url} failed`, error)
    return reply.code(500).send({ error: `Unexpected Error (request ${request.id})` })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({
      error: 'This process runs jobs. Pages and calls are answered by one whose SEXTANT_ROLE is api or all.',
    }),
  )
  serveHealth(app, services, dataDir)
  serveMetrics(app, metrics, metricsToken)
  await app.ready()
  return app
}
