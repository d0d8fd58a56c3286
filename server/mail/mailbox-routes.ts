import type { FastifyInstance, FastifyReply } from 'fastify'
import { isFromHere } from '#server/peers.ts'
import { closedMailboxPage, LIST_POLICY, MAIL_POLICY, mailboxPage } from './mailbox-page.ts'
import { mailOfId, newestMails } from './outbox.ts'

const SHOWN_MAX = 100

/**
 * The mails of the outbox, for whoever tries the demo: they hold codes that open accounts, so nobody else gets them. Without
 * an outbox there is nothing; when the demo is over, only how the operator reads a code.
 */
export function serveMailbox(
  app: FastifyInstance,
  outbox: string | undefined,
  isDemo: () => Promise<boolean>,
): void {
  app.get('/dev/mailbox', async (request, reply) => {
    if (outbox === undefined || !isFromHere(request)) return nothingHere(reply)
    if (!(await isDemo()))
      return reply
        .code(404)
        .header('content-security-policy', LIST_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(closedMailboxPage)
    return reply
      .header('content-security-policy', LIST_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(await newestMails(outbox, SHOWN_MAX)))
  })
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
    const isShown = outbox !== undefined && isFromHere(request) && (await isDemo())
    const mail = isShown ? await mailOfId(outbox, request.params.id) : undefined
    if (!mail) return nothingHere(reply)
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
}

/** In so many words: the app would say it with status 200. */
const nothingHere = (reply: FastifyReply) =>
  reply.code(404).send({ error: 'There is nothing at this address.' })
