import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { EmbeddedEngine } from './engine.ts'
import { silentLogger } from './endpoint.ts'
import type { Address, Credentials } from './endpoint.ts'
import { openAnalytics } from './index.ts'
import { migrate, readMigrations } from './migrate.ts'
import { SINGLE_NODE } from './template.ts'
import { Warehouse } from './warehouse.ts'

const schemaDir = fileURLToPath(new URL('./testing-schema', import.meta.url))

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-engine-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** The door and the engine behind it, which a test may take down. */
async function open(dataDir: string, fallsMax?: number) {
  const engine = await EmbeddedEngine.start({
    dataDir,
    memoryBytes: 1_500_000_000,
    logger: silentLogger,
    ...(fallsMax !== undefined && { fallsMax }),
  })
  const at = { database: 'sextant', layout: SINGLE_NODE }
  await migrate({
    ...at,
    endpoint: await engine.endpoint(),
    migrations: readMigrations(schemaDir),
    logger: silentLogger,
  })
  const analytics = new Warehouse({ ...at, source: engine, onClose: () => engine.close() })
  onTestFinished(() => analytics.close())
  return { engine, analytics }
}

const sales = (skus: string[]) =>
  skus.map((sku) => ({ company_id: 'acme', sku, sold_on: '2026-01-30', amount: '1', quantity: 1 }))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20)
}

async function ask(
  { url, headers }: Address,
  statement: string,
  { username, password }: Credentials,
): Promise<string> {
  const call = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password },
  })
  call.end(statement)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return text(response)
}

test('a node that is killed comes back with everything it acknowledged', async () => {
  const { engine, analytics } = await open(temporaryDir())
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const pid = engine.pid as number
    const inserts = (async () => {
      for (let i = 0; ; i++) {
        const sku = `${round}-${i}`
        await analytics.insertRows('sales', sales([sku]))
        acknowledged.push(sku)
      }
    })()
    inserts.catch(() => {})
    await sleep(200)
    process.kill(pid, 'SIGKILL')
    await expect(inserts).rejects.toMatchObject({ name: 'AnalyticsError', unanswered: true })

    const stored = await analytics.rows<{ sku: string }>('SELECT sku FROM sales')
    const skus = stored.map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(skus.length)
    expect(skus).toEqual(expect.arrayContaining(acknowledged))
    expect(engine.pid).not.toBe(pid)
    if (round === 1) await sleep(100)
  }
  expect(acknowledged.length).toBeGreaterThan(3)
})

test('a read that is under way when the node falls is answered by the next one', async () => {
  const { engine, analytics } = await open(temporaryDir())
  await analytics.insertRows('sales', sales(['A']))
  const reads = Promise.all(
    Array.from({ length: 20 }, () => analytics.rows('SELECT sku FROM sales WHERE sleepEachRow(1) = 0')),
  )
  await sleep(300)
  process.kill(engine.pid as number, 'SIGKILL')
  expect(await reads).toEqual(Array(20).fill([{ sku: 'A' }]))
})

test('a node that falls again and again is left alone, and says so', async () => {
  const { engine, analytics } = await open(temporaryDir(), 1)
  process.kill(engine.pid as number, 'SIGKILL')
  await analytics.rows('SELECT 1')
  process.kill(engine.pid as number, 'SIGKILL')
  await expect(analytics.rows('SELECT 1')).rejects.toThrow(
    /fell 2 times within 5 minutes .* is not started again/,
  )
})

test('a directory in use is refused in words, and its owner goes on', async () => {
  const dataDir = temporaryDir()
  const { analytics } = await open(dataDir)
  const script = `
    import { openAnalytics } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    await openAnalytics(${JSON.stringify({ dataDir, schemaDir })})`
  const second = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await Promise.all([text(second.stderr), once(second, 'exit')])
  expect(second.exitCode).toBe(1)
  expect(said).toContain(
    `is in use by another process (${process.pid}). Stop it, or choose another data directory.`,
  )
  expect(await analytics.rows('SELECT count() AS n FROM sales')).toEqual([{ n: '0' }])
})

test('a node leaves when its parent dies, and the next one starts', async () => {
  const dataDir = temporaryDir()
  const script = `
    import { openAnalytics } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const analytics = await openAnalytics(${JSON.stringify({ dataDir, schemaDir })})
    await analytics.insertRows('sales', ${JSON.stringify(sales(['A']))})
    void analytics.rows('SELECT sleepEachRow(1) FROM numbers(3600) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0')
    console.log('up')`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  const node = Number(/PID: (\d+)/.exec(readFileSync(join(dataDir, 'analytics/store/status'), 'utf8'))?.[1])
  expect(isAlive(node)).toBe(true)
  parent.kill('SIGKILL')
  // At once: the lock is still held, but its owner is dead, so this start waits instead of refusing.
  const { analytics } = await open(dataDir)
  await gone(node)
  expect(await analytics.rows('SELECT sku FROM sales')).toEqual([{ sku: 'A' }])
  expect(readdirSync(join(dataDir, 'analytics/run'))).toHaveLength(1)
})

test('closing leaves no process and no passwords behind', async () => {
  const dataDir = temporaryDir()
  const analytics = await openAnalytics({ dataDir, schemaDir })
  const [run = ''] = readdirSync(join(dataDir, 'analytics/run'))
  // Not while it runs either: what the node was started with is gone when it answers.
  expect(readdirSync(join(dataDir, 'analytics/run', run))).toEqual([])
  for (const directory of ['store', 'run']) {
    expect(statSync(join(dataDir, 'analytics', directory)).mode & 0o777).toBe(0o700)
  }
  const pid = Number(/PID: (\d+)/.exec(readFileSync(join(dataDir, 'analytics/store/status'), 'utf8'))?.[1])
  // Ctrl-C goes to the whole process group; the parent decides when its node ends.
  process.kill(pid, 'SIGINT')
  await sleep(100)
  await analytics.rows('SELECT 1')
  const started = performance.now()
  await analytics.close()
  // An open connection would cost five seconds.
  expect(performance.now() - started).toBeLessThan(4_000)
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(join(dataDir, 'analytics/run'))).toEqual([])
  await expect(analytics.rows('SELECT 1')).rejects.toThrow('closed')
})

test('nobody gets in without a key and a password that change with every start', async () => {
  const { engine, analytics } = await open(temporaryDir())
  await analytics.insertRows('sales', sales(['A']))
  const { addresses, generation } = await engine.endpoint()
  const [address = expect.fail()] = addresses
  const { app, reader } = address
  expect(await ask(address, 'SELECT sku FROM sextant.sales', reader)).toBe('A\n')
  expect(await ask({ ...address, headers: {} }, 'SELECT 1', app)).toContain('There is no handle')
  const wrong = { ...app, password: 'app' }
  expect(await ask(address, 'SELECT 1', wrong)).toContain('AUTHENTICATION_FAILED')
  expect(await ask(address, 'SELECT 1', { ...app, password: '' })).toContain('AUTHENTICATION_FAILED')
  // The name under which the library itself logs in has no password, and no use to those who have the key.
  const nobody = { username: 'default', password: '' }
  for (const statement of [
    'SELECT 1',
    'SYSTEM STOP LISTEN HTTP',
    `SELECT file('/etc/passwd')`,
    'KILL QUERY WHERE 1',
  ]) {
    expect(await ask(address, statement, nobody)).toContain('USER_SESSION_LIMIT_EXCEEDED')
  }

  process.kill(engine.pid as number, 'SIGKILL')
  expect(await engine.isReplaced(generation)).toBe(true)
  const [again = expect.fail()] = (await engine.endpoint()).addresses
  expect(await ask({ ...again, headers: address.headers ?? {} }, 'SELECT 1', again.app)).toContain(
    'There is no handle',
  )
  expect(await ask(again, 'SELECT 1', app)).toContain('AUTHENTICATION_FAILED')
})
