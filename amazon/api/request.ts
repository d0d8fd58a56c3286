/** A question over HTTP and its answer, within limits of time and size. What fails here is `AmazonError`. */
import type { z } from 'zod'
import { AmazonError } from './clients.ts'
import { parseExactJson } from './exact-json.ts'

export const USER_AGENT = 'Sextant (Language=TypeScript)'

const ANSWER_BYTES_MAX = 16_000_000
const ANSWER_MS_MAX = 30_000
const SAID_CHARACTERS_MAX = 300

export type Fetch = typeof globalThis.fetch

export interface Question {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Throws `LATER` where nothing arrives in time, `WRONG` where the answer is too large. Every status is an answer. */
export async function request(
  fetch: Fetch,
  { url, method, headers, body }: Question,
  { msMax = ANSWER_MS_MAX, bytesMax = ANSWER_BYTES_MAX } = {},
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { 'user-agent': USER_AGENT, ...headers },
      ...(body !== undefined && { body }),
      // An answer that leads elsewhere would take the token there.
      redirect: 'manual',
      signal: AbortSignal.timeout(msMax),
    })
    return { status: answer.status, headers: answer.headers, text: await boundedText(answer, bytesMax) }
  } catch (error) {
    throw error instanceof AmazonError ? error : unreachable(error)
  }
}

async function boundedText(answer: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax)
      throw new AmazonError('WRONG', `The answer has more than ${bytesMax / 1e6} MB`, requestIdIn(answer))
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * What the network says. The error itself is left behind: those of HTTP parsers and headers quote what was sent or
 * received, which may be a token.
 */
export function unreachable(error: unknown): AmazonError {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const reason = [cause?.code, code, name].find(
    (text): text is string => typeof text === 'string' && /^\w{1,60}$/.test(text),
  )
  return new AmazonError('LATER', `Amazon does not answer (${reason ?? 'unknown'})`)
}

/** The values of an answer. Fields that the schema does not name are left out. Throws `LATER` where it is not as agreed. */
export function read<T>(answer: Answer, name: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(jsonIn(answer))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.length ? issue.path.join('.') : 'the whole'
  throw new AmazonError(
    'LATER',
    `The answer to ${name} is not as agreed: ${place}: ${issue?.message ?? ''}`,
    requestIdIn(answer),
  )
}

/** Undefined where it is no JSON. */
export function jsonIn({ text }: Answer): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

export function requestIdIn({ headers }: { headers: Headers }): { requestId?: string } {
  const names = ['x-amzn-requestid', 'x-amz-request-id', 'x-amz-rid']
  const id = names.map((name) => headers.get(name)).find((value) => value !== null)
  return id ? { requestId: id.slice(0, 100) } : {}
}

/** Whoever names a longer time is asked again all the same: a proxy on the way, or one number too many, would end a connection. */
const RETRY_AFTER_MS_MAX = 60 * 60_000

/** Of `Retry-After`, which is a number of seconds or a date. */
export function retryAfterIn({ headers }: Answer, now: Date): { retryAfterMs?: number } {
  const text = headers.get('retry-after')?.trim()
  if (!text) return {}
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX) }
}

/** What Amazon says of an error, fit to be shown: short, one line, and without what is secret. */
export function fitToShow(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) shown = shown.replaceAll(secret, '…')
  return shown
    .replace(/Atz[a-z]\|[^\s"]+/gi, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, SAID_CHARACTERS_MAX)
    .trim()
}
