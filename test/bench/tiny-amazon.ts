/**
 * A process with a pretend Amazon of many tiny sellers at Amazon's own pace, so that its work is not measured with the server's. Its
 * argument says how many; a line of its input sets its clock, and is answered with what was asked since.
 */
import { createInterface } from 'node:readline'
import { startSandbox } from '#sandbox/index.ts'
import { APPLICATION, clockOf, type FastClock } from '../support/syncing-server.ts'
import { tinySellers } from '../support/tiny-sellers.ts'

/** Answers by operation and status. */
export type AskedSince = Record<string, number>

let clock: FastClock = { shown: Date.now(), at: Date.now(), speed: 1 }
let asked: AskedSince = {}
const sandbox = await startSandbox({
  port: 0,
  sellers: tinySellers(Number(process.argv[2])),
  applications: [APPLICATION],
  now: () => clockOf(clock)(),
  log({ method, path, status }) {
    const operation = `${method} ${path.replace(/\/[\w.-]*\d[\w.-]*$/, '')} ${status}`
    asked[operation] = (asked[operation] ?? 0) + 1
  },
})
createInterface({ input: process.stdin })
  .on('line', (line) => {
    clock = JSON.parse(line) as FastClock
    process.stdout.write(`${JSON.stringify(asked)}\n`)
    asked = {}
  })
  .on('close', () => process.exit())
process.stdout.write(`${sandbox.origin}\n`)
