import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AMAZON, sandboxEndpoints } from './endpoints.ts'
import { fetchPicture } from './picture.ts'
import { standInForAmazon } from './testing.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const HOST = '/m.media-amazon.com'

type Answer = Parameters<typeof standInForAmazon>[0]

async function host(answer: Answer) {
  const amazon = await standInForAmazon(answer)
  const { origin, endpoints } = amazon
  return {
    amazon,
    fetched: (address = `${origin}${HOST}/images/I/51abc.png`, msMax = 60_000, pixels = 75) =>
      fetchPicture({ address, pixels, endpoints, msMax }),
    [Symbol.asyncDispose]: () => amazon[Symbol.asyncDispose](),
  }
}

test('a picture is fetched in the size that is needed, whatever its host calls it, and nobody is told a token', async () => {
  await using place = await host(() => ({ body: PNG, headers: { 'content-type': 'text/html' } }))
  expect(await place.fetched()).toEqual({ contentType: 'image/png', bytes: PNG })
  const [asked] = place.amazon.asked
  expect(asked!.path).toBe(`${HOST}/images/I/51abc._SL75_.png`)
  expect(Object.keys(asked!.headers)).not.toEqual(expect.arrayContaining(['cookie', 'authorization']))
  await place.fetched(`${place.amazon.origin}${HOST}/images/I/51abc._AC_SL1500_.jpg`)
  await place.fetched(`${place.amazon.origin}${HOST}/images/S/other/51abc.jpg`)
  expect(place.amazon.asked.slice(1).map(({ path }) => path)).toEqual([
    `${HOST}/images/I/51abc._SL75_.jpg`,
    `${HOST}/images/S/other/51abc.jpg`,
  ])
})

test.each([
  ['JPEG', '\xff\xd8\xff\xe0rest of it', 'image/jpeg'],
  ['WebP', 'RIFF\n\r\0\x01WEBPVP8 rest of it', 'image/webp'],
  ['a page', '<html><script>1</script></html>', undefined],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', undefined],
  ['a GIF', 'GIF89a', undefined],
  ['nothing', '', undefined],
])('%s', async (_, content, contentType) => {
  await using place = await host(() => ({ body: Buffer.from(content, 'latin1') }))
  expect((await place.fetched())?.contentType).toBe(contentType)
})

test('where the host makes none smaller, there is no small picture', async () => {
  await using place = await host(() => ({ body: Buffer.concat([PNG, Buffer.alloc(900_000)]) }))
  const address = `${place.amazon.origin}${HOST}/images/S/large.png`
  expect([await place.fetched(address), await place.fetched(address, 60_000, 500)]).toEqual([
    undefined,
    expect.objectContaining({ contentType: 'image/png' }),
  ])
})

test('an address that is not of a host of pictures is never asked', async () => {
  await using place = await host(() => ({ body: PNG }))
  const { origin } = place.amazon
  for (const address of [
    'https://example.com/images/I/51abc.png',
    'http://127.0.0.1:1/m.media-amazon.com/images/I/51abc.png',
    `${origin}/api.amazon.com/images/I/51abc.png`,
    `${origin}/m.media-amazon.com.example.com/x.png`,
    `${origin.replace('//', '//user@')}${HOST}/x.png`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'not an address',
    '',
  ])
    expect([address, await place.fetched(address)]).toEqual([address, undefined])
  expect(place.amazon.asked).toEqual([])
  const may = (address: string) => AMAZON.mayHoldPicture(new URL(address))
  expect(may('https://m.media-amazon.com/images/I/51abc.jpg')).toBe(true)
  expect(may('https://images-na.ssl-images-amazon.com/images/I/51abc.jpg')).toBe(true)
  for (const address of [
    'http://m.media-amazon.com/a.jpg',
    'https://m.media-amazon.com:8443/a.jpg',
    'https://m.media-amazon.com.example.com/a.jpg',
    'https://example.com/m.media-amazon.com/a.jpg',
    'https://amazonaws.com/a.jpg',
    'https://169.254.169.254/m.media-amazon.com/a.jpg',
  ])
    expect([address, may(address)]).toEqual([address, false])
  expect(sandboxEndpoints(origin).mayHoldPicture(new URL('https://m.media-amazon.com/a.jpg'))).toBe(false)
})

test('an address that leads elsewhere is followed to hosts of pictures alone, and not in circles', async () => {
  const to = (location: string) => ({ status: 302, headers: { location } })
  await using place = await host(({ path }, origin) => {
    if (path.includes('inside')) return { body: PNG }
    if (path.includes('circle')) return to(`${origin}${path}`)
    return to(path.includes('outside') ? `${origin}/secret.example.com/x.png` : 'inside.png')
  })
  const { origin } = place.amazon
  expect(await place.fetched(`${origin}${HOST}/a.png`)).toMatchObject({ contentType: 'image/png' })
  expect(await place.fetched(`${origin}${HOST}/outside.png`)).toBeUndefined()
  expect(place.amazon.count('/x.png')).toBe(0)
  expect(await place.fetched(`${origin}${HOST}/circle.png`)).toBeUndefined()
  expect(place.amazon.count('circle.png')).toBe(3)
})

test('what is large, also packed, is left', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(5_000_000)])
  await using plain = await host(() => ({ body: large }))
  expect(await plain.fetched()).toBeUndefined()
  const packed = { body: gzipSync(large), headers: { 'content-encoding': 'gzip' } }
  await using small = await host(() => packed)
  expect(await small.fetched()).toBeUndefined()
})

test('what never ends, breaks off or is not there is left', async () => {
  const dripping = (response: ServerResponse) => void response.writeHead(200).write(PNG)
  await using slow = await host(() => dripping)
  expect(await slow.fetched(undefined, 50)).toBeUndefined()
  await using broken = await host(() => (response) => void response.socket!.destroy())
  expect(await broken.fetched()).toBeUndefined()
  await using missing = await host(() => ({ status: 404, body: PNG }))
  expect(await missing.fetched()).toBeUndefined()
})
