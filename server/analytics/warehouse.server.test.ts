import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AnalyticsError, defineQuery, sql } from './index.ts'
import { openTestAnalytics } from './testing.ts'
import type { TestWarehouse } from './testing.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))
const acme = { id: 'acme' }
const other = { id: 'other' }
const january = { from: '2026-01-01', to: '2026-01-31' }

const salesBySku = defineQuery({
  name: 'sales_by_sku',
  params: z.object({ from: z.iso.date(), to: z.iso.date(), skus: z.array(z.string()) }),
  row: z.object({ sku: z.string(), total: z.string(), units: z.string(), first: z.iso.date() }),
  sql: sql`
    SELECT sku, sum(amount) AS total, sum(quantity) AS units, min(sold_on) AS first
    FROM sales
    WHERE company_id = {companyId:String} AND sold_on BETWEEN {from:Date} AND {to:Date} AND sku IN {skus:Array(String)}
    GROUP BY sku ORDER BY sku`,
})

const sale = (values: object) => ({
  company_id: 'acme',
  sku: 'A',
  sold_on: '2026-01-30',
  amount: '1',
  quantity: 1,
  ...values,
})

/** A statement that takes minutes. */
const slow = sql`SELECT count() AS n FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number), {companyId:String})`

async function running(analytics: TestWarehouse, text: string): Promise<number> {
  const [row] = await analytics.rows<{ n: string }>(
    'SELECT count() AS n FROM system.processes WHERE position(query, {text:String}) > 0 AND query_id != queryID()',
    { params: { text } },
  )
  return Number(row?.n)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

test('a read gives the rows of its own company, with exact decimals and large integers as text', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  await analytics.insertRows('sales', [
    sale({ amount: '12345678901234.5678', quantity: 9007199254740993n }),
    sale({ sold_on: '2026-01-31', amount: '0.10', quantity: 0 }),
    sale({ sku: 'B', sold_on: '2026-02-01' }),
    sale({ company_id: 'other', amount: '7', quantity: 2 }),
  ])

  expect(await analytics.run(salesBySku, acme, { ...january, skus: ['A', 'B'] })).toEqual([
    { sku: 'A', total: '12345678901234.6678', units: '9007199254740993', first: '2026-01-30' },
  ])
  expect(await analytics.run(salesBySku, other, { ...january, skus: ['A'] })).toEqual([
    { sku: 'A', total: '7', units: '2', first: '2026-01-30' },
  ])
})

test('a condition on the company that was forgotten or got wrong gives no other company away', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const companies = ['acme', 'other', `o'b\\rien`, '', `') OR 1 --`]
  await analytics.insertRows(
    'sales',
    companies.flatMap((company_id, i) =>
      Array.from({ length: i + 1 }, (_, j) => sale({ company_id, sku: `${j}` })),
    ),
  )
  const leaky = defineQuery({
    name: 'leaky',
    params: z.object({}),
    row: z.object({ direct: z.array(z.string()), joined: z.array(z.string()), nested: z.array(z.string()) }),
    sql: sql`
      WITH everyone AS (SELECT company_id, sku FROM sales)
      SELECT
        groupArrayDistinct(a.company_id) AS direct,
        groupArrayDistinct(b.company_id) AS joined,
        (SELECT groupArrayDistinct(company_id) FROM everyone WHERE sku IN (SELECT sku FROM sales)) AS nested
      FROM sales AS a
      INNER JOIN sales AS b ON a.sku = b.sku
      WHERE {companyId:String} != 'nobody'`,
  })
  for (const id of companies) {
    expect(await analytics.run(leaky, { id }, {})).toEqual([{ direct: [id], joined: [id], nested: [id] }])
  }
  expect(await analytics.run(leaky, { id: 'new' }, {})).toEqual([{ direct: [], joined: [], nested: [] }])
})

test('a hundred reads at once are all answered', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  await analytics.insertRows('sales', [sale({})])
  const reads = Array.from({ length: 100 }, () =>
    analytics.run(salesBySku, acme, { ...january, skus: ['A'] }),
  )
  expect(new Set((await Promise.all(reads)).map((rows) => rows.length))).toEqual(new Set([1]))
})

test('parameters may be thousands of texts with any characters', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const odd = [
    "'",
    '\\',
    '\t',
    '\n',
    '\r',
    '"',
    '`',
    'é',
    '漢',
    '😀',
    '{',
    '}',
    '[',
    ',',
    '%',
    '&',
    '+',
    '\0',
    '\b',
    '--',
    '\\N',
  ]
  const skus = Array.from(
    { length: 5_000 },
    (_, i) => `${odd[i % odd.length]}${randomBytes(9).toString('base64')}${odd[(i * 7) % odd.length]}`,
  )
  await analytics.insertRows(
    'sales',
    skus.map((sku) => sale({ sku })),
  )

  expect(await analytics.run(salesBySku, acme, { ...january, skus })).toHaveLength(5_000)
  const echoed = await analytics.rows<{ skus: string[] }>('SELECT {skus:Array(String)} AS skus', {
    params: { skus },
  })
  expect(echoed).toEqual([{ skus }])
  await analytics.command(
    'ALTER TABLE {{local sales}} DELETE WHERE sku IN {skus:Array(String)} SETTINGS mutations_sync = 2',
    { params: { skus: skus.slice(1) }, onEveryNode: 'ALL' },
  )
  expect(await analytics.rows('SELECT sku FROM sales')).toEqual([{ sku: skus[0] }])
})

test('short and long parameters of a command arrive the same', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const notes = ['plain', "tab\t newline\n return\r quote' backslash\\ null\0 \\N", null]
  for (const padding of [1, 10_000]) {
    await analytics.command('TRUNCATE TABLE {{local sales}}', { onEveryNode: 'ALL' })
    for (const note of notes) {
      await analytics.command(
        `INSERT INTO sales SELECT 'acme', {sku:String}, {day:Date}, {amount:Decimal(38, 4)}, {quantity:Int64}, {note:Nullable(String)}`,
        { params: { sku: 'x'.repeat(padding), day: '2026-01-30', amount: '-12.3450', quantity: -5, note } },
      )
    }
    expect(await analytics.rows(`SELECT * FROM sales ORDER BY length(note) NULLS LAST`)).toEqual(
      notes.map((note) => ({
        company_id: 'acme',
        sku: 'x'.repeat(padding),
        sold_on: '2026-01-30',
        amount: '-12.345',
        quantity: '-5',
        note,
      })),
    )
  }
})

test('nullable parameters may be left out, others may not; dates are text', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const query = defineQuery({
    name: 'optional',
    params: z.object({ note: z.string().nullish(), days: z.array(z.iso.date()) }),
    row: z.object({ note: z.string().nullable(), days: z.array(z.iso.date()), ratio: z.number().nullable() }),
    sql: sql`SELECT {note:Nullable(String)} AS note, {days:Array(Date)} AS days, 1 / 0 AS ratio, {companyId:String}`,
  })
  const days = ['2024-02-29', '2026-01-30']
  expect(await analytics.run(query, acme, { days })).toEqual([{ note: null, days, ratio: null }])
  expect(await analytics.run(query, acme, { days: [], note: '' })).toEqual([
    { note: '', days: [], ratio: null },
  ])

  const required = defineQuery({
    name: 'required',
    params: z.object({ note: z.string().optional(), day: z.unknown() }),
    row: z.object({}),
    sql: sql`SELECT {note:String}, {day:Date}, {companyId:String}`,
  })
  await expect(analytics.run(required, acme, { day: '2026-01-30' })).rejects.toThrow(
    '{note:String} has no value',
  )
  await expect(analytics.run(required, acme, { note: '', day: new Date() })).rejects.toThrow(
    'a Date has a time zone',
  )
})

test('a row that its schema does not expect is our own fault, and names no value', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const query = defineQuery({
    name: 'wrong_row',
    params: z.object({}),
    row: z.object({ total: z.number() }),
    sql: sql`SELECT {companyId:String} AS total`,
  })
  const failed = analytics.run(query, { id: 'secret' }, {})
  await expect(failed).rejects.toThrow(
    "Query wrong_row: the engine's row is not what the schema promises (total:",
  )
  await expect(failed).rejects.not.toThrow('secret')
  await expect(failed).rejects.not.toBeInstanceOf(AnalyticsError)
})

test('run cannot write, look beyond our tables, or raise its own limits', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const attempt = (statement: ReturnType<typeof sql>) =>
    analytics
      .run(defineQuery({ name: 'attempt', params: z.object({}), row: z.unknown(), sql: statement }), acme, {})
      .then(
        () => 'worked',
        (error: unknown) => (error instanceof AnalyticsError ? error.type : error),
      )
  expect(await attempt(sql`INSERT INTO sales (company_id) SELECT {companyId:String}`)).toMatch(
    /READONLY|ACCESS_DENIED/,
  )
  expect(await attempt(sql`SELECT {companyId:String} FROM system.processes`)).toBe('ACCESS_DENIED')
  // Where it begins to look for a file there is no directory, before it comes to grants.
  expect(await attempt(sql`SELECT {companyId:String} FROM file('/etc/passwd', 'LineAsString')`)).not.toBe(
    'worked',
  )
  expect(await attempt(sql`SELECT {companyId:String} FROM url('http://127.0.0.1:1/', 'LineAsString')`)).toBe(
    'ACCESS_DENIED',
  )
  expect(await attempt(sql`SELECT {companyId:String} SETTINGS max_execution_time = 3600`)).toBe(
    'SETTING_CONSTRAINT_VIOLATION',
  )
  expect(await attempt(sql`SELECT {companyId:String} SETTINGS max_memory_usage = 0`)).toBe(
    'SETTING_CONSTRAINT_VIOLATION',
  )
  // Nought is no limit.
  expect(
    await attempt(sql`SELECT {companyId:String} SETTINGS max_temporary_data_on_disk_size_for_query = 0`),
  ).toBe('SETTING_CONSTRAINT_VIOLATION')
  expect(await attempt(sql`SELECT {companyId:String} SETTINGS readonly = 0`)).toBe('READONLY')
})

test('what makes tables cannot read files or call out either', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  for (const statement of [
    `INSERT INTO sales (sku) SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`,
    `INSERT INTO sales (sku) SELECT * FROM remote('127.0.0.1', system.one)`,
    `CREATE TABLE stolen (line String) ENGINE = File(LineAsString, '/etc/passwd')`,
    `CREATE TABLE stolen (line String) ENGINE = URL('http://127.0.0.1:1/', LineAsString)`,
    `CREATE DATABASE elsewhere`,
  ]) {
    await expect(analytics.command(statement), statement).rejects.toMatchObject({ type: 'ACCESS_DENIED' })
  }
  for (const statement of [
    `INSERT INTO sales (sku) SELECT * FROM file('/etc/passwd', 'LineAsString')`,
    `INSERT INTO FUNCTION file('/tmp/sextant-stolen') SELECT 1`,
  ]) {
    await expect(analytics.command(statement), statement).rejects.toThrow('filesystem error')
  }
})

test('an error keeps the code and the name of the statement, and leaves its values out', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const query = defineQuery({
    name: 'too_much',
    params: z.object({ secret: z.string() }),
    row: z.unknown(),
    sql: sql`SELECT throwIf({secret:String} = 'swordfish', 'no'), {companyId:String}`,
  })
  const failed = analytics.run(query, acme, { secret: 'swordfish' })
  await expect(failed).rejects.toMatchObject({
    name: 'AnalyticsError',
    message: 'The analytics engine failed at too_much: FUNCTION_THROW_IF_VALUE_IS_NON_ZERO (code 395).',
    code: '395',
    query: 'too_much',
    unanswered: false,
    cause: { code: '395' },
  })
  await expect(analytics.command(`INSERT INTO nowhere VALUES ('swordfish')`)).rejects.toMatchObject({
    message: 'The analytics engine failed at INSERT INTO: UNKNOWN_TABLE (code 60).',
  })
})

test('an error after a million rows is an error', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  await expect(
    analytics.rows('SELECT throwIf(number = 999999) FROM numbers(1000000) SETTINGS max_block_size = 1000'),
  ).rejects.toMatchObject({ code: '395' })
  await expect(
    analytics.command(
      `INSERT INTO sales (sku) SELECT toString(throwIf(number = 999999)) FROM numbers(1000000)`,
    ),
  ).rejects.toMatchObject({ code: '395' })
})

test('aborting a read stops it on the server', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const query = defineQuery({ name: 'slow', params: z.object({}), row: z.unknown(), sql: slow })
  const stop = new AbortController()
  const failed = expect(analytics.run(query, acme, {}, { signal: stop.signal })).rejects.toThrow('enough')
  await until(async () => (await running(analytics, 'numbers(100000000000)')) === 1)
  stop.abort(new Error('enough'))
  await failed
  const aborted = performance.now()
  await until(async () => (await running(analytics, 'numbers(100000000000)')) === 0)
  // Of itself it would go on until its time is up.
  expect(performance.now() - aborted).toBeLessThan(20_000)
  await expect(analytics.run(query, acme, {}, { signal: stop.signal })).rejects.toThrow('enough')
})

test('aborting a command or cancelling its id ends it before the promise settles', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  const insert = `INSERT INTO sales (sku) SELECT toString(sipHash64(number)) FROM numbers(100000000000)`
  const stop = new AbortController()
  const aborted = expect(analytics.command(insert, { signal: stop.signal })).rejects.toThrow('enough')
  await until(async () => (await running(analytics, 'numbers(100000000000)')) > 0)
  stop.abort(new Error('enough'))
  await aborted
  expect(await running(analytics, 'numbers(100000000000)')).toBe(0)

  const id = `import-${randomUUID()}`
  const cancelled = expect(analytics.command(insert, { queryId: `${id}-1` })).rejects.toMatchObject({
    type: 'QUERY_WAS_CANCELLED',
  })
  await until(async () => (await running(analytics, 'numbers(100000000000)')) > 0)
  await analytics.cancel('import-of-somebody-else')
  expect(await running(analytics, 'numbers(100000000000)')).toBeGreaterThan(0)
  await analytics.cancel(id)
  expect(await running(analytics, 'numbers(100000000000)')).toBe(0)
  await cancelled
})

const LINES = `
  INSERT INTO sales (company_id, sold_on, quantity, sku)
  SELECT 'acme', '2026-01-30', line_no, cells[2]
  FROM (SELECT rowNumberInAllBlocks() AS line_no, splitByChar('\\t', line) AS cells FROM input('line String'))
  FORMAT LineAsString`

test('a million lines pass through in order, in constant memory', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  let heldBytesMax = 0
  async function* lines() {
    for (let i = 0; i < 1_000_000; i += 1_000) {
      const texts = Array.from({ length: 1_000 }, (_, j) => `${'x'.repeat(180)}\tSKU-${i + j}\n`)
      yield Buffer.from(texts.join(''))
      if (i % 50_000 === 0) {
        const { heapUsed, external } = process.memoryUsage()
        heldBytesMax = Math.max(heldBytesMax, heapUsed + external)
      }
    }
  }
  const { heapUsed, external } = process.memoryUsage()
  await analytics.insertStream(LINES, lines())
  expect(heldBytesMax - heapUsed - external).toBeLessThan(100_000_000)
  expect(
    await analytics.rows(
      `SELECT count() AS n, countIf(sku = concat('SKU-', toString(quantity))) AS numbered FROM sales`,
    ),
  ).toEqual([{ n: '1000000', numbered: '1000000' }])
})

test('a body that breaks off, or is given up, stores nothing', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  async function* broken() {
    yield Buffer.from('a\tA\n'.repeat(1_000))
    await sleep(50)
    throw new Error('disk gone')
  }
  await expect(analytics.insertStream(LINES, broken())).rejects.toMatchObject({
    cause: { message: 'disk gone' },
  })

  const stop = new AbortController()
  async function* endless() {
    for (;;) {
      yield Buffer.from('a\tA\n'.repeat(1_000))
      await sleep(5)
    }
  }
  const failed = expect(analytics.insertStream(LINES, endless(), { signal: stop.signal })).rejects.toThrow(
    'enough',
  )
  await until(async () => (await running(analytics, 'LineAsString')) > 0)
  stop.abort(new Error('enough'))
  await failed
  expect(await running(analytics, 'LineAsString')).toBe(0)

  const queryId = `import-${randomUUID()}`
  const cancelled = expect(analytics.insertStream(LINES, endless(), { queryId })).rejects.toMatchObject({
    name: 'AnalyticsError',
    type: 'QUERY_WAS_CANCELLED',
  })
  await until(async () => (await running(analytics, 'LineAsString')) > 0)
  await analytics.cancel(queryId)
  await cancelled
  expect(await running(analytics, 'LineAsString')).toBe(0)
  expect(await analytics.rows('SELECT count() AS n FROM sales')).toEqual([{ n: '0' }])
})

test('what the engine refuses in the middle of a long body is told as the engine tells it', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  async function* rows() {
    yield Buffer.from('{"sku":"A"}\n{"sku":broken}\n')
    for (let i = 0; i < 200; i++) yield Buffer.from('{"sku":"A"}\n'.repeat(50_000))
  }
  await expect(analytics.insertStream('INSERT INTO sales FORMAT JSONEachRow', rows())).rejects.toMatchObject({
    name: 'AnalyticsError',
    unanswered: false,
  })
  await expect(
    analytics.insertStream('INSERT INTO nowhere FORMAT JSONEachRow', rows()),
  ).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' })
})

test('rows with unknown keys or nulls where none belong are refused; no rows are fine', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  await expect(analytics.insertRows('sales', [sale({ colour: 'red' })])).rejects.toMatchObject({
    code: '117',
  })
  await expect(analytics.insertRows('sales', [sale({ sku: null })])).rejects.toBeInstanceOf(AnalyticsError)
  await analytics.insertRows('sales', [])
  await analytics.insertStream(LINES, Readable.from([]))
  expect(await analytics.rows('SELECT count() AS n FROM sales')).toEqual([{ n: '0' }])
})
