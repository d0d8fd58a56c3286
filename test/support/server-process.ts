/** For tests: a whole server on the data directory of its environment, until it is killed or its test has ended. */
import { configFrom, DataDirInUse, startServer } from '#server/main.ts'

process.stdin.resume().on('end', () => process.exit())
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
