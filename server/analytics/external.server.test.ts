import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from './engine.ts'
import { parseUrl, tooWide } from './external.ts'
import { defineQuery, openAnalytics, sql } from './index.ts'
import { openTestAnalytics, serverElsewhere } from './testing.ts'
import type { TestWarehouse } from './testing.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))
const open = (url: string) => openAnalytics({ dataDir: 'unused', schemaDir, url })

async function serverOf(inside: TestWarehouse, grants?: string[]): Promise<string> {
  const [address = expect.fail()] = (await inside.source.endpoint()).addresses
  return serverElsewhere(address, inside.database, grants)
}

test('the address says the user, the database and the cluster', () => {
  expect(parseUrl('http://me:p%40ss@a:8123/shop')).toEqual({
    addresses: [
      {
        url: 'http://a:8123',
        app: { username: 'me', password: 'p@ss' },
        reader: { username: 'me', password: 'p@ss' },
        readerIsConfined: false,
      },
    ],
    database: 'shop',
    layout: {},
  })
  expect(parseUrl('https://a, https://b?cluster=all&engine=Replicated')).toMatchObject({
    addresses: [{ url: 'https://a' }, { url: 'https://b' }],
    layout: { cluster: 'all', isReplicated: true },
  })
})

test('an address that cannot be meant is refused without being repeated', () => {
  for (const url of ['me:secret@host', 'clickhouse://me:secret@host:9000', 'http://a?engine=Magic:secret']) {
    expect(() => parseUrl(url)).toThrow('SEXTANT_CLICKHOUSE_URL')
    expect(() => parseUrl(url)).not.toThrow('secret')
  }
})

test('a server works as the embedded engine does, and its reader cannot write either', async () => {
  await using inside = await openTestAnalytics({ schemaDir, nodes: 1 })
  await using outside = await open(await serverOf(inside))
  await outside.insertRows('sales', [
    { company_id: 'acme', sku: 'A', sold_on: '2026-01-30', amount: '1.50', quantity: 1 },
  ])
  const define = (statement: ReturnType<typeof sql>) =>
    defineQuery({ name: 'a_query', params: z.object({}), row: z.unknown(), sql: statement })
  expect(
    await outside.run(
      define(sql`SELECT sku, amount FROM sales WHERE company_id = {companyId:String}`),
      { id: 'acme' },
      {},
    ),
  ).toEqual([{ sku: 'A', amount: '1.5' }])
  // Its own limit of the length of a parameter is 128 kB.
  const skus = Array.from({ length: 10_000 }, (_, index) => `${index}`.padEnd(100, 'é'))
  const many = defineQuery({
    name: 'many',
    params: z.object({ skus: z.array(z.string()) }),
    row: z.object({ known: z.number(), unknown: z.number(), n: z.string() }),
    sql: sql`SELECT {skus:Array(String)}[10000] IN {skus:Array(String)} AS known, 'A' IN {skus:Array(String)} AS unknown,
      length({skus:Array(String)}) AS n WHERE {companyId:String} = 'acme'`,
  })
  expect(await outside.run(many, { id: 'acme' }, { skus })).toEqual([{ known: 1, unknown: 0, n: '10000' }])
  await expect(
    outside.run(define(sql`INSERT INTO sales (sku) SELECT {companyId:String}`), { id: 'acme' }, {}),
  ).rejects.toMatchObject({ type: 'READONLY' })
})

test('a server that is not there, or does not know us, is told with what to set', async () => {
  await using inside = await openTestAnalytics({ schemaDir, nodes: 1 })
  const url = new URL(await serverOf(inside))
  url.password = 'wrong'
  await expect(open(url.href)).rejects.toThrow(
    /^ClickHouse at 127\.0\.0\.1:\d+ refuses the user or the password\. Set both in SEXTANT_CLICKHOUSE_URL/,
  )
  await expect(open(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow(
    /^ClickHouse at 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)\. Check that SEXTANT_CLICKHOUSE_URL/,
  )
})

test('a server that hangs up before a word was said is no answer either', async () => {
  // A plain port behind https://, as behind a wrong proxy.
  const server = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    await expect(open(`https://127.0.0.1:${port}`)).rejects.toThrow(
      /^ClickHouse at 127\.0\.0\.1:\d+ does not answer \(ECONNRESET\)\. Check that SEXTANT_CLICKHOUSE_URL/,
    )
  } finally {
    server.close()
  }
})

test('a user who may do more than is needed is refused, with what it is', async () => {
  await using inside = await openTestAnalytics({ schemaDir, nodes: 1 })
  const grants = ['GRANT READ, WRITE ON FILE TO app', `GRANT SELECT ON ${inside.database}.* TO app`]
  await expect(open(await serverOf(inside, grants))).rejects.toThrow(
    /^ClickHouse at 127\.0\.0\.1:\d+ gives the user "app" more than Sextant needs: READ ON FILE; WRITE ON FILE\. Make a user/,
  )
})

test.each([
  ['GRANT ALL ON *.* TO default WITH GRANT OPTION', ['ALL ON *.*', 'GRANT OPTION ON *.*']],
  ['GRANT SELECT, FILE, URL ON *.* TO a', ['SELECT ON *.*', 'FILE ON *.*', 'URL ON *.*']],
  ['GRANT READ ON S3 TO a', ['READ ON S3']],
  ['GRANT S3, REMOTE, CREATE TEMPORARY TABLE ON *.* TO a', ['S3 ON *.*', 'REMOTE ON *.*']],
  ['GRANT ACCESS MANAGEMENT ON *.* TO a', ['ACCESS MANAGEMENT ON *.*']],
  ['GRANT SELECT, INSERT ON bank.* TO a', ['SELECT ON bank.*', 'INSERT ON bank.*']],
  ['GRANT SELECT(name, value), DROP ON system.settings TO a', ['DROP ON system.settings']],
  [
    'GRANT CREATE DICTIONARY, CREATE FUNCTION ON shop.* TO a',
    ['CREATE DICTIONARY ON shop.*', 'CREATE FUNCTION ON shop.*'],
  ],
  ['GRANT SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE, SHOW ON shop.* TO a', []],
  ['GRANT SELECT, CREATE DATABASE ON `sextant`*.* TO a', []],
  ['GRANT SELECT ON system.* TO a', []],
  ['GRANT KILL QUERY, SYSTEM FLUSH DISTRIBUTED ON *.* TO a', []],
  ['GRANT TABLE ENGINE ON MergeTree TO a', []],
  ['REVOKE SELECT ON bank.* FROM a', []],
])('of %s is too wide: %j', (grant, wide) => {
  expect(tooWide([grant], 'shop')).toEqual(wide)
})

test('the user that compose.yaml makes is not too wide', () => {
  const config = readFileSync(new URL('../../deploy/clickhouse-users.xml', import.meta.url), 'utf8')
  const grants = [...config.matchAll(/<query>(.*)<\/query>/g)].map(([, grant]) => `${grant} TO sextant`)
  expect(grants).toHaveLength(4)
  expect(tooWide(grants, 'sextant')).toEqual([])
})
