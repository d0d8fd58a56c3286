import { CommanderError } from 'commander'
import { EXIT, lineOf } from './failures.ts'
import { fail, wantsJson } from './run.ts'
import { sextantProgram } from './program.ts'

// The reader of a pipe may leave first: `sextant imports … | head`. The work goes on to its end all the same: a process that
// has stores open, as a server has, closes them in order.
let isWritten = true
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || !isWritten) return
  isWritten = false
  fail(error, EXIT.UNEXPECTED, `The answer could not be written: ${lineOf(error)}`)
})
process.once('exit', () => {
  if (!isWritten) process.exitCode ||= EXIT.UNEXPECTED
})

try {
  await sextantProgram().parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.OK : EXIT.USAGE
  // In words it has been said already, with what was perhaps meant.
  if (error.exitCode !== 0 && wantsJson()) fail(error, EXIT.USAGE, error.message.replace(/^error: /, ''))
}
