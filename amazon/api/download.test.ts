import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { collected } from '../testing.ts'
import { download, type Download } from './download.ts'
import { AMAZON } from './endpoints.ts'
import { paceWithClock, rejection, standInForAmazon } from './testing.ts'

const CONTENT = Buffer.from(Array.from({ length: 50_000 }, (_, i) => `row ${i}\n`).join(''))

type Answer = Parameters<typeof standInForAmazon>[0]
type Asked = Parameters<Answer>[0]

async function bucket(answer: Answer, more: Partial<Download> = {}) {
  const amazon = await standInForAmazon(answer)
  const { pace } = paceWithClock()
  const { endpoints, origin } = amazon
  const read = async (path = '/bucket/document'): Promise<Buffer> => {
    const asked = { address: `${origin}${path}`, endpoints, fetch, pace, bytesMax: 10_000_000, ...more }
    return Buffer.concat(await collected(download(asked).bytes))
  }
  return { amazon, read, [Symbol.asyncDispose]: () => amazon[Symbol.asyncDispose]() }
}

const ETAG = { etag: '"one"' }

/** Sends from where it is asked, and breaks off after some bytes. */
function breakingOff({ headers }: Asked, bytes: number, sent: Record<string, string> = ETAG) {
  return (response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const isRest = from > 0 && headers['if-range'] === sent['etag']
    const content = CONTENT.subarray(isRest ? from : 0)
    response.writeHead(isRest ? 206 : 200, {
      ...sent,
      'content-length': content.length,
      ...(isRest && { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }),
    })
    if (content.length <= bytes) return void response.end(content)
    response.write(content.subarray(0, bytes), () => response.destroy())
  }
}

test('a document arrives whole, and nobody is told a token', async () => {
  await using place = await bucket(() => ({ body: CONTENT }))
  expect((await place.read()).equals(CONTENT)).toBe(true)
  const [asked] = place.amazon.asked
  expect(Object.keys(asked!.headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ])
})

test('what is stored compressed stays so; what was packed for the way is unpacked', async () => {
  const packed = gzipSync(CONTENT)
  await using stored = await bucket(() => ({ body: packed, headers: { 'content-type': 'application/gzip' } }))
  expect((await stored.read()).equals(packed)).toBe(true)
  await using onTheWay = await bucket(() => ({ body: packed, headers: { 'content-encoding': 'gzip' } }))
  expect((await onTheWay.read()).equals(CONTENT)).toBe(true)
})

test('the answer says in which characters a document is', async () => {
  const charsetOf = async (type: string) => {
    await using amazon = await standInForAmazon(() => ({ body: CONTENT, headers: { 'content-type': type } }))
    const { pace } = paceWithClock()
    const { endpoints, origin } = amazon
    const address = `${origin}/bucket/document`
    const document = download({ address, endpoints, fetch, pace, bytesMax: 10_000_000 })
    expect(document.charset!()).toBeUndefined()
    await collected(document.bytes)
    return document.charset!()
  }
  expect(await charsetOf('text/plain; charset=Shift_JIS')).toBe('Shift_JIS')
  expect(await charsetOf('text/plain;charset="Cp1252"')).toBe('Cp1252')
  expect(await charsetOf('application/octet-stream')).toBeUndefined()
})

test('a broken connection is taken up where it was', async () => {
  await using place = await bucket((asked) => breakingOff(asked, 100_000))
  expect((await place.read()).equals(CONTENT)).toBe(true)
  const ranges = place.amazon.asked.map(({ headers }) => headers.range)
  expect(ranges.length).toBeGreaterThan(3)
  expect(ranges.slice(0, 2)).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)])
})

test('rests of another document are not put together', async () => {
  let answers = 0
  await using changed = await bucket((asked) => breakingOff(asked, 100_000, { etag: `"${answers++}"` }))
  expect(await rejection(changed.read())).toMatchObject({ kind: 'LATER' })
  expect(changed.amazon.asked).toHaveLength(2)
  await using unnamed = await bucket((asked) => breakingOff(asked, 100_000, {}))
  expect(await rejection(unnamed.read())).toMatchObject({ kind: 'LATER' })
  expect(unnamed.amazon.asked).toHaveLength(1)
})

test('a document that breaks off again and again is given up', async () => {
  await using place = await bucket((asked) => breakingOff(asked, 1000))
  expect(await rejection(place.read())).toMatchObject({ kind: 'LATER' })
  expect(place.amazon.asked).toHaveLength(11)
})

test('silence is a broken connection', async () => {
  let answers = 0
  await using place = await bucket(
    (asked) =>
      answers++ === 0 ? (response) => response.writeHead(200, ETAG).write('begun') : breakingOff(asked, 1e9),
    { stallMsMax: 50 },
  )
  expect((await place.read()).subarray(5).equals(CONTENT.subarray(5))).toBe(true)
})

test('an address that has expired is asked for once more', async () => {
  const renewed: string[] = []
  const expiredAt = (path: string) => ({ status: path.endsWith('new') ? 200 : 403, body: CONTENT })
  await using place = await bucket(({ path }) => expiredAt(path), {
    newAddress: async () => (renewed.push('asked'), `${place.amazon.origin}/bucket/new`),
  })
  expect((await place.read()).equals(CONTENT)).toBe(true)
  expect(renewed).toEqual(['asked'])

  await using useless = await bucket(() => ({ status: 403 }), {
    newAddress: async () => `${useless.amazon.origin}/bucket/newer`,
  })
  expect(await rejection(useless.read())).toMatchObject({ kind: 'LATER' })
  expect(useless.amazon.asked).toHaveLength(2)
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'https://bucket.s3.amazonaws.com.evil.example/x',
  'https://user:password@bucket.s3.amazonaws.com/x',
  'file:///etc/passwd',
  'not an address',
])('nothing is fetched from %s', async (address) => {
  let isAsked = false
  const fetch = async () => ((isAsked = true), new Response(''))
  const { pace } = paceWithClock()
  const asked = { address, endpoints: AMAZON, fetch, pace, bytesMax: 1000 }
  expect(() => download(asked)).toThrow(expect.objectContaining({ kind: 'DENIED' }))
  expect(isAsked).toBe(false)
})

test.each(['http://169.254.169.254/latest/meta-data', 'http://localhost:1/x', 'file:///etc/passwd'])(
  'a document that leads to %s is not followed',
  async (location) => {
    await using place = await bucket(() => ({ status: 302, headers: { location } }))
    expect(await rejection(place.read())).toMatchObject({ kind: 'DENIED' })
    expect(place.amazon.asked).toHaveLength(1)
  },
)

test('a document may move within its host, but not for ever', async () => {
  await using place = await bucket(({ path }) =>
    path === '/bucket/document' ? { status: 307, headers: { location: '/moved' } } : { body: CONTENT },
  )
  expect((await place.read()).equals(CONTENT)).toBe(true)
  await using circle = await bucket(() => ({ status: 302, headers: { location: '/bucket/document' } }))
  expect(await rejection(circle.read())).toMatchObject({ kind: 'LATER' })
  expect(circle.amazon.asked).toHaveLength(4)
})

test('too large is refused, said beforehand or not, packed or not', async () => {
  const bombs: ReturnType<Answer>[] = [
    { body: CONTENT },
    { body: gzipSync(Buffer.alloc(2_000_000)), headers: { 'content-encoding': 'gzip' } },
    (response: ServerResponse) => {
      response.write(CONTENT)
      response.end(CONTENT)
    },
  ]
  for (const bomb of bombs) {
    await using place = await bucket(() => bomb, { bytesMax: 200_000 })
    expect(await rejection(place.read())).toMatchObject({
      kind: 'WRONG',
      message: 'The document has more than 0.2 MB',
    })
  }
})

test('what is not there is said', async () => {
  await using place = await bucket(() => ({ status: 404, headers: { 'x-amz-request-id': 's3' } }))
  expect(await rejection(place.read())).toMatchObject({ kind: 'WRONG' })
})

test('documents lie in the buckets of Amazon, and private networks do not', () => {
  const may = (address: string) => AMAZON.mayDownloadFrom(new URL(address))
  for (const host of [
    'tortuga-prod-eu.s3-eu-west-1.amazonaws.com',
    'tortuga-prod-na.s3-external-1.amazonaws.com',
    'reports.s3.us-gov-west-1.amazonaws.com',
    'a.b.s3.dualstack.us-west-2.amazonaws.com',
    's3.amazonaws.com',
  ])
    expect([host, may(`https://${host}/x`)]).toEqual([host, true])
  for (const address of [
    'http://bucket.s3.amazonaws.com/',
    'https://bucket.s3.amazonaws.com:8443/',
    'https://internal-1.eu-west-1.elb.amazonaws.com/',
    'https://bucket.vpce-1.s3.us-east-1.vpce.amazonaws.com/',
    'https://ec2-1-2-3-4.compute-1.amazonaws.com/',
    'https://amazonaws.com/',
    'https://evils3.amazonaws.com/',
  ])
    expect([address, may(address)]).toEqual([address, false])
})
