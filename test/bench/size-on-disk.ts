import { join } from 'node:path'
import { createCompany, getCompany } from '#server/accounts/index.ts'
import { importOnce } from './import-once.ts'
import { whole, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'
import { GERMAN, writeSettlement } from './settlement-file.ts'

const ROWS = 1_000_000
const ROWS_SMALL = 100_000
const BYTES_MAX = 60

const TABLES = ['settlement_lines', 'ledger', 'ledger_by_day', 'ledger_by_day_sku']

/** What a settlement takes on the disk when everything is merged: facts, ledger and roll-ups. */
export function sizeOnDisk({ small }: { small: boolean }): Promise<Section[]> {
  const rows = small ? ROWS_SMALL : ROWS
  return inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const { services } = installation
    const { accounts, analytics } = services
    const company = await createCompany(accounts, { name: 'Sold much' })
    const path = join(directory, 'settlement.txt')
    await writeSettlement(path, GERMAN, rows, { nth: 1, refundEvery: 10 })
    await importOnce(services, path, (await getCompany(accounts, company.id))!)
    await analytics.command(
      `CREATE TABLE bare ENGINE = MergeTree ORDER BY (line, day) AS
       SELECT day, marketplace, sku, line, currency, amount, n FROM ledger WHERE basis = 'TRANSACTION'`,
    )
    for (const table of [...TABLES, 'bare']) await analytics.command(`OPTIMIZE TABLE ${table} FINAL`)
    const found = await analytics.rows<{ table: string; rows: string; bytes: string }>(
      `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
       WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}
       GROUP BY table ORDER BY sum(bytes_on_disk) DESC`,
      { params: { tables: [...TABLES, 'bare'] } },
    )
    const own = found.filter(({ table }) => table !== 'bare')
    const bytes = own.reduce((sum, table) => sum + Number(table.bytes), 0) / rows
    const row = (what: string, ofTable: { rows: string; bytes: string }) => [
      what,
      whole(Number(ofTable.rows)),
      (Number(ofTable.bytes) / 1e6).toFixed(1),
      (Number(ofTable.bytes) / rows).toFixed(1),
    ]
    return [
      {
        title: `Size on disk of a settlement of ${whole(rows)} rows`,
        text: [
          'A European file, imported and merged, with its skip indexes and marks. Beside it a bare table of days, marketplaces, products, lines, currencies and amounts, which explains nothing.',
        ],
        table: [
          ['Table', 'rows', 'MB', 'bytes a settlement row'],
          ...own.map((table) => row(table.table, table)),
          ...found.filter(({ table }) => table === 'bare').map((table) => row('Bare table', table)),
        ],
        aims: [
          {
            what: 'bytes a settlement row',
            wanted: `at most ${BYTES_MAX}`,
            found: bytes.toFixed(1),
            met: bytes <= BYTES_MAX,
          },
        ],
      },
    ]
  })
}
