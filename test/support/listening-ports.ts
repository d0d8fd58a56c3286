/** Which ports a process and all that it started listen on, as the kernel knows it, and what strangers get there. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const LISTENING = '0A'
const NOBODY = 65534

/** The process and its descendants. */
export function processTree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrNothing(`/proc/${name}/stat`)
      // The name of the program stands in brackets and may hold anything.
      return stat
        ? [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) }]
        : []
    })
  const tree = [pid]
  for (const member of tree)
    tree.push(...parents.filter(({ parent }) => parent === member).map((one) => one.pid))
  return tree
}

export interface ListeningPort {
  pid: number
  host: string
  port: number
}

/** TCP ports, of both versions of the Internet protocol. */
export function listeningPorts(pid: number): ListeningPort[] {
  return processTree(pid).flatMap((member) => {
    const sockets = new Set(socketsOf(member))
    return ['tcp', 'tcp6'].flatMap((table) =>
      (readOrNothing(`/proc/${member}/net/${table}`) ?? '')
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((cells) => cells[3] === LISTENING && sockets.has(cells[9] ?? ''))
        .map((cells) => {
          const [host = '', port = ''] = (cells[1] ?? '').split(':')
          return { pid: member, host: hostOf(host), port: Number.parseInt(port, 16) }
        }),
    )
  })
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return [] // closed meanwhile
    }
  })
}

/** `0100007F` is 127.0.0.1; the longer ones stay as they are. */
const hostOf = (hex: string): string =>
  hex.length === 8 ? [...Buffer.from(hex, 'hex')].toReversed().join('.') : hex

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export interface StrangersAnswer {
  asked: string
  /** Of HTTP; 0 where the connection was closed without an answer. */
  status: number
  headers: Record<string, string>
  body: string
}

const PATHS = [
  '/',
  '/ping',
  '/play',
  '/dashboard',
  '/binary',
  '/merges',
  '/jemalloc',
  '/schema',
  '/replicas_status',
  '/js/uplot.js',
  '/metrics',
  '/query',
  '//',
  '/?query=SELECT%20file(%27/etc/passwd%27)',
  '/?add_http_cors_header=1&query=SELECT+1',
  '/?user=default&query=SELECT+1',
  '/?user=app&password=&query=SELECT+1',
]
const HEADERS = [
  {},
  { origin: 'http://localhost:1', host: 'rebound.example', 'access-control-request-method': 'POST' },
  { 'x-clickhouse-user': 'default', 'x-clickhouse-key': '', 'x-sextant-door': '' },
  { authorization: `Basic ${Buffer.from('default:').toString('base64')}`, 'x-sextant-door': 'true' },
]
const METHODS = ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE']
/** Names under which the engine's own protocol might let somebody in. */
const NATIVE_USERS = ['default', '', 'app', 'reader', 'keeper', 'root']

/** As many as `askAsStranger` asks on one port. */
export const HTTP_TRIES = PATHS.length * HEADERS.length * METHODS.length
export const NATIVE_TRIES = NATIVE_USERS.length

/**
 * Asks on a port in all the ways above, as another user of the machine where that is possible. The first byte of an
 * answer in the engine's own protocol is its `status`: 0 is a welcome, 2 a refusal, and -1 stands for no answer.
 */
export async function askAsStranger(
  port: number,
): Promise<{ http: StrangersAnswer[]; native: StrangersAnswer[] }> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, JSON.stringify({ port, PATHS, HEADERS, METHODS, NATIVE_USERS })],
    {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    },
  )
  return JSON.parse(await text(child.stdout)) as { http: StrangersAnswer[]; native: StrangersAnswer[] }
}

const SCRIPT = `
import http from 'node:http'
import net from 'node:net'
const { port, PATHS, HEADERS, METHODS, NATIVE_USERS } = JSON.parse(process.argv[1])
const nothing = { status: 0, headers: {}, body: '' }

const ask = (method, path, headers) => new Promise((done) => {
  const asked = method + ' ' + path + ' ' + JSON.stringify(headers)
  const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 20000 }, (response) => {
    let body = ''
    response.setEncoding('utf8').on('data', (text) => (body += text))
    response.on('close', () => done({ asked, status: response.statusCode, headers: response.headers, body }))
  })
  request.on('timeout', () => request.destroy()).on('error', () => done({ asked, ...nothing }))
  request.end(method === 'POST' || method === 'PUT' ? "SELECT file('/etc/passwd')" : undefined)
})

const greet = (user) => new Promise((done) => {
  const text = (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
  // Hello: the client's name, version 24.1, revision 54429, database, user, password.
  const hello = [Buffer.from([0]), text('stranger'), Buffer.from([24, 1, 0x9d, 0xa9, 3]), text(''), text(user), text('')]
  const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.concat(hello)))
  const end = (answer) => { socket.destroy(); done({ asked: user, ...nothing, status: -1, ...answer }) }
  socket.once('data', (bytes) => end({ status: bytes[0], body: bytes.toString('latin1') }))
  socket.on('error', () => end({})).on('close', () => end({})).setTimeout(20000, () => end({}))
})

const answers = { http: [], native: [] }
for (const method of METHODS) for (const path of PATHS) for (const headers of HEADERS) answers.http.push(await ask(method, path, headers))
for (const user of NATIVE_USERS) answers.native.push(await greet(user))
console.log(JSON.stringify(answers))
`
