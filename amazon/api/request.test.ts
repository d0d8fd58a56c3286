import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { request } from './request.ts'
import { rejection, standInForAmazon } from './testing.ts'

const question = (origin: string) => ({
  method: 'GET' as const,
  url: `${origin}/x`,
  headers: { token: 'secret' },
})

test.each([
  ['nothing', () => () => {}],
  ['a beginning', () => (response: ServerResponse) => response.writeHead(200).write('{')],
])('an answer of which %s arrives in time is for later', async (_, answer) => {
  await using amazon = await standInForAmazon(answer)
  const error = await rejection(request(fetch, question(amazon.origin), { msMax: 50 }))
  expect(error).toMatchObject({ kind: 'LATER', message: 'Amazon does not answer (TimeoutError)' })
})

test('an answer is read up to its limit', async () => {
  await using amazon = await standInForAmazon(() => ({ body: 'x'.repeat(1000) }))
  const { text } = await request(fetch, question(amazon.origin), { bytesMax: 1000 })
  expect(text).toHaveLength(1000)
  expect(await rejection(request(fetch, question(amazon.origin), { bytesMax: 999 }))).toMatchObject({
    kind: 'WRONG',
    requestId: 'request-2',
  })
})

test('an answer that leads elsewhere takes no token there', async () => {
  await using amazon = await standInForAmazon(({ path }) =>
    path === '/x' ? { status: 307, headers: { location: '/elsewhere' } } : {},
  )
  expect((await request(fetch, question(amazon.origin))).status).toBe(307)
  expect(amazon.asked).toHaveLength(1)
})
