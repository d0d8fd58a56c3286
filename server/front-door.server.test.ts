import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { FrontDoor } from './front-door.ts'

test('a server that is getting ready says so at its address, and then its app answers there', async () => {
  const door = await FrontDoor.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => door.close())
  expect(door.address).toMatch(/^http:\/\/localhost:\d+$/)
  const get = (path: string) => fetch(`${door.address}${path}`)

  door.doing = 'Changing <tables>'
  expect((await get('/healthz')).status).toBe(200)
  const ready = await get('/readyz')
  expect({ status: ready.status, body: await ready.json() }).toEqual({
    status: 503,
    body: { ok: false, doing: 'Changing <tables>' },
  })
  const page = await get('/some/page?x=1')
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('3')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await page.text()
  expect(html).toContain('Sextant is getting ready')
  expect(html).toContain('Changing &lt;tables> …')
  expect(html).toContain('<meta http-equiv="refresh" content="3">')
  // Whatever it asked for would be this page again.
  expect(html).not.toMatch(/src=|href=|url\(|@import|<script/)

  const app = Fastify({ requestTimeout: 12_345 })
  app.get('/', () => 'the app')
  await app.ready()
  door.open(app)
  expect(await (await get('/')).text()).toBe('the app')
  expect((await get('/readyz')).status).toBe(404)
})

test('a port that is taken is an error that says so', async () => {
  const door = await FrontDoor.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => door.close())
  const port = Number(new URL(door.address).port)
  await expect(FrontDoor.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
