import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { assetPath } from '#server/assets.ts'
import { openAnalytics } from './index.ts'
import type { Analytics } from './index.ts'
import { readMigrations, splitStatements } from './migrate.ts'
import { expand } from './template.ts'

function directories(): { dataDir: string; schemaDir: string; write: (name: string, sql: string) => void } {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-migrate-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const schemaDir = join(dir, 'schema')
  mkdirSync(schemaDir)
  return {
    dataDir: join(dir, 'data'),
    schemaDir,
    write: (name, sql) => writeFileSync(join(schemaDir, name), sql),
  }
}

const tables = async (analytics: Analytics) =>
  (
    await analytics.rows<{ name: string }>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'schema_migrations' ORDER BY name`,
    )
  ).map(({ name }) => name)

test('statements are split at semicolons outside quotes and comments', () => {
  expect(
    splitStatements(`
      -- a comment; with one
      CREATE TABLE IF NOT EXISTS a (s String DEFAULT ';  --')  ENGINE = Null; /* ; */
      DROP TABLE IF EXISTS \`b;\`;
      ;`),
  ).toEqual([
    `CREATE TABLE IF NOT EXISTS a (s String DEFAULT ';  --') ENGINE = Null`,
    'DROP TABLE IF EXISTS `b;`',
  ])
})

test('one file serves a single node and a cluster', () => {
  const file =
    'CREATE TABLE IF NOT EXISTS {{local ledger}} (a Int8) ENGINE = {{engine ReplacingMergeTree(v)}} SETTINGS {{durable}}'
  const durable = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1'
  expect(expand(file, {})).toBe(
    `CREATE TABLE IF NOT EXISTS ledger (a Int8) ENGINE = ReplacingMergeTree(v) ${durable}`,
  )
  // The replicas of a table share a place, and the next table of that name has another one.
  const place = (number: number) => `'/clickhouse/tables/{shard}/{database}/ledger_${number}', '{replica}'`
  expect(expand(file, { isReplicated: true, cluster: 'all' }, 7)).toBe(
    `CREATE TABLE IF NOT EXISTS ledger_local (a Int8) ENGINE = ReplicatedReplacingMergeTree(${place(7)}, v) ${durable}`,
  )
  expect(
    expand(
      'CREATE OR REPLACE TABLE {{local ledger}} ENGINE = {{engine MergeTree}}',
      { isReplicated: true, cluster: 'all' },
      8,
    ),
  ).toBe(`CREATE OR REPLACE TABLE ledger_local ENGINE = ReplicatedMergeTree(${place(8)})`)
  expect(expand('{{distributed ledger}}', {})).toBe('')
  expect(expand('{{distributed ledger}}', { cluster: 'all' })).toBe(
    `CREATE OR REPLACE TABLE ledger AS ledger_local ENGINE = Distributed('all', currentDatabase(), 'ledger_local', cityHash64(company_id))`,
  )
  expect(expand('{{ distributed ledger by rand() }}', { cluster: 'all' })).toContain(', rand())')
  expect(() => expand('{{lokal ledger}}', {})).toThrow('Unknown template {{lokal ledger}}')
})

test('new files run once, in order, beside data that is there', async () => {
  const { write, ...config } = directories()
  write(
    '0001_first.sql',
    'CREATE TABLE IF NOT EXISTS {{local a}} (x Int8) ENGINE = {{engine MergeTree}} ORDER BY x;',
  )
  const first = await openAnalytics(config)
  await first.insertRows('a', [{ x: 1 }])
  await first.close()

  write(
    '0001_first.sql',
    '-- Comments may change.\nCREATE TABLE IF NOT EXISTS {{local a}}  (x Int8)\n ENGINE = {{engine MergeTree}} ORDER BY x;',
  )
  write(
    '0002_second.sql',
    `ALTER TABLE {{local a}} ADD COLUMN IF NOT EXISTS y String DEFAULT 'new'; {{distributed a}};`,
  )
  for (let start = 0; start < 2; start++) {
    await using second = await openAnalytics(config)
    expect(await second.rows('SELECT * FROM a')).toEqual([{ x: 1, y: 'new' }])
    expect(await second.rows('SELECT number, name FROM schema_migrations ORDER BY number')).toEqual([
      { number: 1, name: '0001_first.sql' },
      { number: 2, name: '0002_second.sql' },
    ])
  }
})

test('a migration that is killed in the middle is completed by the next start', async () => {
  const { write, ...config } = directories()
  const names = Array.from({ length: 150 }, (_, i) => `t${String(i).padStart(3, '0')}`)
  write(
    '0001_many.sql',
    names
      .map(
        (name) =>
          `CREATE TABLE IF NOT EXISTS {{local ${name}}} (x Int8) ENGINE = {{engine MergeTree}} ORDER BY x`,
      )
      .join(';\n'),
  )
  const script = `
    import { openAnalytics } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    import { EmbeddedEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)}
    const endpoint = EmbeddedEngine.prototype.endpoint
    EmbeddedEngine.prototype.endpoint = async function () {
      const found = await endpoint.call(this)
      process.stdout.write('engine ' + this.pid + '\\n')
      return found
    }
    await openAnalytics(${JSON.stringify(config)})
    process.stdout.write('migrated\\n')`
  let cutOff = false
  for (let delayMs = 60; !cutOff && delayMs < 20_000; delayMs *= 1.2) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    await once(child.stdout, 'data')
    await sleep(delayMs)
    const node = Number(/engine (\d+)/.exec(said)?.[1])
    // The node too, so that not even what it was doing is finished.
    process.kill(node, 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(said, 'killed too late').not.toContain('migrated')
    const empty = directories()
    await using look = await openAnalytics({ dataDir: config.dataDir, schemaDir: empty.schemaDir })
    const found = (await tables(look)).length
    cutOff = found > 0 && found < names.length
  }
  expect(cutOff).toBe(true)
  await using analytics = await openAnalytics(config)
  expect(await tables(analytics)).toEqual(names)
})

test('an older program refuses a newer database, and a changed migration is noticed', async () => {
  const { write, ...config } = directories()
  const table = (name: string) => `CREATE TABLE IF NOT EXISTS ${name} (x Int8) ENGINE = Null`
  write('0001_a.sql', table('a'))
  write('0002_b.sql', table('b'))
  await (await openAnalytics(config)).close()

  const older = directories()
  older.write('0001_a.sql', table('a'))
  await expect(openAnalytics({ ...config, schemaDir: older.schemaDir })).rejects.toThrow(
    'has schema 2, but this program knows only schema 1: it was last used by a newer version.',
  )
  write('0002_b.sql', table('c'))
  await expect(openAnalytics(config)).rejects.toThrow(
    '0002_b.sql is not what made the analytics database "sextant"',
  )
})

test('files that could not be run safely are refused before anything happens', () => {
  const reading = (name: string, sql: string) => () => {
    const { write, schemaDir } = directories()
    write(name, sql)
    return readMigrations(schemaDir)
  }
  expect(reading('0002_a.sql', 'DROP TABLE IF EXISTS a')).toThrow(
    'Migration 0002_a.sql should have number 1.',
  )
  expect(reading('first.sql', '')).toThrow('should be named like')
  for (const statement of [
    'CREATE TABLE a (x Int8) ENGINE = Null',
    'ALTER TABLE a ADD COLUMN x Int8',
    'ALTER TABLE a ADD COLUMN IF NOT EXISTS x Int8, DROP COLUMN y',
    'INSERT INTO a VALUES (1)',
    'DROP TABLE a',
  ]) {
    expect(reading('0001_a.sql', statement)).toThrow('cannot be repeated')
  }
})

test('an upgrade keeps the rows, of however many years they are, and what they are told apart by', async () => {
  const { write, ...config } = directories()
  const own = assetPath('server/analytics/schema')
  const files = readdirSync(own).filter((name) => name.endsWith('.sql'))
  const before = files.filter((name) => name < '0010')
  for (const name of before) write(name, readFileSync(join(own, name), 'utf8'))
  const first = await openAnalytics(config)
  await first.command(
    `INSERT INTO measures_by_product (company_id, fact, level, measure, day, sku, amount, row_count, version)
     SELECT 'c1', 'orders', 'SKU', 'units', makeDate(1970 + number, 3, 1), 'SKU-1', number, 1, 7 FROM numbers(131)`,
    { settings: { max_partitions_per_insert_block: 1000 } },
  )
  await first.command(
    `INSERT INTO settlement_lines (company_id, import_id, line_no, transaction_type, posted_at, order_id, sku, amount)
     SELECT 'c1', 7, number, 'Order', toDateTime('2026-03-01 10:00:00', 'UTC') + number, concat('302-', toString(number)), '007', number / 7
     FROM numbers(1000)`,
  )
  const hashes = (analytics: Analytics) =>
    analytics.rows('SELECT line_no, row_hash, core, identity FROM settlement_lines ORDER BY line_no')
  const told = await hashes(first)
  await first.close()

  for (const name of files) write(name, readFileSync(join(own, name), 'utf8'))
  await using second = await openAnalytics(config)
  expect(
    await second.rows(
      'SELECT count() AS n, sum(amount) AS total, max(toYear(day)) AS last FROM measures_by_product',
    ),
  ).toEqual([{ n: '131', total: '8515', last: 2100 }])
  expect(told).toHaveLength(1000)
  expect(await hashes(second)).toEqual(told)
  await second.command('OPTIMIZE TABLE settlement_lines FINAL')
  expect(await hashes(second)).toEqual(told)
})
