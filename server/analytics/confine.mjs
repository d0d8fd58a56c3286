// Shuts the thread that runs the engine, and every thread that it starts, out of the machine's files and network for
// good, by Landlock of the Linux kernel. The engine has many ways to a path or an address (functions, table functions,
// templates of formats, disks), and as a library it checks few of them; none goes past the kernel.
import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

// Numbers of the kernel's interface, the same on x64 and arm64.
const CREATE_RULESET = 444
const ADD_RULE = 445
const RESTRICT_SELF = 446
const ASK_VERSION = 1
const PATH_BENEATH = 1
const NET_PORT = 2
const SET_NO_NEW_PRIVS = 38
const PATH_ONLY = 0o10000000

const EXECUTE = 1n
const READ_FILE = 4n
const READ_DIR = 8n
const BIND = 1n
const CONNECT = 2n
/** Abstract sockets of, and signals to, processes outside. */
const SCOPES = 3n
/** How many rights over files the versions of Landlock know, from the first on. */
const FILE_RIGHT_COUNTS = [13n, 14n, 15n, 15n, 16n]

/** What the engine asks about its own memory and the machine's. */
const FIGURES = ['/proc/self/statm', '/proc/meminfo']
/**
 * Where it looks for the time of each thread that takes up a statement: some thirty times for one of ours. Being refused costs it
 * a quarter of a millisecond each time, for an exception that it throws away.
 */
const OWN_THREADS = '/proc/self/task'

/**
 * Resolves with whether the kernel can do this. The process must run with UV_THREADPOOL_SIZE=1: what `ffi-rs` runs "in a
 * new thread" then always runs in the same one, the one that is shut off here.
 *
 * @param {{ readable: string[], writable: string[], listen: number[], connect: number[] }} allowed directories and ports
 */
export async function confine({ readable, writable, listen, connect }) {
  if (process.platform !== 'linux') return false
  const { DataType, load, open } = require('ffi-rs')
  open({ library: 'libc', path: 'libc.so.6' })
  /** @param {string} funcName @param {(number | Uint8Array)[]} values @param {boolean} [there] in the engine's thread */
  const call = (funcName, values, there = false) =>
    load({
      library: 'libc',
      funcName,
      retType: DataType.I64,
      paramsType: values.map((value) => (typeof value === 'number' ? DataType.I64 : DataType.U8Array)),
      paramsValue: values,
      runInNewThread: there,
    })
  /** @param {number} result */
  const must = (result) => {
    if (result < 0) throw new Error('The engine can not be shut out of the rest of the machine.')
    return result
  }

  const version = call('syscall', [CREATE_RULESET, 0, 0, ASK_VERSION])
  if (version < 1) return false
  const allRights = (1n << (FILE_RIGHT_COUNTS[version - 1] ?? 16n)) - 1n
  const handled = words(allRights, version >= 4 ? BIND | CONNECT : 0n, version >= 6 ? SCOPES : 0n)
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8
  const rules = must(call('syscall', [CREATE_RULESET, handled, size, 0]))

  /** @param {string} path @param {bigint} rights */
  const allow = (path, rights) => {
    // Stays open: a rule about a file of /proc holds as long as somebody has the file.
    const file = openSync(path, PATH_ONLY)
    const rule = Buffer.alloc(12)
    rule.writeBigUInt64LE(rights)
    rule.writeInt32LE(file, 8)
    must(call('syscall', [ADD_RULE, rules, PATH_BENEATH, rule, 0]))
  }
  for (const path of FIGURES) allow(path, READ_FILE)
  allow(OWN_THREADS, READ_FILE | READ_DIR)
  for (const path of readable) allow(path, READ_FILE | READ_DIR)
  for (const path of writable) allow(path, allRights & ~EXECUTE)
  if (version >= 4) {
    for (const port of listen)
      must(call('syscall', [ADD_RULE, rules, NET_PORT, words(BIND, BigInt(port)), 0]))
    for (const port of connect)
      must(call('syscall', [ADD_RULE, rules, NET_PORT, words(CONNECT, BigInt(port)), 0]))
  }
  must(await call('prctl', [SET_NO_NEW_PRIVS, 1, 0, 0, 0], true))
  must(await call('syscall', [RESTRICT_SELF, rules, 0], true))
  closeSync(rules)
  return true
}

/** @param {bigint[]} numbers */
function words(...numbers) {
  const buffer = Buffer.alloc(numbers.length * 8)
  for (const [place, number] of numbers.entries()) buffer.writeBigUInt64LE(number, place * 8)
  return buffer
}
