import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { invalidParameter, Refusal, refuse } from './errors.ts'
import { objectFrom } from './json-body.ts'
import { lanesFor, type Lanes } from './lanes.ts'
import { OPERATIONS } from './operations/by-name.ts'
import type { Caller, Service } from './service.ts'

const TARGET = /^AWSCognitoIdentityProviderService\.([A-Za-z]{1,64})$/
const CONTENT_TYPE = 'application/x-amz-json-1.1'
const BODY_BYTES_MAX = 65_536
const KEY_SET_SECONDS = 300
/** Operations at work at once, and how many may wait for their turn. */
const LANES = 2
const WAITING_MAX = 1000

/** The wire under a prefix: one address for all operations, and the key set for whoever checks tokens. */
export function routesOf(
  service: Service,
  log: (message: string, error?: unknown) => void,
): FastifyPluginCallback {
  const lanes = lanesFor(LANES, WAITING_MAX)
  return (app, _options, done) => {
    // A page of another site can't send this type without asking first, and is never told that it may.
    app.removeAllContentTypeParsers()
    for (const type of [CONTENT_TYPE, 'application/json']) {
      app.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
        (_request, body, parsed) => parsed(null, body),
      )
    }

    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-amzn-requestid', randomUUID())
    })

    app.post('/', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      const answer = await answerTo(service, request, lanes)
      return reply.type(CONTENT_TYPE).send(JSON.stringify(answer))
    })

    app.get<{ Params: { poolId: string } }>('/:poolId/.well-known/jwks.json', async ({ params }, reply) => {
      if (params.poolId !== service.poolId) return noSuchPool(reply)
      return reply
        .header('cache-control', `public, max-age=${KEY_SET_SECONDS}`)
        .send(await service.tokens.keySet())
    })

    app.get<{ Params: { poolId: string } }>(
      '/:poolId/.well-known/openid-configuration',
      ({ params }, reply) => {
        if (params.poolId !== service.poolId) return noSuchPool(reply)
        const { issuer } = service.tokens
        return reply.header('cache-control', `public, max-age=${KEY_SET_SECONDS}`).send({
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          id_token_signing_alg_values_supported: ['RS256'],
          subject_types_supported: ['public'],
          response_types_supported: ['token'],
        })
      },
    )

    app.setNotFoundHandler((_request, reply) =>
      refused(reply, 404, new Refusal('UnknownOperationException', 'There is nothing at this address.')),
    )

    app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      if (error instanceof Refusal) return refused(reply, 400, error)
      if ('statusCode' in error && error.statusCode && error.statusCode < 500) {
        return refused(reply, 400, new Refusal('SerializationException', 'The request can not be read.'))
      }
      log(
        `${String(request.headers['x-amz-target'])} failed (request ${String(reply.getHeader('x-amzn-requestid'))})`,
        error,
      )
      return reply
        .code(500)
        .type(CONTENT_TYPE)
        .send(
          JSON.stringify({ __type: 'InternalErrorException', message: 'Internal error. Try again later.' }),
        )
    })
    done()
  }
}

async function answerTo(service: Service, request: FastifyRequest, lanes: Lanes): Promise<object> {
  const target = request.headers['x-amz-target']
  const name = typeof target === 'string' ? TARGET.exec(target)?.[1] : undefined
  const operation = name === undefined ? undefined : OPERATIONS.get(name)
  if (!operation) throw new Refusal('UnknownOperationException', 'There is no such operation.')
  if (!Buffer.isBuffer(request.body)) throw new Refusal('SerializationException', 'The body is missing.')
  const body = objectFrom(request.body)
  const input = operation.input.safeParse(body)
  if (!input.success) {
    const [issue] = input.error.issues
    throw invalidParameter(
      `1 validation error detected: Value at '${issue?.path.join('.') ?? ''}' failed to satisfy constraint: ${issue?.message ?? ''}`,
    )
  }
  const { ClientId } = body
  if (ClientId !== undefined && ClientId !== service.clientId) throw refuse.clientUnknown()
  const caller: Caller = {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  }
  if (operation.limit) await service.limits.take(operation.limit, caller.address)
  const answer = lanes(() => operation.run(service, input.data, caller))
  if (!answer) throw refuse.tooManyRequests()
  return answer
}

const noSuchPool = (reply: FastifyReply) =>
  refused(reply, 404, new Refusal('ResourceNotFoundException', 'User pool does not exist.'))

function refused(reply: FastifyReply, status: number, { name, message }: Refusal) {
  return reply
    .code(status)
    .type(CONTENT_TYPE)
    .send(JSON.stringify({ __type: name, message }))
}
