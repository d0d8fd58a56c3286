/** For tests: as much of the S3 protocol as the store uses, in memory. It checks no signatures and keeps nothing. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const KEYS_PER_PAGE = 3

export interface ImitationOfS3 {
  /** For `openRawFiles`. */
  address: string
  objects: Map<string, Buffer>
  /** Multipart uploads that were begun and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** One line per request, such as `PUT company/hash.gz`. */
  requests: string[]
  /** Requests for which this is true are answered with an error. */
  failing: (request: string) => boolean
  /** Requests for which this is true are taken and never answered. */
  silent: (request: string) => boolean
  /** Objects for which this is true are sent to their half, and then nothing more comes. */
  stalling: (request: string) => boolean
  stop(): Promise<void>
}

export async function startImitationOfS3(): Promise<ImitationOfS3> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  const s3: Omit<ImitationOfS3, 'address' | 'stop'> = {
    objects,
    uploads,
    requests,
    failing: () => false,
    silent: () => false,
    stalling: () => false,
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://localhost')
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '')
    const query = url.searchParams
    const uploadId = query.get('uploadId')
    const line = `${request.method} ${key}${query.has('partNumber') ? ` part ${query.get('partNumber')}` : ''}`
    requests.push(line)
    const body = await buffer(request)
    const send = (status: number, content: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(content)
    const etag = { etag: `"${createHash('md5').update(body).digest('hex')}"` }

    if (s3.silent(line)) return
    if (s3.failing(line))
      return void send(403, '<Error><Code>AccessDenied</Code><Message>Access denied.</Message></Error>')
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return void send(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (!parts) return void send(404, '<Error><Code>NoSuchUpload</Code></Error>')
      if (request.method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body)
        return void send(200, '', etag)
      }
      uploads.delete(uploadId)
      if (request.method === 'DELETE') return void send(204)
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map((match) => Number(match[1]))
      objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number)!)))
      return void send(200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return void send(200, '', etag)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void send(204)
    }
    if (query.get('list-type') === '2') {
      const after = query.get('continuation-token') ?? ''
      const matching = [...objects.keys()].filter(
        (name) => name.startsWith(query.get('prefix') ?? '') && name > after,
      )
      const page = matching.sort().slice(0, KEYS_PER_PAGE)
      const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
      const more =
        matching.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      return void send(200, `<ListBucketResult>${contents}${more}</ListBucketResult>`)
    }
    const object = objects.get(key)
    if (!object)
      return void send(404, request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    const length = { 'content-length': object.length }
    if (s3.stalling(line))
      return void response.writeHead(200, length).write(object.subarray(0, object.length / 2))
    send(200, request.method === 'HEAD' ? '' : object, length)
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(s3, {
    address: `s3://bucket/raw/files?endpoint=http://127.0.0.1:${port}&region=eu-central-1&forcePathStyle=true`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  })
}
