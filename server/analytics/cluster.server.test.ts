import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery, openAnalytics, sql } from './index.ts'
import { EmbeddedCluster, openTestAnalytics, serverElsewhere } from './testing.ts'
import type { TestWarehouse } from './testing.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))
const companies = Array.from({ length: 20 }, (_, i) => ({ id: `company-${i}` }))

const sales = companies.flatMap(({ id }, i) =>
  ['A', 'B', 'C'].map((sku) => ({
    company_id: id,
    sku,
    sold_on: '2026-01-30',
    amount: String(i),
    quantity: 1,
  })),
)

const total = defineQuery({
  name: 'total',
  params: z.object({}),
  row: z.object({ total: z.string(), ports: z.array(z.number()) }),
  sql: sql`
    SELECT sum(amount) AS total, groupUniqArray(tcpPort()) AS ports FROM sales WHERE company_id = {companyId:String}`,
})

async function countOnEachNode(analytics: TestWarehouse): Promise<number[]> {
  const rows = await analytics.rows<{ n: string }>('SELECT count() AS n FROM sales GROUP BY tcpPort()')
  return rows.map(({ n }) => Number(n))
}

test('each company lies whole on one shard, and a read asks that shard alone', async () => {
  await using analytics = await openTestAnalytics({ schemaDir, nodes: 2 })
  expect(analytics.clustered).toBe(true)
  await analytics.insertRows('sales', sales)

  const counts = await countOnEachNode(analytics)
  expect(counts).toHaveLength(2)
  expect(counts.reduce((sum, count) => sum + count)).toBe(sales.length)
  for (const [i, company] of companies.entries()) {
    const [row] = await analytics.run(total, company, {})
    expect(row?.total).toBe(String(3 * i))
    expect(row?.ports).toHaveLength(1)
  }
})

test('lines taken apart in SQL, and a SELECT into another table, reach the owning shards', async () => {
  await using analytics = await openTestAnalytics({ schemaDir, nodes: 2 })
  const lines = Array.from({ length: 10_000 }, (_, i) => `company-${i % 20}\tSKU-${i}\n`)
  await analytics.insertStream(
    `INSERT INTO sales (company_id, sku, sold_on, quantity)
     SELECT cells[1], cells[2], '2026-01-30', line_no
     FROM (SELECT rowNumberInAllBlocks() AS line_no, splitByChar('\\t', line) AS cells FROM input('line String'))
     FORMAT LineAsString`,
    (async function* () {
      yield Buffer.from(lines.join(''))
    })(),
  )
  await analytics.command(
    `INSERT INTO sales SELECT company_id, sku, sold_on + 1, amount, quantity, note FROM sales WHERE company_id = {id:String}`,
    { params: { id: 'company-3' } },
  )
  expect(
    await analytics.rows(`
      SELECT sold_on, count() AS n, uniqExact(company_id) AS companies, countIf(sku = concat('SKU-', toString(quantity))) AS numbered
      FROM sales GROUP BY sold_on ORDER BY sold_on`),
  ).toEqual([
    { sold_on: '2026-01-30', n: '10000', companies: '20', numbered: '10000' },
    { sold_on: '2026-01-31', n: '500', companies: '1', numbered: '500' },
  ])
})

test('a join and an IN happen where the company is', async () => {
  await using analytics = await openTestAnalytics({ schemaDir, nodes: 2 })
  await analytics.insertRows('sales', sales)
  const joined = defineQuery({
    name: 'joined',
    params: z.object({ skus: z.array(z.string()) }),
    row: z.object({ n: z.string() }),
    sql: sql`
      SELECT count() AS n
      FROM sales AS a
      INNER JOIN (SELECT company_id, sku FROM sales WHERE company_id = {companyId:String}) AS b USING (company_id, sku)
      WHERE a.company_id = {companyId:String}
        AND a.sku IN (SELECT sku FROM sales WHERE company_id = {companyId:String} AND sku IN {skus:Array(String)})`,
  })
  for (const company of companies) {
    expect(await analytics.run(joined, company, { skus: ['A', 'B'] })).toEqual([{ n: '2' }])
  }
})

test('what one node may not do, it may not do through the other', async () => {
  await using analytics = await openTestAnalytics({ schemaDir, nodes: 2 })
  const stolen = defineQuery({
    name: 'stolen',
    params: z.object({}),
    row: z.unknown(),
    sql: sql`SELECT {companyId:String}, name FROM clusterAllReplicas('sextant_test', system.users)`,
  })
  await expect(analytics.run(stolen, { id: 'a' }, {})).rejects.toMatchObject({ type: 'ACCESS_DENIED' })
})

test('a cluster that somebody else runs is reached by its addresses', async () => {
  await using analytics = await openTestAnalytics({ schemaDir, nodes: 2 })
  const { addresses } = await analytics.source.endpoint()
  const urls = await Promise.all(addresses.map((address) => serverElsewhere(address, analytics.database)))
  const open = (url: string) => openAnalytics({ dataDir: 'unused', schemaDir, url })
  const outside = await open(`${urls.join(',')}?cluster=sextant_test`)
  expect(outside.clustered).toBe(true)
  await outside.insertRows('sales', sales)
  expect((await outside.run(total, { id: 'company-7' }, {}))[0]?.total).toBe('21')
  await outside.close()
  expect((await analytics.run(total, { id: 'company-7' }, {}))[0]?.total).toBe('21')

  await expect(open(urls.join(','))).rejects.toThrow('add ?cluster= with the name of their cluster')
  await expect(open(`${urls.join(',')}?cluster=elsewhere`)).rejects.toThrow(
    'has no cluster "elsewhere". Set ?cluster= in SEXTANT_CLICKHOUSE_URL to one it has:',
  )
  await expect(open(`${urls[0]}?cluster=sextant_test`)).rejects.toThrow(
    'Cluster "sextant_test" has 2 nodes, but SEXTANT_CLICKHOUSE_URL names 1.',
  )
})

test('a shard that is down makes a read fail, never a smaller sum', async () => {
  await using cluster = await EmbeddedCluster.start(2)
  const analytics = await cluster.open({ schemaDir })
  await analytics.insertRows('sales', sales)
  expect(await analytics.rows('SELECT count() AS n FROM sales')).toEqual([{ n: '60' }])
  const owners = new Map<number, string>()
  for (const company of companies) {
    const [row] = await analytics.run(total, company, {})
    owners.set(row?.ports[0] ?? 0, company.id)
  }
  const [, secondPort = 0] = cluster.tcpPorts
  const firstPort = cluster.tcpPorts[0] ?? 0
  await cluster.engines[1]?.close()

  await expect(analytics.rows('SELECT count() AS n FROM sales')).rejects.toMatchObject({
    name: 'AnalyticsError',
  })
  await expect(analytics.run(total, { id: owners.get(secondPort) ?? '' }, {})).rejects.toMatchObject({
    name: 'AnalyticsError',
  })
  await expect(analytics.insertRows('sales', sales)).rejects.toMatchObject({ name: 'AnalyticsError' })
  expect(await analytics.run(total, { id: owners.get(firstPort) ?? '' }, {})).toHaveLength(1)
})

test('where the node that is asked first is down, the others are asked', async () => {
  await using cluster = await EmbeddedCluster.start(2)
  const analytics = await cluster.open({ schemaDir })
  await analytics.insertRows('sales', sales)
  const [, secondPort = 0] = cluster.tcpPorts
  const there: { id: string }[] = []
  for (const company of companies)
    if ((await analytics.run(total, company, {}))[0]?.ports[0] === secondPort) there.push(company)
  await cluster.engines[0]?.close()

  const [one] = there
  expect(await analytics.run(total, one!, {})).toHaveLength(1)
  const row = { company_id: one!.id, sku: 'D', sold_on: '2026-01-31', amount: '5', quantity: 1 }
  await analytics.insertRows('sales', [row])
  await analytics.command(
    `INSERT INTO sales SELECT company_id, 'E', sold_on, amount, quantity, note FROM sales
     WHERE company_id = {id:String} AND sku = 'D'`,
    { params: { id: one!.id } },
  )
  const sold = await analytics.rows(
    `SELECT sku FROM sales WHERE company_id = {companyId:String} ORDER BY sku`,
    { params: { companyId: one!.id } },
  )
  expect(sold).toEqual(['A', 'B', 'C', 'D', 'E'].map((sku) => ({ sku })))
})
