import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { endSlowConnections } from './slow-connections.ts'

/** How soon a page that waits looks again, in seconds. */
const AGAIN_SECONDS = 3

/**
 * The port, from the first moment on. Until somebody hands over the app, whoever comes hears that the server is getting
 * ready, and with what.
 */
export class FrontDoor {
  readonly #server: Server
  #answer: RequestListener
  #doing = 'Opening the data'

  private constructor() {
    this.#answer = (request, response) => this.#wait(request.url ?? '/', response)
    this.#server = createServer((request, response) => this.#answer(request, response))
    endSlowConnections(this.#server)
  }

  static async listen({ host, port }: { host: string; port: number }): Promise<FrontDoor> {
    const door = new FrontDoor()
    await new Promise<void>((resolve, reject) => {
      door.#server.once('error', reject).listen({ host, port }, resolve)
    })
    return door
  }

  get address(): string {
    const { address, family, port } = this.#server.address() as AddressInfo
    const host = address === '127.0.0.1' || address === '::1' ? 'localhost' : address
    return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`
  }

  /** Says what the wait is for. */
  set doing(text: string) {
    this.#doing = text
  }

  /** From now on the app answers, under the limits that it was made with. */
  open(app: FastifyInstance): void {
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxRequestsPerSocket } = app.server
    Object.assign(this.#server, {
      requestTimeout,
      headersTimeout,
      keepAliveTimeout,
      timeout,
      maxRequestsPerSocket,
    })
    this.#server.on('clientError', (error, socket) => app.server.emit('clientError', error, socket))
    this.#answer = (request, response) => app.routing(request, response)
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await closed
  }

  #wait(url: string, response: ServerResponse): void {
    const answer = (status: number, type: string, body: string) =>
      response
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          ...(status === 503 && { 'retry-after': String(AGAIN_SECONDS) }),
        })
        .end(body)
    const [path] = url.split('?')
    if (path === '/healthz') answer(200, 'application/json', JSON.stringify({ ok: true }))
    else if (path === '/readyz')
      answer(503, 'application/json', JSON.stringify({ ok: false, doing: this.#doing }))
    else answer(503, 'text/html', page(this.#doing))
  }
}

/** Everything in one file: nothing else is given out yet. */
const page = (doing: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<title>Sextant is getting ready</title>
<style>
:root { color-scheme: light dark; --bg: #ffffff; --ink: #1b262e }
@media (prefers-color-scheme: dark) { :root { --bg: #0c151c; --ink: #ebeff2 } }
body {
  margin: 0; padding: clamp(24px, 12vh, 120px) 2.5rem; background: var(--bg); color: var(--ink);
  font: 0.875rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
main { max-width: 640px; margin: 0 auto }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em }
p { margin: 0.5rem 0 0 }
</style>
</head>
<body>
<main>
<h1>Sextant is getting ready</h1>
<p role="status">${doing.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} …</p>
<p>This page opens it by itself as soon as it is.</p>
</main>
</body>
</html>
`
