import { CommanderError } from 'commander'
import { EXIT } from './failures.ts'
import { fail, wantsJson } from './run.ts'
import { sextantProgram } from './program.ts'

// The reader of a pipe may leave first: `sextant imports … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT.OK)
})

try {
  await sextantProgram().parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.OK : EXIT.USAGE
  // In words it has been said already, with what was perhaps meant.
  if (error.exitCode !== 0 && wantsJson()) fail(error, EXIT.USAGE, error.message.replace(/^error: /, ''))
}
