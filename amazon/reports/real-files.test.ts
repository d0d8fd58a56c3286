/**
 * Files of real sellers, which lie beside the repository on some machines and are not part of it. Without them these
 * tests show as skipped.
 */
import { createReadStream, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { describe, expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, linesIn } from '../testing.ts'
import { lineFacts } from './line-records.ts'
import type { FactRecord, OpenedReport } from './report-type.ts'

const folder = fileURLToPath(new URL('../../../shared/data', import.meta.url))

const open = (path: string): Promise<OpenedReport> =>
  openReport(() => createReadStream(join(folder, path)), basename(path))

type FactRow = Extract<FactRecord, { values: unknown }>

async function factRows(path: string): Promise<FactRow[]> {
  const opened = await open(path)
  if (opened.kind === 'records') return (await collected(opened.records)).map(accepted)
  const { type } = opened
  if (type.kind !== 'lines') throw new Error(`${type.id} was opened line by line.`)
  const lines = (await linesIn(opened)).split('\n').filter((line) => line !== '')
  return lines.flatMap((line, index) => {
    const cells = line.split('\t')
    expect(cells).toHaveLength(opened.cellCount)
    return lineFacts(type, opened)({ lineNumber: opened.firstLineNumber + index, cells }).map(accepted)
  })
}

function accepted(record: FactRecord): FactRow {
  if (!('values' in record)) throw new Error(JSON.stringify(record))
  return record
}

const sumOf = (rows: FactRow[]): string =>
  toText(rows.reduce((units, { values }) => units + parseDecimal(values['amount'] ?? '0'), 0n))

/** Settlement, lines of the wide file, lines of the V2 file, stated total in CAD. */
const CANADIAN = [
  ['23874397121', 16, 16, '-62.31'],
  ['24288684721', 190, 154, '1016.08'],
  ['24391894961', 490, 387, '2539.66'],
  ['24495221541', 730, 576, '4630.23'],
  ['24702193891', 1245, 959, '10015.64'],
] as const

describe.skipIf(!existsSync(folder))('files of real sellers', () => {
  test.each(CANADIAN)(
    'settlement %s adds up to its total in both layouts',
    async (id, wideLines, v2Lines, total) => {
      for (const [path, type, lines] of [
        [`settlement/v1-wide-real/amazon-ca-${id}.txt`, 'settlement_wide', wideLines],
        [`settlement/v2-derived/amazon-ca-${id}.v2.txt`, 'settlement_v2', v2Lines],
      ] as const) {
        expect(await open(path)).toMatchObject({
          type: { id: type },
          kind: 'lines',
          sample: { currencies: ['CAD'] },
        })
        const rows = await factRows(path)
        expect(new Set(rows.map(({ lineNumber }) => lineNumber)).size).toBe(lines)
        const stated = rows.filter(({ table }) => table === 'settlements')
        expect(stated.map(({ values }) => [values['settlement_id'], values['total_amount']])).toEqual([
          [id, total],
        ])
        expect(sumOf(rows.filter(({ table }) => table === 'settlement_lines'))).toBe(total)
      }
    },
  )

  test('an Australian excerpt has dates with points', async () => {
    const path = 'settlement/v2-real/amazon-au-12395580393-excerpt-last.txt'
    expect(await open(path)).toMatchObject({
      type: { id: 'settlement_v2' },
      instants: { posted_at: 'DMY_DOT_UTC' },
    })
    const rows = await factRows(path)
    expect(rows).toHaveLength(84)
    expect(sumOf(rows.slice(1))).toBe('271.74')
  })

  test('a date-range file whose order ids a spreadsheet destroyed', async () => {
    const path = 'date-range-transactions/amazon-us-unified-transactions-2025-06-08.csv'
    const rows = await factRows(path)
    expect((await open(path)).type.id).toBe('date_range')
    expect(new Set(rows.map(({ lineNumber }) => lineNumber)).size).toBe(12)
    expect([sumOf(rows), rows[0]!.values['posted_at']]).toEqual(['105.06', '2025-06-09 05:23:05'])
  })

  test.each([
    ['amazon-in-sale-report-2022-mar31-may31.csv.gz', 91_279, '55164360.87'],
    ['amazon-in-sale-report-apr29-30-with-sku.csv', 1_499, undefined],
    ['amazon-in-orders-apr24-30-cleaned-with-sku.csv', 3_051, undefined],
  ])('%s', async (name, count, sum) => {
    const path = `orders-in/${name}`
    const rows = await factRows(path)
    expect(rows).toHaveLength(count)
    expect(rows[0]!.table).toBe('order_items')
    const amount = rows.reduce((units, { values }) => units + parseDecimal(values['item_price'] ?? '0'), 0n)
    if (sum) expect(toText(amount)).toBe(sum)
  })

  test('rates of the central bank and of months', async () => {
    const daily = await factRows('exchange-rates/eur-daily-2022-2026.csv')
    // 1,093 days of the euro and 14 other currencies.
    expect(daily).toHaveLength(1_093 * 15)
    const monthly = await factRows('exchange-rates/egp-per-usd-monthly.csv')
    expect(monthly.at(-1)!.values).toMatchObject({ rate_date: '2026-08-22', currency: 'EGP' })
  })

  test('an invented file of all orders', async () => {
    const path = 'synthetic-layouts/en/all-orders.txt'
    expect(await open(path)).toMatchObject({ type: { id: 'all_orders' }, instants: { purchased_at: 'ISO' } })
    expect((await factRows(path)).length).toBeGreaterThan(100)
  })
})
