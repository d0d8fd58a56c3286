/** A call of one of the APIs: it waits for its turn, goes out with a token, and is tried again where that helps. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AmazonError } from './clients.ts'
import type { Tokens } from './clients.ts'
import type { Pace, Rate } from './pace.ts'
import { fitToShow, jsonIn, request, requestIdIn, retryAfterIn } from './request.ts'
import type { Answer, Fetch, Question } from './request.ts'

/** In a call. What has its turn later is for a later time, so that nobody stands in a queue meanwhile. */
const WAIT_MS_MAX = 20_000
const FAILURES_MAX = 3

/** One consent: whose calls they are. */
export interface Consent {
  /** Names it and is no secret. */
  id: string
  renew: () => Promise<Tokens>
}

export interface Service {
  pace: Pace
  fetch: Fetch
  now: () => Date
  consent: Consent
  headers: (accessToken: string) => Record<string, string>
}

export interface Call {
  /** As Amazon's documentation names it. */
  operation: string
  rate: Rate
  /** Whose turns are counted together. */
  account: string
  question: Question
  /** Statuses beyond 2xx that are an answer too. */
  alsoFine?: readonly number[]
}

/** Throws `AmazonError`. */
export async function call(service: Service, asked: Call): Promise<Answer> {
  const { pace, consent } = service
  const key = `${asked.operation} ${asked.account}`
  let waitedMs = 0
  let failures = 0
  let isSecondToken = false
  while (true) {
    let isSent = false
    try {
      const accessToken = await pace.accessTokens.current(consent.id, consent.renew)
      waitedMs += await pace.turn(key, asked.rate, WAIT_MS_MAX - waitedMs)
      isSent = true
      const answer = await send(service, asked, accessToken)
      if (answer.status === 429) {
        pace.refused(key, asked.rate, retryAfterIn(answer, service.now()).retryAfterMs)
      } else if ((answer.status === 401 || answer.status === 403) && !isSecondToken) {
        // An expired token, an ended consent and a missing role look alike. A new token tells them apart.
        isSecondToken = true
        pace.accessTokens.forget(consent.id, accessToken)
      } else {
        if (answer.status < 500) pace.accepted(key, asked.rate, rateIn(answer))
        if ((answer.status >= 200 && answer.status < 300) || asked.alsoFine?.includes(answer.status))
          return answer
        throw refusal(answer, asked.operation, service.now(), secretsOf(asked, accessToken))
      }
    } catch (error) {
      failures += 1
      const mayHaveBeenDone = isSent && asked.question.method !== 'GET'
      if (mayHaveBeenDone || failures === FAILURES_MAX || !isPassing(error)) throw error
      waitedMs += await pace.pause(failures)
    }
  }
}

const secretsOf = ({ question: { headers } }: Call, accessToken: string): string[] => {
  const own = headers['x-amz-access-token']
  return own ? [accessToken, own] : [accessToken]
}

const rateIn = ({ headers }: Answer): number | undefined =>
  Number(headers.get('x-amzn-ratelimit-limit')) || undefined

function send({ fetch, headers }: Service, { question }: Call, accessToken: string): Promise<Answer> {
  return request(fetch, { ...question, headers: { ...headers(accessToken), ...question.headers } })
}

/** Of a kind that is often over in a second. */
function isPassing(error: unknown): boolean {
  return error instanceof AmazonError && error.kind === 'LATER' && error.retryAfterMs === undefined
}

/** The Selling Partner API lists errors; the Advertising API has one, and calls its text by several names. */
const Refusal = z.object({ code: z.coerce.string().nullish(), message: z.string().nullish() })
const Refusals = z.union([
  z.object({ errors: z.array(Refusal).min(1) }).transform(({ errors }) => errors[0]!),
  z
    .object({
      code: Refusal.shape.code,
      message: z.string().nullish(),
      details: z.string().nullish(),
      detail: z.string().nullish(),
    })
    .transform(({ code, details, detail, message }) => ({ code, message: details ?? detail ?? message })),
])

function refusal(answer: Answer, operation: string, now: Date, secrets: readonly string[]): AmazonError {
  const { status } = answer
  const refused = Refusals.safeParse(jsonIn(answer)).data
  const said = fitToShow([refused?.code, refused?.message].filter(Boolean).join(': '), secrets)
  const text = `${operation} was answered ${status}${said && ` (${said})`}`
  const kind = kindOf(status, said, refused !== undefined)
  return new AmazonError(kind, text, { ...requestIdIn(answer), ...laterIn(answer, now) })
}

const laterIn = (answer: Answer, now: Date): { retryAfterMs?: number } =>
  answer.status >= 500 ? retryAfterIn(answer, now) : {}

function kindOf(status: number, said: string, isOfApi: boolean): AmazonError['kind'] {
  if (status === 401 || status === 403) {
    // Whoever stands before the API, or on the way to it, has a page of their own, and knows nothing of roles.
    if (!isOfApi) return 'LATER'
    return /\brevoked\b/i.test(said) ? 'REVOKED' : 'DENIED'
  }
  return status >= 400 && status < 500 && status !== 408 ? 'WRONG' : 'LATER'
}

/** Names a consent in memory without being its token. */
export const consentId = (refreshToken: string): string =>
  createHash('sha256').update(refreshToken).digest('base64url')
