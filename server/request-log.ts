import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { currentRequest, type Log } from './log.ts'
import { STOP_PATH } from './scheduled-mails/stop-routes.ts'

const NUMBER = /^[\w-]{8,64}$/
/** Of an address; a call of many procedures at once has a long one. */
const PATH_CHARACTERS_MAX = 300
/** Asked for all the time by programs and browsers, and nobody's news while they go well. */
const QUIET = /^\/(assets\/|healthz|readyz|metrics|meta$)/

/** A number for each request. One from outside counts only where a proxy of ours has set it. */
export const requestNumber =
  (isProxy: (address: string | undefined) => boolean) =>
  (request: IncomingMessage): string => {
    const given = request.headers['x-request-id']
    const isGiven = typeof given === 'string' && NUMBER.test(given) && isProxy(request.socket.remoteAddress)
    return isGiven ? given : randomUUID()
  }

/** Without parameters, among which are tickets, and without what else lets whoever reads it do something. */
export const loggedPath = (url: string): string =>
  url.replace(/\?.*/s, '').replace(new RegExp(`^(${STOP_PATH}/).*`, 's'), '$1…')

/** Every answer carries the request's number, every line of the log that belongs to it too, and each request is a line. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    currentRequest.run({ requestId: request.id }, done)
  })
  // What follows the body runs on behalf of the connection, which several requests share.
  app.addHook('preValidation', (request, _reply, done) => currentRequest.run({ requestId: request.id }, done))
  app.addHook('onResponse', (request, reply, done) => {
    const path = loggedPath(request.url).slice(0, PATH_CHARACTERS_MAX)
    const tell = QUIET.test(path) && reply.statusCode < 400 ? log.debug : log.info
    currentRequest.run({ requestId: request.id }, () =>
      tell?.(
        { status: reply.statusCode, ms: Math.round(reply.elapsedTime), address: request.ip },
        `${request.method} ${path}`,
      ),
    )
    done()
  })
}
