/** What a command's end says to the shell. */
export const EXIT = { OK: 0, UNEXPECTED: 1, USAGE: 2, NO: 3, INTERRUPTED: 130, TERMINATED: 143 } as const

/** The command was given something that it can't take. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The answer is no, and the text says why. */
export class Refused extends Error {
  override name = 'Refused'
}

interface Failure {
  status?: number
  /** A field of the input is wrong. */
  badInput?: boolean
  unknownProcedure?: boolean
}

/** A call came back with an error, or not at all. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly exitCode: number

  constructor(message: string, { status = 0, badInput, unknownProcedure, cause }: Failure & ErrorOptions) {
    super(message, { cause })
    const isUsage = badInput || unknownProcedure
    this.exitCode = isUsage ? EXIT.USAGE : status >= 400 && status < 500 ? EXIT.NO : EXIT.UNEXPECTED
  }
}

const EXIT_BY_NAME: Record<string, number> = {
  UsageError: EXIT.USAGE,
  ConfigError: EXIT.USAGE,
  Refused: EXIT.NO,
  NoInstallation: EXIT.NO,
  BackupUnusable: EXIT.NO,
}

// By name, so that the classes of the server need not be loaded to look at an error.
export function exitCodeOf(error: unknown): number {
  if (error instanceof CallFailed) return error.exitCode
  if (!(error instanceof Error)) return EXIT.UNEXPECTED
  const { code } = error as { code?: string }
  if (error.name === 'AccountsError' && code?.startsWith('RESTORE_')) return EXIT.NO
  return EXIT_BY_NAME[error.name] ?? EXIT.UNEXPECTED
}

/** An error in one line. */
export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, address } = error as NodeJS.ErrnoException & { address?: string }
  // Of a socket that can't be made, the path is its address.
  const place = (path ?? address) ? ` ${path ?? address}` : ''
  if (code === 'ENOENT') return `There is no${place || ' such file'}.`
  if (code === 'EACCES' || code === 'EPERM') return `Not permitted:${place}.`
  if (code === 'ENOTDIR') return `Not a directory:${place}.`
  if (code === 'ENOSPC') return `The disk is full:${place}.`
  if (code === 'EROFS') return `Nothing can be written there:${place}.`
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Set SEXTANT_PORT to a free one.'
  return error.message.replaceAll(/\s*\n\s*/g, ' ') || error.name
}
