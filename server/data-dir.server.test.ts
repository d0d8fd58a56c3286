import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDataDir, DataDirInUse, lockDataDir } from './data-dir.ts'

let directory: string
let children: ChildProcess[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-data-dir-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(directory, { recursive: true })
})

function startProcess() {
  const script = fileURLToPath(new URL('./testing-data-dir.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid,
    async take(dataDir: string): Promise<string> {
      child.stdin.write(`${dataDir}\n`)
      return (await answers.next()).value as string
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('the second process hears who was first, and takes over when that one is killed', async () => {
  const [first, second] = [startProcess(), startProcess()]
  expect(await first.take(directory)).toBe('taken')
  expect(await second.take(directory)).toBe(`in use by ${first.pid}`)
  await expect(lockDataDir(directory)).rejects.toThrow(
    `Another Sextant (process ${first.pid}) is using ${directory}. Stop it, or use another SEXTANT_DATA_DIR.`,
  )
  await first.kill()
  expect(await second.take(directory)).toBe('taken')
  await second.kill()

  const lock = await lockDataDir(directory)
  await lock.release()
  const left = await readdir(directory)
  expect(left.filter((name) => !name.startsWith('sextant.lock.'))).toEqual([])
  expect(left).toHaveLength(1)
})

test('a directory that others can look into is closed to them', async () => {
  await chmod(directory, 0o755)
  await (await lockDataDir(directory)).release()
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('of several processes that start at once exactly one wins, fifty times, also over a dead lock', async () => {
  const processes = [startProcess(), startProcess(), startProcess()]
  for (let round = 0; round < 50; round++) {
    const dataDir = join(directory, String(round))
    if (round % 2 === 1) await leaveDeadLock(dataDir)
    const answers = await Promise.all(processes.map((each) => each.take(dataDir)))
    const winner = answers.indexOf('taken')
    const expected = processes.map((_, n) => (n === winner ? 'taken' : `in use by ${processes[winner]?.pid}`))
    expect([round, ...answers]).toEqual([round, ...expected])
  }
})

test('requests reach the holder with method, headers and streamed body, and the answer comes back', async () => {
  const lock = await lockDataDir(directory)
  const connection = (await connectDataDir(directory))!
  expect((await connection.request('/early')).statusCode).toBe(503)

  lock.listen((request, response) => {
    void text(request).then((body) => {
      response.writeHead(201, { 'x-length': body.length })
      response.end(JSON.stringify([request.method, request.url, request.headers['x-file'], body.slice(0, 3)]))
    })
  })
  const response = await connection.request('/imports?a=1', {
    method: 'POST',
    headers: { 'x-file': 'a.txt' },
    body: Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(1_000, 'x'))),
  })
  expect([response.statusCode, response.headers['x-length']]).toEqual([201, '1000000'])
  expect(JSON.parse(await text(response))).toEqual(['POST', '/imports?a=1', 'a.txt', 'xxx'])

  await lock.release()
  await expect(connection.request('/late')).rejects.toThrow('ENOENT')
  expect(await connectDataDir(directory)).toBeNull()
})

test('a request that fails while its body is sent, or is aborted, says so', async () => {
  const lock = await lockDataDir(directory)
  lock.listen((request) => request.resume())
  const connection = (await connectDataDir(directory))!
  const broken = Readable.from(
    (async function* () {
      yield 'a'
      throw new Error('the disk is gone')
    })(),
  )
  await expect(connection.request('/', { method: 'PUT', body: broken })).rejects.toThrow('the disk is gone')
  await expect(connection.request('/', { signal: AbortSignal.timeout(50) })).rejects.toThrow('abort')
  await lock.release()
})

test('nobody but the owner may speak to it', async () => {
  const dataDir = join(directory, 'made')
  const lock = await lockDataDir(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  const socket = await stat(join(dataDir, 'sextant.sock'))
  expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600])
  await lock.release()
})

test('a directory whose path is longer than that of a socket may be', async () => {
  const dataDir = join(directory, 'a-long-name-'.repeat(8), 'ü'.repeat(60))
  const lock = await lockDataDir(dataDir)
  lock.listen((_request, response) => response.end('here'))
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse)
  const response = await (await connectDataDir(dataDir))!.request('/')
  expect(await text(response)).toBe('here')
  await lock.release()
  expect((await readdir(dataDir)).filter((name) => !name.startsWith('sextant.lock.'))).toEqual([])
  await (await lockDataDir(dataDir)).release()
})

test('a directory that nobody uses, or that is not there, has no connection', async () => {
  expect(await connectDataDir(directory)).toBeNull()
  expect(await connectDataDir(join(directory, 'missing'))).toBeNull()
})

/** What a killed process leaves: a socket on which nobody listens, and the links to it. */
async function leaveDeadLock(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  const socket = join(dataDir, 'sextant-1-dead.sock')
  const server = net.createServer().listen(socket)
  await once(server, 'listening')
  linkSync(socket, `${socket}.kept`)
  server.close()
  await once(server, 'close')
  renameSync(`${socket}.kept`, socket)
  await symlink('sextant-1-dead.sock', join(dataDir, 'sextant.lock.4'))
  await symlink('sextant-1-dead.sock', join(dataDir, 'sextant.sock'))
}
