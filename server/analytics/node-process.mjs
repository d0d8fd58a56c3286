// The child process that is the embedded ClickHouse node. libchdb is clickhouse-local in a library, and
// `SYSTEM START LISTEN` gives it the same HTTP and TCP servers that a ClickHouse installation has, so the rest of the
// program knows one engine only. Plain JavaScript, because the server starts it with nothing but `process.execPath`.
//
// The first line of standard input says what to run; it travels there rather than in the arguments because it holds a
// password, and the arguments of a process are public. After that, standard input staying open means "my parent lives".
import { createInterface } from 'node:readline'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { confine } from './confine.mjs'

const require = createRequire(import.meta.url)

/** How long running statements may take to end before the process stops without waiting for them. */
const LEAVE_MS_MAX = 20_000

/**
 * @typedef {object} Orders
 * @property {string[]} argv
 * @property {Parameters<typeof confine>[0]} allowed
 * @property {number} httpPort
 * @property {Record<string, string>} headers that open the node's door to whoever ends it
 */
/** @type {undefined | Orders} */
let orders
let leaving = false

const input = createInterface({ input: process.stdin })
input.once('line', (line) => {
  orders = JSON.parse(line)
  run(orders).catch((/** @type {unknown} */ error) => {
    console.error(error)
    process.exit(1)
  })
})
input.once('close', leave)
process.stdin.on('error', leave)
process.on('SIGTERM', leave)
// Ctrl-C reaches the whole process group; the parent decides the order in which things end.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

/** @param {Orders} orders */
async function run({ argv, allowed }) {
  const { libchdbPath } = require('chdb/libchdb')
  const { DataType, load, open } = require('ffi-rs')
  open({ library: 'chdb', path: libchdbPath() })
  await confine(allowed)
  await load({
    library: 'chdb',
    funcName: 'query_stable_v2',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [argv.length, argv],
    // The engine's main query lasts as long as the node does; this thread must stay free for signals.
    runInNewThread: true,
  })
  process.exit(leaving ? 0 : 1)
}

/** Ends the query that keeps the node alive; the engine then flushes and returns from `query_stable_v2`. */
function leave() {
  if (leaving) return
  leaving = true
  if (!orders) process.exit(0)
  // The directory in which the node was started is gone, and without one the library waits three seconds at its end.
  process.chdir('/')
  // SIGKILL rather than exit(): exit() runs the library's destructors under threads that still work.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LEAVE_MS_MAX).unref()
  endKeepAlive(orders)
}

/** @param {Orders} orders */
function endKeepAlive(orders) {
  const { httpPort, headers } = orders
  const again = () => setTimeout(() => endKeepAlive(orders), 100)
  const call = request(
    {
      host: '127.0.0.1',
      port: httpPort,
      method: 'POST',
      // An idle keep-alive connection would delay the exit by five seconds and make it a forced one.
      agent: false,
      headers,
    },
    (response) => {
      response.resume()
      // Refused while the node is still starting: ask again until it listens to us or the deadline passes.
      if (response.statusCode !== 200) again()
    },
  )
  call.on('error', again)
  call.end(`KILL QUERY WHERE query_id != queryID() ASYNC`)
}
