import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery, sql } from './index.ts'
import { openTestAnalytics } from './testing.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))
const acme = { id: 'acme' }
const other = { id: 'other' }

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

const january = { from: '2026-01-01', to: '2026-01-31' }

test('a read gives the rows of its own company, with exact decimals and large integers as text', async () => {
  await using analytics = await openTestAnalytics({ schemaDir })
  await analytics.insertRows('sales', [
    {
      company_id: 'acme',
      sku: 'A',
      sold_on: '2026-01-30',
      amount: '12345678901234.5678',
      quantity: 9007199254740993n,
    },
    { company_id: 'acme', sku: 'A', sold_on: '2026-01-31', amount: '0.10', quantity: 0 },
    { company_id: 'acme', sku: 'B', sold_on: '2026-02-01', amount: '1', quantity: 1 },
    { company_id: 'other', sku: 'A', sold_on: '2026-01-30', amount: '7', quantity: 2 },
  ])

  expect(await analytics.run(salesBySku, acme, { ...january, skus: ['A', 'B'] })).toEqual([
    { sku: 'A', total: '12345678901234.6678', units: '9007199254740993', first: '2026-01-30' },
  ])
  expect(await analytics.run(salesBySku, other, { ...january, skus: ['A'] })).toEqual([
    { sku: 'A', total: '7', units: '2', first: '2026-01-30' },
  ])
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
    skus.map((sku) => ({ company_id: 'acme', sku, sold_on: '2026-01-30', amount: '1', quantity: 1 })),
  )

  expect(await analytics.run(salesBySku, acme, { ...january, skus })).toHaveLength(5_000)
  await analytics.command(
    'ALTER TABLE {{local sales}} DELETE WHERE sku IN {skus:Array(String)} SETTINGS mutations_sync = 2',
    {
      params: { skus: skus.slice(1) },
      onEveryNode: true,
    },
  )
  expect(await analytics.rows('SELECT sku FROM sales')).toEqual([{ sku: skus[0] }])
})
