/** An Amazon on this machine for tests, and a clock that sleeps at once. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pace, sandboxEndpoints, type Endpoints } from '../index.ts'

interface Asked {
  method: string
  /** Path with the host of Amazon's before it, and query. */
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

interface AnswerGiven {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: unknown
}

/** An answer, or what writes one by itself. */
type Given = AnswerGiven | ((response: ServerResponse) => void)

interface StandIn extends AsyncDisposable {
  origin: string
  endpoints: Endpoints
  asked: Asked[]
  /** How often a path that ends so was asked. */
  count(ending: string): number
}

export async function standInForAmazon(answer: (asked: Asked, origin: string) => Given): Promise<StandIn> {
  const all: Asked[] = []
  const server = createServer((request, response) => void respond(request, response))
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url!, origin)
    const asked: Asked = {
      method: request.method!,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    all.push(asked)
    const given = answer(asked, origin)
    if (typeof given === 'function') return given(response)
    const { status = 200, headers = {}, body = '' } = given
    response.writeHead(status, { 'x-amzn-requestid': `request-${all.length}`, ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    endpoints: sandboxEndpoints(origin),
    asked: all,
    count: (ending) => all.filter(({ path }) => path.endsWith(ending)).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whoever sleeps sets the clock forward; `waits` are their milliseconds. */
export function paceWithClock(random = 1): { pace: Pace; waits: number[]; clock: { ms: number } } {
  const clock = { ms: 1_000_000 }
  const waits: number[] = []
  const pace = new Pace({
    now: () => clock.ms,
    sleep: async (ms) => {
      waits.push(ms)
      clock.ms += ms
    },
    random: () => random,
  })
  return { pace, waits, clock }
}

export const isTokenQuestion = ({ path }: { path: string }): boolean => path.endsWith('/auth/o2/token')

/** A grant with a number of its own, so that tokens can be told apart. */
export const grantNumber = (number: number): AnswerGiven => ({
  body: { access_token: `access-${number}`, token_type: 'bearer', expires_in: 3600 },
})

/** What a promise was rejected with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
