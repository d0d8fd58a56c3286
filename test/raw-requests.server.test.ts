/** Requests as no client writes them, over bare sockets. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Installation } from '#server/main.ts'
import { formsOf } from './support/drawn-cases.ts'
import { seededInstallation } from './support/installation.ts'

const { open } = seededInstallation()

/** The address as it stands in the request line is the test's; the answer is all that came back. */
async function send(
  { app }: Installation,
  requestLine: string,
  { headers = ['Host: localhost'], body = '' }: { headers?: string[]; body?: string } = {},
): Promise<{ status: number; answer: string }> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  await once(socket, 'connect')
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
  socket.end([`${requestLine} HTTP/1.1`, ...headers, 'Connection: close', ...length, '', body].join('\r\n'))
  const answer = await text(socket)
  return { status: Number(answer.split(' ')[1]), answer }
}

const SPELLINGS_OF_TRPC = [
  'GET /trpc/session.getUser',
  'GET /%74rpc/session.getUser',
  'GET /%74%72%70%63/session%2EgetUser',
  'GET http://localhost/trpc/session.getUser',
  'GET http://localhost:80/%74rpc/session.getUser',
]
const SPELLINGS_OF_IDENTITY = [
  'POST /identity/',
  'POST /identity',
  'POST /%69dentity/',
  'POST /%69%64entity',
  'POST http://localhost/identity/',
]
/** These lead nowhere. They are counted like the others, and no more is said to them. */
const SPELLINGS_OF_NOTHING = [
  'POST //identity/',
  'POST /IDENTITY/',
  'POST /x/..;/identity/',
  'POST /identity/nothing',
  'POST /Trpc/session.getUser',
  'GET //trpc/session.getUser',
]
const CALL = {
  headers: [
    'Host: localhost',
    'Content-Type: application/x-amz-json-1.1',
    'X-Amz-Target: AWSCognitoIdentityProviderService.GetUser',
  ],
  body: '{}',
}

describe('the security check', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await open({
      SEXTANT_LIMIT_CALLS_PER_MINUTE: '2',
      // So that each test comes from an address of its own.
      SEXTANT_TRUSTED_PROXIES: 'loopback',
    })
  })
  afterAll(() => installation.close())

  test.each(
    formsOf([...SPELLINGS_OF_TRPC, ...SPELLINGS_OF_IDENTITY, ...SPELLINGS_OF_NOTHING], 6).map(
      (line, index) => [line, `203.0.113.${index}`] as const,
    ),
  )('%s is counted and has to pass it, however it is spelt', async (line, address) => {
    const from = `X-Forwarded-For: ${address}`
    const request = (spelling: string) =>
      send(
        installation,
        spelling,
        spelling.startsWith('POST')
          ? { ...CALL, headers: [...CALL.headers, from] }
          : { headers: ['Host: localhost', from] },
      )
    const statuses = []
    for (let calls = 1; calls <= 4; calls++) statuses.push((await request(line)).status)
    expect(statuses[0]).not.toBe(405)
    expect(statuses.at(-1)).toBe(405)

    // Under every other spelling too; pages and keys are let be.
    for (const other of [...SPELLINGS_OF_TRPC, ...SPELLINGS_OF_IDENTITY])
      expect((await request(other)).status, other).toBe(405)
    const keys = `GET /identity/${installation.identity!.poolId}/.well-known/jwks.json`
    expect((await request(keys)).status).toBe(200)
    expect((await request('GET /meta')).status).toBe(200)
    const page = await send(installation, 'GET /a/page', {
      headers: ['Host: localhost', 'Accept: text/html', from],
    })
    expect(page.status).not.toBe(405)
  })
})

test('a request with two hosts is no request, and one for another host is not ours', async () => {
  await using installation = await open()
  const two = ['Host: localhost', 'Host: other.example']
  for (const headers of [two, two.toReversed(), ['Host: localhost', 'hOST: localhost']])
    expect((await send(installation, 'GET /meta', { headers })).status).toBe(400)
  expect((await send(installation, 'GET http://other.example/meta')).status).toBe(421)
  expect((await send(installation, 'GET http://localhost/meta')).status).toBe(200)
})

test('nobody is told a host that a request made up', async () => {
  for (const env of [{}, { SEXTANT_TRUSTED_PROXIES: 'loopback' }]) {
    await using installation = await open(env)
    const headers = [
      'Host: localhost:4600',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: javascript',
      'Forwarded: host=evil.example',
    ]
    const { status, answer } = await send(installation, 'GET /app-config.json', { headers })
    expect(status).toBe(200)
    expect(answer).toContain('"userPoolEndpoint":"http://localhost:4600/identity/"')
    expect(answer).not.toContain('evil')
  }
  await using installation = await open({
    SEXTANT_PUBLIC_URL: 'https://sextant.example.com',
    SEXTANT_TRUSTED_PROXIES: 'loopback',
  })
  const led = (line: string) =>
    send(installation, line, {
      headers: ['Host: sextant.example.com', 'X-Forwarded-Proto: http', 'Accept: text/html'],
    })
  for (const line of ['GET //evil.example/a', 'GET https://sextant.example.com//evil.example/a']) {
    const { status, answer } = await led(line)
    expect([status, /^location: (.*)\r$/im.exec(answer)?.[1]]).toEqual([
      308,
      'https://sextant.example.com/evil.example/a',
    ])
  }
})
