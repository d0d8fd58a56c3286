/** What a command's end says to the shell. */
export const EXIT = {
  OK: 0,
  UNEXPECTED: 1,
  USAGE: 2,
  REFUSED: 3,
  ATTENTION: 4,
  INTERRUPTED: 130,
  TERMINATED: 143,
} as const

/** The one table of exit codes: every command's help is made from it, and docs/command-line.md has the same rows. */
export const EXIT_MEANINGS: readonly [code: number, meaning: string][] = [
  [EXIT.OK, 'done: everything was taken, and it adds up'],
  [EXIT.UNEXPECTED, 'something unexpected went wrong'],
  [EXIT.USAGE, 'wrong usage: an argument, an option or the configuration'],
  [EXIT.REFUSED, 'refused: the answer is no, and the text says why'],
  [EXIT.ATTENTION, 'done, with something to look at'],
  [EXIT.INTERRUPTED, 'interrupted (143 when ended by SIGTERM)'],
]

/** The command was given something that it can't take. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The answer is no, and the text says why. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The result has been printed, and not all of it is as it should be. */
export class NotAllWell extends Error {
  override name = 'NotAllWell'
  readonly exitCode: number

  /** A line for each thing that a person has to look at. */
  constructor(exitCode: number, lines: readonly string[]) {
    super(lines.join('\n'))
    this.exitCode = exitCode
  }
}

interface Failure {
  status?: number
  /** The code of docs/errors.md. */
  code?: string | undefined
  /** A field of the input is wrong. */
  badInput?: boolean
  unknownProcedure?: boolean
}

/** A call came back with an error, or not at all. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly exitCode: number

  readonly code: string | undefined

  constructor(
    message: string,
    { status = 0, code, badInput, unknownProcedure, cause }: Failure & ErrorOptions,
  ) {
    super(message, { cause })
    this.code = code
    const isUsage = badInput || unknownProcedure
    this.exitCode = isUsage ? EXIT.USAGE : status >= 400 && status < 500 ? EXIT.REFUSED : EXIT.UNEXPECTED
  }
}

const EXIT_BY_NAME: Record<string, number> = {
  UsageError: EXIT.USAGE,
  ConfigError: EXIT.USAGE,
  Refused: EXIT.REFUSED,
  NoInstallation: EXIT.REFUSED,
  BackupUnusable: EXIT.REFUSED,
}

// By name, so that the classes of the server need not be loaded to look at an error.
export function exitCodeOf(error: unknown): number {
  if (error instanceof CallFailed || error instanceof NotAllWell) return error.exitCode
  if (!(error instanceof Error)) return EXIT.UNEXPECTED
  const { code } = error as { code?: string }
  if (error.name === 'AccountsError' && code?.startsWith('RESTORE_')) return EXIT.REFUSED
  return EXIT_BY_NAME[error.name] ?? EXIT.UNEXPECTED
}

const CODES = {
  [EXIT.USAGE]: 'WRONG_USAGE',
  [EXIT.REFUSED]: 'REFUSED',
  [EXIT.ATTENTION]: 'ATTENTION',
  [EXIT.INTERRUPTED]: 'INTERRUPTED',
  [EXIT.TERMINATED]: 'TERMINATED',
} as Record<number, string>

/** An error as programs read it: one line of JSON. The code is that of docs/errors.md or of the system where there is one. */
export function jsonOf(error: unknown, exitCode: number, message = lineOf(error)): string {
  const { code } = error as { code?: unknown }
  return JSON.stringify({
    error: {
      code: typeof code === 'string' && exitCode !== EXIT.USAGE ? code : (CODES[exitCode] ?? 'UNEXPECTED'),
      message,
      exitCode,
    },
  })
}

/** An error in one line; of several things that are not well, a line each. */
export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof NotAllWell) return error.message
  const { code, path, address } = error as NodeJS.ErrnoException & { address?: string }
  // Of a socket that can't be made, the path is its address.
  const place = (path ?? address) ? ` ${path ?? address}` : ''
  if (code === 'ENOENT') return `There is no${place || ' such file'}.`
  if (code === 'EACCES' || code === 'EPERM') return `Not permitted:${place}.`
  if (code === 'ENOTDIR') return `Not a directory:${place}.`
  if (code === 'ENOSPC') return `The disk is full${place && `:${place}`}.`
  if (code === 'EROFS') return `Nothing can be written there:${place}.`
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Set SEXTANT_PORT to a free one.'
  return error.message.replaceAll(/\s*\n\s*/g, ' ') || error.name
}
