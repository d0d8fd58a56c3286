import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { asBrotli, compressedBody, takesBrotli, type Sending } from './compressed-bodies.ts'
import { appRouter, PROCEDURES } from './router.ts'
import type { Context, Meta } from './trpc.ts'

/** What the input of a call may take; a procedure with longer lists says so (`meta`). */
export const INPUT_BYTES_MAX = 250_000
/** Calls of one request. The pages send one in each, because the slowest would hold back the rest. */
export const BATCH_CALLS_MAX = 10

/** Makes the context of a request that holds so many calls. */
type ContextOf = (request: FastifyRequest, calls: number) => Promise<Context>

/** An address for each procedure, and one for what is none of them: batches, and names that do not exist. */
export const procedureRoutes =
  (contextOf: ContextOf): FastifyPluginAsync =>
  async (app) => {
    // The router reads the body itself.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const sendings = new WeakMap<FastifyRequest, Sending>()
    const answer = (path: string, req: FastifyRequest, res: FastifyReply) =>
      fastifyRequestHandler({
        router: appRouter,
        createContext: async ({ info }) => {
          const context = await contextOf(req, info.calls.length)
          // In a batch, or in pieces, the same answer has another form.
          if (info.isBatchCall || info.accept !== null || !takesBrotli(req)) return context
          const sending: Sending = {}
          sendings.set(req, sending)
          return { ...context, sending }
        },
        allowMethodOverride: true,
        maxBatchSize: BATCH_CALLS_MAX,
        req,
        res,
        path,
      })
    // As bytes, whose number is known: what is small is not worth compressing.
    app.addHook('onSend', async (request, reply, payload) => {
      if (!(payload instanceof Response)) return payload
      reply.code(payload.status).headers(Object.fromEntries(payload.headers))
      // What would come in pieces is sent as a whole.
      reply.removeHeader('transfer-encoding')
      const { body, keep } = (payload.status === 200 && sendings.get(request)) || {}
      if (body) return asBrotli(reply, body)
      const text = Buffer.from(await payload.arrayBuffer())
      const compressed = takesBrotli(request) ? await compressedBody(text) : undefined
      keep?.(text.length, compressed)
      return compressed ? asBrotli(reply, compressed) : text
    })
    const method = ['GET', 'POST']
    for (const [path, { _def }] of Object.entries(PROCEDURES)) {
      const bodyLimit = (_def.meta as Meta | undefined)?.inputBytesMax ?? INPUT_BYTES_MAX
      app.route({ method, url: `/${path}`, bodyLimit, handler: (req, res) => answer(path, req, res) })
    }
    app.route<{ Params: { path: string } }>({
      method,
      url: '/:path',
      bodyLimit: INPUT_BYTES_MAX,
      handler: (req, res) => answer(req.params.path, req as FastifyRequest, res as FastifyReply),
    })
  }
