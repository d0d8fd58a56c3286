import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { MailKind } from '#contract/scheduled-mails.ts'
import { switchMailOff, type Accounts } from '#server/accounts/index.ts'
import type { StopLinks } from './stop-links.ts'

/** Below it the token; known to the pages' service worker as the server's own. */
export const STOP_PATH = '/mails/stop'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.25rem }
button { font: inherit; padding: 0.5rem 1rem }
`
const BODY_BYTES_MAX = 1_000
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const NAMES: Record<MailKind, string> = {
  DAILY_DIGEST: 'the daily digest',
  WEEKLY_REVIEW: 'the weekly review',
  MONTH_PACKAGE: 'the files of the month',
}

/**
 * Where mails are ended by the link in them. Opening it ends nothing, because programs open every link of a mail: its one
 * button does, and so does the button of mail programs (RFC 8058).
 */
export function serveStops(app: FastifyInstance, accounts: Accounts, links: StopLinks): void {
  void app.register(async (stops) => {
    // Nothing of a form is asked: the address says which mail.
    stops.addContentTypeParser(
      '*',
      { bodyLimit: BODY_BYTES_MAX, parseAs: 'buffer' },
      (_request, _body, done) => done(null, undefined),
    )
    const path = `${STOP_PATH}/:token`
    stops.get<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const place = links.placeOf(params.token)
      if (!place) return answer(reply, 404, UNKNOWN)
      const form = '<form method="post"><button>Stop these emails</button></form>'
      return answer(reply, 200, `<h1>Stop ${NAMES[place.kind]}?</h1>${form}`)
    })
    stops.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const place = links.placeOf(params.token)
      if (!place) return answer(reply, 404, UNKNOWN)
      await switchMailOff(accounts, place)
      return answer(
        reply,
        200,
        `<h1>You will not get ${NAMES[place.kind]} any more.</h1><p>You can switch it on again in your settings.</p>`,
      )
    })
  })
}

const UNKNOWN =
  '<h1>This link does not work.</h1><p>It may be incomplete, or the secret of the installation has changed. You can switch emails off in your settings.</p>'

const answer = (reply: FastifyReply, status: number, content: string) =>
  reply
    .code(status)
    .header('content-security-policy', POLICY)
    // With less than this a browser would not say from where its form comes.
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Emails from Sextant</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>${content}</main></body></html>\n`,
    )
