import type { FastifyInstance } from 'fastify'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { SecurityCheck } from '#server/security-check/security-check.ts'
import { returnFromAmazon, RETURN_PATHS } from './connecting.ts'
import type { ConnectionServices } from './connections.ts'

/** Where Amazon sends browsers back to. They are led on at once, so that what lets somebody in stays in no address. */
export function serveReturns(
  app: FastifyInstance,
  services: ConnectionServices,
  securityCheck: SecurityCheck,
): void {
  for (const [provider, url] of Object.entries(RETURN_PATHS) as [ConnectionProvider, string][])
    // A question of a mail scanner or a browser that looks ahead must not use it up.
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      await securityCheck.called(request.ip)
      // Who has to pass the check takes it at the page that they are led to, and connects again.
      const query = (await securityCheck.isNeeded(request.ip)) ? {} : request.query
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(await returnFromAmazon(services, provider, query), 303)
    })
}
