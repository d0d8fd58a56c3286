import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** As much for as little work as the answers that are compressed on their way. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Shorter ones are not worth it here. */
const BYTES_MIN = 16_000

/** How the answer of a call goes out that is no batch, to somebody who takes Brotli. */
export interface Sending {
  /** As it went out before, which is sent in place of whatever the call says now. */
  body?: Buffer
  /** Keeps the answer for whoever asks the same: of how many bytes it is, and as it is sent where that is compressed. */
  keep?: (bytes: number, body: Buffer | undefined) => void
}

/** The body of a long answer; of others the plugin for all answers decides. */
export async function compressedBody(text: Buffer): Promise<Buffer | undefined> {
  return text.length < BYTES_MIN ? undefined : compress(text, OPTIONS)
}

/** What a call has answered, from the compressed body that went out. */
export async function answerIn(body: Buffer): Promise<unknown> {
  const { result } = JSON.parse((await decompress(body)).toString()) as { result: { data?: unknown } }
  return result.data
}

export const asBrotli = (reply: FastifyReply, body: Buffer): Buffer => {
  reply.header('content-encoding', 'br').header('vary', 'accept-encoding').removeHeader('content-length')
  return body
}

export const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])br\s*(,|$)/.test(String(headers['accept-encoding'] ?? ''))
