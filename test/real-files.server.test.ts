/**
 * Files of real sellers, from the file to the statement. They lie beside the repository on some machines and are not
 * part of it; without them these tests show as skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportRecord } from '#contract/imports.ts'
import { startTestServer, type ImportOptions, type TestCompany, type TestServer } from './support/server.ts'
import { cents } from './support/settlement-file.ts'

const folder = fileURLToPath(new URL('../../shared/data', import.meta.url))

const importFile = (company: TestCompany, path: string, options: ImportOptions = {}): Promise<ImportRecord> =>
  company.import(basename(path), readFileSync(join(folder, path)), options)

/** Settlement and the total in CAD that it states. */
const CANADIAN = {
  '23874397121': '-62.31',
  '24288684721': '1016.08',
  '24391894961': '2539.66',
  '24495221541': '4630.23',
  '24702193891': '10015.64',
}
const ALL_OF_IT = { from: '2025-07-01', to: '2025-11-30', currency: 'CAD' } as const

describe.skipIf(!existsSync(folder))('files of real sellers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(async () => {
    expect(server.log).toEqual([])
    await server[Symbol.asyncDispose]()
  })

  test.each([
    ['wide', 'SETTLEMENT_WIDE', '602', (id: string) => `settlement/v1-wide-real/amazon-ca-${id}.txt`],
    // The V2 files were made out of the wide ones; one item of a pair took the quantity of the other on the way.
    ['V2', 'SETTLEMENT_V2', '603', (id: string) => `settlement/v2-derived/amazon-ca-${id}.v2.txt`],
  ])('five Canadian settlements (%s) reconcile to 0.00', async (_, source, unitsSold, pathOf) => {
    const company = await server.company()
    for (const [id, total] of Object.entries(CANADIAN)) {
      const record = await importFile(company, pathOf(id))
      expect(record).toMatchObject({
        status: 'PUBLISHED',
        account: 'North America',
        counts: { known: 0, inactive: 0, refused: 0 },
        settlements: [{ settlementId: id, source, currency: 'CAD', difference: '0', complete: true }],
      })
      expect(cents(record.settlements[0]!.total!)).toBe(cents(total))
    }
    const rows = await company.reconcile()
    expect(rows).toHaveLength(5)
    for (const row of rows) {
      expect(row).toMatchObject({ difference: '0', ledgerDifference: '0', unmapped: '0' })
      expect(cents(row.profitAndLoss) + cents(row.memo)).toBe(
        cents(CANADIAN[row.settlementId as '23874397121']),
      )
    }
    const { row, lines } = await company.pnl(ALL_OF_IT)
    expect([lines.unitsSold, lines.unitsRefunded]).toEqual([unitsSold, '8'])
    expect(row.flags).toMatchObject({
      unmappedLines: 0,
      refundsWithoutQuantity: 0,
      advertisingSource: 'BILLED',
    })
    const paid = Object.values(CANADIAN).reduce((sum, total) => sum + cents(total), 0n)
    // Prices stand without tax in Canada, so the statement and the memo are the money itself.
    expect(lines.salesVat).toBe('0')
    expect(cents(lines.netProfit!) + cents(lines.memo!)).toBe(paid)
  })

  test('either layout gives the same statement, and the better one alone counts', async () => {
    const id = '24702193891'
    const paths = [
      `settlement/v1-wide-real/amazon-ca-${id}.txt`,
      `settlement/v2-derived/amazon-ca-${id}.v2.txt`,
    ]
    const company = await server.company()
    await importFile(company, paths[0]!)
    const { lines: wide } = await company.pnl(ALL_OF_IT)
    const money = (lines: typeof wide) => ({ ...lines, unitsSold: '', netUnits: '', averageSellingPrice: '' })
    const record = await importFile(company, paths[1]!)
    expect(record.settlements.map(({ source, active }) => [source, active])).toEqual(
      expect.arrayContaining([
        ['SETTLEMENT_WIDE', false],
        ['SETTLEMENT_V2', true],
      ]),
    )
    const { lines: both } = await company.pnl(ALL_OF_IT)
    expect(money(both)).toEqual(money(wide))
    await company.undo(record.id)
    expect((await company.pnl(ALL_OF_IT)).lines).toEqual(wide)
  })

  test('an excerpt of an Australian settlement says what is missing', async () => {
    const company = await server.company()
    const record = await importFile(company, 'settlement/v2-real/amazon-au-12395580393-excerpt-last.txt')
    expect(record).toMatchObject({
      status: 'PUBLISHED',
      account: 'Far East',
      marketplaces: ['AU'],
      settlements: [
        { total: '212118.95', sum: '271.74', difference: '211847.21', complete: false, active: true },
      ],
    })
    const { lines, row } = await company.pnl({ from: '2026-07-31', to: '2026-07-31', currency: 'AUD' })
    // The tax is stated beside each price. The sale that was refunded lies outside of the excerpt.
    expect([lines.unitsSold, lines.unitsRefunded, row.flags.refundsWithoutQuantity]).toEqual(['16', '0', 1])
    expect(row.flags.unmappedLines).toBe(0)
    const [settlement] = await company.reconcile()
    expect(settlement).toMatchObject({ complete: false, ledgerDifference: '0' })
  })

  test('an excerpt of a date-range report', async () => {
    const company = await server.company()
    const record = await importFile(
      company,
      'date-range-transactions/amazon-us-unified-transactions-2025-06-08.csv',
    )
    expect(record).toMatchObject({
      status: 'PUBLISHED',
      account: 'North America',
      counts: { read: 12, kept: 12, refused: 0 },
      firstDay: expect.stringMatching(/^2025-06-0[89]$/),
    })
    const { lines } = await company.pnl({ from: '2025-06-08', to: '2025-06-08', currency: 'USD' })
    expect([lines.unitsSold, lines.memoFacilitatorTax]).toEqual(['12', '0'])
    const [settlement] = await company.reconcile()
    expect(settlement).toMatchObject({
      source: 'DATE_RANGE',
      total: null,
      difference: null,
      ledgerDifference: '0',
    })
  })

  test.each([
    ['orders-in/amazon-in-orders-apr24-30-cleaned-with-sku.csv', 3051],
    ['orders-in/amazon-in-sale-report-apr29-30-with-sku.csv', 1499],
    ['orders-in/amazon-in-sale-report-2022-mar31-may31.csv.gz', 91_279],
  ])('orders of an Indian shop: %s', async (path, rows) => {
    const company = await server.company()
    const record = await importFile(company, path)
    expect(record).toMatchObject({ status: 'PUBLISHED', marketplaces: ['IN'], refusedRows: [] })
    expect(record.counts).toMatchObject({ read: rows, refused: 0 })
  })
})
