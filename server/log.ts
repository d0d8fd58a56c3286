import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import pino from 'pino'
import type { LogLevel } from './log-levels.ts'

/** What happened, for whoever runs the installation; with an error it is a failure of ours. */
export interface Log {
  (message: string, error?: unknown): void
  /** What is no trouble: fields for machines, and the same in words. */
  info?: (fields: object, message: string) => void
  debug?: (fields: object, message: string) => void
}

/** The request on whose behalf something happens; every line of the log that it causes carries its number. */
export const currentRequest = new AsyncLocalStorage<{ requestId: string }>()

/** The same for the engines, which write as pino does. */
export const engineLog = (log: Log, onFell: () => void) => ({
  info: (fields: object, message: string) => log.info?.(fields, message),
  warn: (_fields: object, message: string) => log(message),
  error: (details: object, message: string) => {
    // How it fell is said when it did, and not of a start that fails.
    if ('how' in details) onFell()
    log(message, 'err' in details ? details.err : details)
  },
})

interface Destination {
  write(line: string): void
  isTTY?: boolean
}

/** A log of one JSON object per line, or of lines for people where somebody watches. */
export function openLog(level: LogLevel, destination: Destination = process.stderr): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      mixin: () => currentRequest.getStore() ?? {},
    },
    {
      write(line: string) {
        const safe = redacted(line)
        destination.write(destination.isTTY ? readable(safe) : safe)
      },
    },
  )
  return Object.assign(
    (message: string, error?: unknown) =>
      error === undefined ? logger.warn(message) : logger.error({ err: error }, message),
    {
      info: (fields: object, message: string) => logger.info(fields, message),
      debug: (fields: object, message: string) => logger.debug(fields, message),
    },
  )
}

/** Not all that hangs on an error: those of the relational store carry the values of their statement. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : inspect(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  }
}

const SECRETS: [RegExp, string][] = [
  // Fields by their name.
  [/"([\w-]*(?:password|secret|token|authorization|cookie)[\w-]*)":"(?:[^"\\]|\\.)*"/gi, '"$1":"***"'],
  // The password in an address.
  [/(\w:\/\/[^\s:/@"\\]*):[^\s@/"\\]+@/g, '$1:***@'],
  // Parameters of an address that let somebody in, and those that name a person.
  [/([?&][\w.-]*(?:pass|secret|token|ticket|signature|code|key)[\w.-]*=)[^&\s"\\]+/gi, '$1***'],
  [/([?&][\w.-]+=)[^&\s"\\]*(?:@|%40)[^&\s"\\]*/gi, '$1***'],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, '$1 ***'],
  // A token of ours or of the managed pool, wherever it stands.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g, '***'],
  // The values of a statement.
  [/(\\nparams: )(?:[^"\\]|\\[^n])*/g, '$1***'],
]

/** A line of the log without what opens something. Works on the text, so that it holds wherever a secret came in. */
export const redacted = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

function readable(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const { stack, cause, message } = (err ?? {}) as { stack?: string; cause?: unknown; message?: string }
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const details = [stack ?? message, cause && `cause: ${JSON.stringify(cause)}`].filter(Boolean)
  const head = [String(time).slice(11, 23), String(level).toUpperCase().padEnd(5), msg, ...rest].join(' ')
  return `${[head, ...details.map((detail) => String(detail).replaceAll(/^/gm, '  '))].join('\n')}\n`
}
