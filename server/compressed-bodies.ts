import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compress = promisify(brotliCompress)
/** As much for as little work as the answers that are compressed on their way. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Of texts and bodies together; a text is some fifteen times as long as its body. */
const BYTES_KEPT_MAX = 32_000_000
/** Shorter ones cost less than to look them up. */
const BYTES_MIN = 16_000

const bodies = new LRUCache<string, Buffer>({
  maxSize: BYTES_KEPT_MAX,
  sizeCalculation: (body, text) => body.length + text.length,
})

/**
 * The body of an answer as it is sent: long ones that went out before as they were compressed then, which takes longer
 * than anything else about an answer that is kept. The same text is the same body, whoever asks.
 */
export async function compressedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  if (text.length < BYTES_MIN || !takesBrotli(request.headers['accept-encoding'])) return text
  const body = bodies.get(text) ?? (await compress(text, OPTIONS))
  bodies.set(text, body)
  reply.header('content-encoding', 'br').header('vary', 'accept-encoding').removeHeader('content-length')
  return body
}

/** Of others the plugin for all answers decides. */
const takesBrotli = (accepted: string | string[] | undefined): boolean =>
  /(^|[\s,])br\s*(,|$)/.test(String(accepted ?? ''))
