/**
 * For tests: a whole server on the data directory of its environment, until it is killed or its test has ended. Each line
 * of its input is answered with the delay of its event loop since the one before.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { configFrom, DataDirInUse, startServer } from '#server/main.ts'

const RESOLUTION_MS = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.stdin
  .on('data', () => {
    const [p99Ms, maxMs] = [delay.percentile(99) / 1e6, delay.max / 1e6]
    process.stdout.write(`${JSON.stringify({ p99Ms, maxMs })}\n`)
    delay.reset()
  })
  .on('end', () => process.exit())
try {
  const server = await startServer(configFrom(process.env), (message, error) =>
    console.error(message, error ?? ''),
  )
  process.stdout.write(`${server.address}\n`)
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error
  process.stdout.write(`${error.message}\n`)
  process.exit(1)
}
