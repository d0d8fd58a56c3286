import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { SECRET_FILE } from './secret-key.ts'

/*
 * A data directory belongs to the process that listens on a socket in it: the kernel stops listening when the process
 * ends, however it ends, so a lock can be left over but never be mistaken for a living one.
 *
 *   sextant-<pid>-<random>.sock   the socket
 *   sextant.lock.<n>              a symbolic link to it; the highest number is the lock
 *   sextant.sock                  a symbolic link to it, for people and `curl --unix-socket`
 *
 * To take the lock: find the highest number, see that nobody listens there, and link the next number to a socket that
 * listens already. Only one process can make that link. The highest one is never removed, not even on release; so
 * whoever was slow and made a lower one sees the higher one afterwards and gives way.
 */

const LOCK = /^sextant\.lock\.(\d+)$/
const SOCKET_PATH_BYTES_MAX = 100 // Linux allows 107, macOS 103

/** Another living process uses the data directory. */
export class DataDirInUse extends Error {
  readonly pid: number | undefined

  constructor(dataDir: string, socket: string) {
    const pid = /^sextant-(\d+)-/.exec(socket)?.[1]
    super(
      `Another Sextant${pid ? ` (process ${pid})` : ''} is using ${dataDir}. Stop it, or use another SEXTANT_DATA_DIR.`,
    )
    this.name = 'DataDirInUse'
    this.pid = pid ? Number(pid) : undefined
  }
}

/** No server has ever opened this data directory. */
export class NoInstallation extends Error {
  constructor(dataDir: string) {
    super(
      `There is no installation in ${dataDir}. Start a server first ("npm start"), or set SEXTANT_DATA_DIR to the directory of the one you mean.`,
    )
    this.name = 'NoInstallation'
  }
}

/** For whoever looks after an installation and must not make one in a wrong place. Throws `NoInstallation`. */
export async function mustHoldInstallation(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(undefinedIfMissing)) ?? []
  if (!names.some((name) => LOCK.test(name) || name === SECRET_FILE)) throw new NoInstallation(dataDir)
}

export interface DataDirLock {
  /** Answers requests that come over the socket from now on. Before, they are told to come back later. */
  listen(handler: http.RequestListener): void
  release(): Promise<void>
}

/** Makes the directory if need be and takes it for this process, or throws `DataDirInUse`. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await keepToOwner(dataDir)
  let answer: http.RequestListener = (_request, response) => {
    response
      .writeHead(503, { 'content-type': 'text/plain' })
      .end('Sextant is busy with another command, or starting.\n')
  }
  // Importing a large file takes as long as it takes.
  const server = http.createServer({ requestTimeout: 0 }, (request, response) => answer(request, response))
  const socket = `sextant-${process.pid}-${randomUUID().slice(0, 8)}.sock`
  await inShortDirectory(dataDir, socket, (path) => listenOn(server, path))
  await chmod(join(dataDir, socket), 0o600)

  async function stopListening() {
    const stopped = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await stopped
    await rm(join(dataDir, socket), { force: true })
  }
  try {
    await takeLock(dataDir, socket)
    const link = join(dataDir, 'sextant.sock.new')
    await rm(link, { force: true })
    await symlink(socket, link)
    await rename(link, join(dataDir, 'sextant.sock'))
  } catch (error) {
    await stopListening()
    throw error
  }
  return {
    listen: (handler) => {
      answer = handler
    },
    async release() {
      await rm(join(dataDir, 'sextant.sock'), { force: true })
      await stopListening()
    },
  }
}

/** The stores in it make their files as the process makes files, which others can often read. */
async function keepToOwner(dataDir: string): Promise<void> {
  const { mode, uid } = await stat(dataDir)
  // Somebody else's, as a volume of a container may be, stays as its owner wants it.
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(dataDir, mode & 0o7700)
}

async function takeLock(dataDir: string, socket: string): Promise<void> {
  for (;;) {
    const highest = Math.max(0, ...(await lockNumbers(dataDir)))
    if (highest > 0) {
      const other = await readlink(lockPath(dataDir, highest)).catch(undefinedIfMissing)
      if (other === undefined) continue // replaced by a higher one meanwhile
      if (await isAlive(dataDir, other)) throw new DataDirInUse(dataDir, other)
    }
    const mine = highest + 1
    try {
      await symlink(socket, lockPath(dataDir, mine))
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw error
    }
    const numbers = await lockNumbers(dataDir)
    if (numbers.every((number) => number <= mine)) {
      await removeOutdated(
        dataDir,
        numbers.filter((number) => number < mine),
      )
      return
    }
    await rm(lockPath(dataDir, mine), { force: true })
  }
}

async function removeOutdated(dataDir: string, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const socket = await readlink(lockPath(dataDir, number)).catch(undefinedIfMissing)
    // A process that was killed left its socket; one that is alive here is about to give way and removes its own.
    if (socket !== undefined && !(await isAlive(dataDir, socket)))
      await rm(join(dataDir, socket), { force: true })
    await rm(lockPath(dataDir, number), { force: true })
  }
}

async function lockNumbers(dataDir: string): Promise<number[]> {
  return (await readdir(dataDir)).flatMap((name) => LOCK.exec(name)?.[1] ?? []).map(Number)
}

const lockPath = (dataDir: string, number: number) => join(dataDir, `sextant.lock.${number}`)

export interface DataDirConnection {
  request(
    path: string,
    options?: {
      method?: string
      headers?: http.OutgoingHttpHeaders
      body?: Readable | string | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<http.IncomingMessage>
}

/** A way to talk to the process that uses the data directory; null if there is none. */
export async function connectDataDir(dataDir: string): Promise<DataDirConnection | null> {
  const socket = await readlink(join(dataDir, 'sextant.sock')).catch(undefinedIfMissing)
  if (socket === undefined || !(await isAlive(dataDir, socket))) return null
  return {
    request: (path, { method = 'GET', headers = {}, body, signal } = {}) =>
      inShortDirectory(
        dataDir,
        socket,
        (socketPath) =>
          new Promise((resolve, reject) => {
            const request = http.request({ socketPath, path, method, headers, signal, agent: false })
            request.on('response', resolve).on('error', reject)
            if (body === undefined || typeof body === 'string') request.end(body)
            else pipeline(body, request, (error) => error && reject(error))
          }),
      ),
  }
}

/** Dead is only what the kernel calls so: a process that is stopped, or somebody else's, is alive. */
function isAlive(dataDir: string, socket: string): Promise<boolean> {
  return inShortDirectory(
    dataDir,
    socket,
    (path) =>
      new Promise((resolve) => {
        const connection = net.connect(path)
        connection.on('connect', () => {
          connection.destroy()
          resolve(true)
        })
        connection.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')))
      }),
  )
}

function listenOn(server: http.Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Unreferenced: the lock alone keeps no process running.
    server.listen(path, resolve).unref()
  })
}

/**
 * The kernel limits how long the path of a socket may be written, not where the socket lies: a directory with a long
 * path is reached through a short link that exists as long as `use` needs it.
 */
async function inShortDirectory<T>(
  directory: string,
  name: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(directory, name)
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return use(path)
  const detour = await mkdtemp(join(tmpdir(), 'sextant-'))
  try {
    await symlink(resolve(directory), join(detour, 'd'))
    return await use(join(detour, 'd', name))
  } finally {
    await rm(detour, { recursive: true })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
