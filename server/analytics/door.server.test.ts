/** What the engine's port gives: nothing without the key, and nothing of the machine with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Address, Credentials } from './endpoint.ts'
import { EmbeddedCluster } from './testing.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))
const SECRET = 'never-to-be-read-by-the-engine'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

async function post(
  { url, headers }: Address,
  user: Credentials,
  statement: string,
  query = '',
): Promise<Answer> {
  const call = request(`${url}/?${query}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      origin: 'http://localhost:1',
      'X-ClickHouse-User': user.username,
      'X-ClickHouse-Key': user.password,
    },
  })
  call.end(statement)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

/** A directory with a file that nobody may read through the engine, and a web server that nobody may reach. */
async function surroundings() {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-door-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'secret.key')
  // Also a template, a format schema and a query, so that whoever reads it says something of it.
  writeFileSync(file, `${SECRET}\n`)
  let calls = 0
  const web = createServer((_request, response) => {
    calls++
    response.end(SECRET)
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  onTestFinished(() => void web.close())
  const { port } = web.address() as AddressInfo
  return { directory, file, port, calls: () => calls }
}

/** Every way that is known to a path or an address. */
function ways(file: string, directory: string, port: number, table: string): string[] {
  const [database = ''] = table.split('.')
  const near = relative('/', file)
  const web = `http://127.0.0.1:${port}/bucket/x`
  const scalar = [
    file,
    `../../../../../../../../${near}`,
    '/proc/self/environ',
    // The kernel lets the engine see its own threads; a statement must not.
    '/proc/thread-self/environ',
    '/proc/thread-self/maps',
    '/proc/thread-self/root/etc/passwd',
    '/proc/1/environ',
    '/etc/passwd',
  ]
  const make = (engine: string) => `CREATE TABLE ${table}_new (line String) ENGINE = ${engine}`
  return [
    ...scalar.flatMap((path) => [`SELECT file('${path}')`, `SELECT hex(file('${path}', NULL))`]),
    `SELECT \`file\`('${file}', 'default')`,
    `SELECT arrayMap(x -> file(x), ['${file}'])`,
    `SELECT * FROM view(SELECT file('${file}') AS line)`,
    `SELECT * FROM format(CSV, 'a String, b String DEFAULT file(''${file}'')', 'x')`,
    `SELECT catboostEvaluate('${file}', 1.0)`,
    // Table functions.
    ...[
      `file('${file}', 'LineAsString')`,
      `fileCluster('default', '${file}', 'LineAsString')`,
      `filesystem('${directory}')`,
      `url('${web}', 'LineAsString')`,
      `url('file://${file}', 'LineAsString')`,
      `urlCluster('default', '${web}', 'LineAsString')`,
      `s3('${web}', 'LineAsString')`,
      `gcs('${web}', 'LineAsString')`,
      `azureBlobStorage('${web}', 'a', 'b', 'c', 'd', 'LineAsString')`,
      `hdfs('hdfs://127.0.0.1:${port}/x', 'LineAsString', 'line String')`,
      `executable('cat ${file}', 'LineAsString', 'line String')`,
      `remote('127.0.0.1:${port}', system.one)`,
      `remoteSecure('127.0.0.1:${port}', system.one)`,
      `mysql('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `postgresql('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `mongodb('127.0.0.1:${port}', 'a', 'b', 'c', 'd', 'line String')`,
      `redis('127.0.0.1:${port}', 'k', 'k String')`,
      `sqlite('${file}', 'a')`,
      `jdbc('${web}', 'a', 'b')`,
      `odbc('DSN=a', 'a', 'b')`,
      `icebergLocal('${directory}')`,
      `deltaLakeLocal('${directory}')`,
      `deltaLake('${web}')`,
      `hudi('${web}')`,
    ].map((source) => `SELECT * FROM ${source}`),
    `INSERT INTO FUNCTION file('${directory}/written', 'LineAsString', 'line String') SELECT 'x'`,
    `INSERT INTO FUNCTION url('${web}', 'LineAsString', 'line String') SELECT 'x'`,
    `INSERT INTO ${table} FROM INFILE '${file}' FORMAT LineAsString`,
    `SELECT 'x' INTO OUTFILE '${directory}/written'`,
    `INSERT INTO ${table} (sku) VALUES (file('${file}'))`,
    // Engines of tables, databases and dictionaries.
    ...[
      `File(LineAsString, '${file}')`,
      `File(LineAsString)`,
      `URL('${web}', LineAsString)`,
      `S3('${web}', 'LineAsString')`,
      `Executable('cat ${file}', LineAsString)`,
      `SQLite('${file}', 'a')`,
      `MySQL('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `PostgreSQL('127.0.0.1:${port}', 'a', 'b', 'c', 'd')`,
      `MergeTree ORDER BY line SETTINGS disk = disk(type = 'local', path = '${directory}/')`,
      `MergeTree ORDER BY line SETTINGS disk = disk(type = 'web', endpoint = '${web}/')`,
      `MergeTree ORDER BY line SETTINGS table_disk = 1, disk = disk(type = 'local_blob_storage', path = '${directory}/')`,
      `EmbeddedRocksDB(0, '${directory}/rocks') PRIMARY KEY line`,
      `Kafka('127.0.0.1:${port}', 'a', 'b', 'LineAsString')`,
    ].map(make),
    `ATTACH TABLE ${table}_new FROM '${directory}' (line String) ENGINE = MergeTree ORDER BY line`,
    `CREATE DATABASE ${database}_new ENGINE = Filesystem('${directory}')`,
    `CREATE DATABASE ${database}_new ENGINE = SQLite('${file}')`,
    `CREATE DATABASE ${database}_new ENGINE = MySQL('127.0.0.1:${port}', 'a', 'b', 'c')`,
    ...[
      `FILE(path '${file}' format LineAsString)`,
      `EXECUTABLE(command 'cat ${file}' format LineAsString)`,
      `HTTP(url '${web}' format LineAsString)`,
    ].map(
      (source) =>
        `CREATE DICTIONARY ${database}.new (line String) PRIMARY KEY line SOURCE(${source}) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(0)`,
    ),
    `CREATE FUNCTION sextant_new AS (x) -> file(x)`,
    `CREATE NAMED COLLECTION sextant_new AS url = '${web}'`,
    `BACKUP TABLE ${table} TO File('${directory}/written')`,
    `RESTORE TABLE ${table} AS ${table}_new FROM File('${directory}')`,
    // Formats that read a file of their own.
    ...[
      `format_template_resultset = '${file}'`,
      `format_template_row = '${file}'`,
      `format_template_resultset = '../../../../../../../../../${near}'`,
    ].map((setting) => `SELECT 1 AS x FORMAT Template SETTINGS ${setting}`),
    ...['Protobuf', 'CapnProto', 'Avro'].map(
      (format) => `SELECT 1 AS x FORMAT ${format} SETTINGS format_schema = '${file}:X'`,
    ),
    `SELECT 1 AS x FORMAT Protobuf SETTINGS output_format_schema = '${directory}/written'`,
    `SELECT * FROM format(Template, 'x String', 'y') SETTINGS format_template_row = '${file}'`,
    // What would open other ways.
    'SYSTEM START LISTEN TCP',
    'SYSTEM RELOAD CONFIG',
    `CREATE USER sextant_new`,
    `GRANT ALL ON *.* TO app`,
    `ALTER USER default IDENTIFIED BY 'x'`,
  ]
}

test('nothing of the machine is read, written or reached through the engine by those who may ask it', async () => {
  const { directory, file, port, calls } = await surroundings()
  await using cluster = await EmbeddedCluster.start(1)
  await using analytics = await cluster.open({ schemaDir })
  const [address = expect.fail()] = (await cluster.endpoint()).addresses
  const statements = ways(file, directory, port, `${analytics.database}.sales`)
  let refused = 0
  for (const user of [address.app, address.reader]) {
    for (const statement of statements) {
      const { status, headers, body } = await post(address, user, statement)
      const said = `${user.username}: ${statement}: ${status} ${body}`
      expect(body, said).not.toContain(SECRET)
      expect(status, said).toBeGreaterThanOrEqual(400)
      expect(Object.keys(headers).join(), said).not.toContain('access-control-allow')
      refused++
    }
  }
  expect(refused).toBe(2 * statements.length)
  expect(refused).toBeGreaterThan(140)
  expect(calls()).toBe(0)
  expect(readdirSync(directory)).toEqual(['secret.key'])
})
test('nobody asks for an answer to other origins, key or not', async () => {
  await using cluster = await EmbeddedCluster.start(1)
  const [address = expect.fail()] = (await cluster.endpoint()).addresses
  for (const user of [address.app, address.reader]) {
    expect(await post(address, user, 'SELECT 1')).toMatchObject({ status: 200, body: '1\n' })
    for (const query of [
      'add_http_cors_header=1',
      `http_response_headers=${encodeURIComponent("{'Access-Control-Allow-Origin':'*'}")}`,
    ]) {
      const { status, headers } = await post(address, user, 'SELECT 1', query)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  }
})

test.runIf(process.platform === 'linux')(
  'the kernel keeps the engine to its own directory where it can',
  async () => {
    const { directory, file } = await surroundings()
    const script = `
    import { readFile } from 'node:fs/promises'
    import { confine } from ${JSON.stringify(new URL('./confine.mjs', import.meta.url).href)}
    const inside = ${JSON.stringify(mkdtempSync(join(directory, 'inside-')))}
    const can = await confine({ readable: [inside], writable: [], listen: [], connect: [] })
    const read = await readFile(${JSON.stringify(file)}).then(() => 'read', (error) => error.code)
    console.log(can + ' ' + read)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    })
    const said = (await text(child.stdout)).trim()
    expect(['true EACCES', 'false read']).toContain(said)

    await using cluster = await EmbeddedCluster.start(1)
    const { pid } = cluster.engines[0]!
    const confined = readdirSync(`/proc/${pid}/task`).filter((thread) =>
      /^NoNewPrivs:\s*1$/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')),
    )
    // The engine's threads, and none where the kernel has nothing to keep them with.
    if (said === 'true EACCES') expect(confined.length).toBeGreaterThan(10)
    else expect(confined).toEqual([])
  },
)
