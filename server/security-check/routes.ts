import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SECURITY_CHECK_PATH } from '#contract/security-check.ts'
import { ERRORS } from '../errors.ts'
import { SecurityCheckAnswer, type SecurityCheck } from './security-check.ts'

/**
 * Of calls, not of pages: a page has to load to show the check. Asked of the route that was found, never of the address
 * as it was written: one route has many spellings.
 */
const GUARDED = /^\/(trpc|identity)(\/|$)/
const KEY_SET = '/.well-known/'
const { text } = ERRORS.SECURITY_CHECK_NEEDED

/** How each of both says no, so that its client can read it. */
const refusal = {
  trpc: {
    error: {
      message: text,
      code: -32_005,
      data: { code: 'METHOD_NOT_SUPPORTED', httpStatus: 405, errorCode: 'SECURITY_CHECK_NEEDED' },
    },
  },
  identity: { __type: 'ForbiddenException', message: text },
  nothing: { error: text, errorCode: 'SECURITY_CHECK_NEEDED' },
}

/** Answers calls with 405 while their address has to pass the check, and gives and takes the check. */
export function guardWith(
  app: FastifyInstance,
  check: SecurityCheck,
  isExempt: (request: FastifyRequest) => boolean,
  isForPage: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions
    // What finds no route is counted too, so that nobody tries spellings for nothing.
    const guarded = request.is404 ? 'nothing' : (GUARDED.exec(route)?.[1] as keyof typeof refusal | undefined)
    // The key set is read by services that check tokens, which can not calculate.
    if (!guarded || route.includes(KEY_SET) || isExempt(request)) return
    // Calls of the app are counted where it is known whether somebody has signed in.
    if (guarded !== 'trpc') await check.called(request.ip)
    if (!(await check.isNeeded(request.ip)) || (guarded === 'nothing' && isForPage(request))) return
    return reply.code(405).header('cache-control', 'no-store').send(refusal[guarded])
  })
  app.get(SECURITY_CHECK_PATH, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await check.challenge(request.ip)),
  )
  app.post(SECURITY_CHECK_PATH, async (request, reply) => {
    const answer = SecurityCheckAnswer.safeParse(request.body)
    if (!answer.success) return reply.code(400).send({ error: 'This is no answer to a security check.' })
    const isPassed = await check.pass(request.ip, answer.data)
    return reply.code(isPassed ? 200 : 403).send({ isPassed })
  })
}
