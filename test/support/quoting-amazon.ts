/**
 * Stands before the pretend Amazon, knows every secret that passes through it, and can answer with what was said to it, as
 * services do that tell a programmer what was wrong.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Fields of forms and answers that let somebody in. */
const FIELDS = ['refresh_token', 'access_token', 'client_secret', 'code'] as const
type Kind = (typeof FIELDS)[number]

interface Quotation {
  /** Method and path, without the host. */
  of: RegExp
  status: number
  /** Of the answer's error, as Login with Amazon names it. */
  error?: string
}

export class QuotingAmazon implements AsyncDisposable {
  origin = ''
  /** Every secret that was sent or given, with what it is. */
  readonly secrets = new Map<string, Kind>()
  readonly #quotations: Quotation[] = []
  readonly #behind: string
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  private constructor(behind: string) {
    this.#behind = behind
  }

  /** @param behind the origin of the pretend Amazon */
  static async start(behind: string): Promise<QuotingAmazon> {
    const amazon = new QuotingAmazon(behind)
    amazon.#server.listen(0, '127.0.0.1')
    await once(amazon.#server, 'listening')
    amazon.origin = `http://127.0.0.1:${(amazon.#server.address() as AddressInfo).port}`
    return amazon
  }

  /** Answers the next questions of these kinds with what they say, each once. */
  quote(...quotations: Quotation[]): void {
    this.#quotations.push(...quotations)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const body = await text(request)
    const path = url.replace(/^\/[^/]+|\?.*$/g, '')
    const form = new URLSearchParams(path === '/auth/o2/token' ? body : '')
    const said = new Map<string, Kind>()
    for (const field of FIELDS) if (form.get(field)) said.set(form.get(field)!, field)
    const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
    for (const token of [bearer, headers['x-amz-access-token']])
      if (typeof token === 'string') said.set(token, 'access_token')
    for (const [secret, kind] of said) this.secrets.set(secret, kind)

    const next = this.#quotations.findIndex(({ of }) => of.test(`${method} ${path}`))
    if (next !== -1) {
      const [quotation] = this.#quotations.splice(next, 1) as [Quotation]
      const everything = [...said.keys()].join(' and ')
      const detail = `You said ${everything}, ${JSON.stringify(headers)} and ${body}`
      response.writeHead(quotation.status, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          error: quotation.error ?? everything,
          error_description: detail,
          errors: [{ code: 'InvalidInput', message: detail, details: detail }],
          code: '400',
          details: detail,
          // In place of what was agreed.
          access_token: [everything],
          reportId: [everything],
        }),
      )
      return
    }
    const answer = await fetch(`${this.#behind}${url}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).filter(
          ([name, value]) =>
            typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name),
        ) as [string, string][],
      ),
      redirect: 'manual',
      ...(body && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    // Links to documents lead here as well.
    const shown = isJson ? Buffer.from(bytes.toString().replaceAll(this.#behind, this.origin)) : bytes
    if (path === '/auth/o2/token')
      for (const [field, value] of Object.entries(JSON.parse(shown.toString()) as Record<string, unknown>))
        if (FIELDS.includes(field as Kind)) this.secrets.set(String(value), field as Kind)
    const given = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name),
      ),
    )
    response.writeHead(answer.status, given).end(shown)
  }

  /** Whether everything was quoted that was to be. */
  get isDone(): boolean {
    return this.#quotations.length === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}
