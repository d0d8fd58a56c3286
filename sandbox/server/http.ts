import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request to one of Amazon's hosts. */
export interface Asked {
  method: string
  /** Amazon's host; empty for the sandbox's own pages. */
  host: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** Where whoever asks reaches a host of Amazon's. */
  at(host: string): string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export const json = (status: number, content: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(content),
})

export const header = (asked: Asked, name: string): string => {
  const value = asked.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** Whether a browser sends this for a page of another origin. What is no browser names none. */
export function isOfAnotherPage(asked: Asked): boolean {
  const origin = header(asked, 'origin')
  const site = header(asked, 'sec-fetch-site') || 'same-origin'
  return site !== 'same-origin' || (origin !== '' && origin !== `http://${header(asked, 'host')}`)
}

/** More than any question of Amazon's APIs. */
const BODY_BYTES_MAX = 64 * 1024

/** @returns undefined when it is longer than any question is */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Whoever sends too much is told so, on the connection that it still comes by.
  const incoming = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A form's fields; where one is given twice, the last counts. */
export const formOf = ({ body }: Asked): Map<string, string> => new Map(new URLSearchParams(body.toString()))

/** What the body holds; undefined where it is no JSON. */
export function jsonOf({ body }: Asked): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
