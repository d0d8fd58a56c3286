import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { webRoot } from './assets.ts'
import { contentPolicy } from './content-policy.ts'

const NONCE_BYTES = 16
/** As web/index.html writes it, for the library of controls and for our own style elements. */
const NONCE_META = '<meta property="csp-nonce" content="'

/** The one page of the app, which each answer gives another nonce. */
export async function sendAppPage(reply: FastifyReply, connectTo: readonly string[]): Promise<FastifyReply> {
  const page = await readFile(join(webRoot, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (page === undefined) return reply.code(404).send({ error: 'The pages are not built: npm run build.' })
  const styleNonce = randomBytes(NONCE_BYTES).toString('base64url')
  return reply
    .header('content-security-policy', contentPolicy({ connectTo, styleNonce }))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE_META, `${NONCE_META}${styleNonce}`))
}
