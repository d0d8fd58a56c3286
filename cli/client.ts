import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  inferRouterInputs,
  inferRouterOutputs,
} from '@trpc/server'
import type { Config } from '#server/config.ts'
import { connectDataDir, mustHoldInstallation, type DataDirConnection } from '#server/data-dir.ts'
import type { Installation } from '#server/installation.ts'
import type { Log } from '#server/log.ts'
import type { AppRouter } from '#server/router.ts'
import { CallFailed } from './failures.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Feature = Extract<keyof Inputs, keyof AppRouter>
type NameIn<F extends Feature> = Extract<keyof Inputs[F], keyof AppRouter[F]>

type PathsTo<Kind> = {
  [F in Feature]: {
    [N in NameIn<F>]: AppRouter[F][N] extends Kind ? `${F}.${N & string}` : never
  }[NameIn<F>]
}[Feature]

type QueryPath = PathsTo<AnyTRPCQueryProcedure>
type MutationPath = PathsTo<AnyTRPCMutationProcedure>

type Member<Of, P> = P extends `${infer F}.${infer N}`
  ? F extends keyof Of
    ? N extends keyof Of[F]
      ? Of[F][N]
      : never
    : never
  : never
type InputOf<P> = Member<Inputs, P>
type Arguments<P> = undefined extends InputOf<P> ? [input?: InputOf<P>] : [input: InputOf<P>]

export interface FileToUpload {
  fileName: string
  account?: string | undefined
  marketplace?: string | undefined
  day?: string | undefined
  /** Asked for again when the upload has to be begun anew. */
  open: () => Readable
}

/** What commands ask of the installation, wherever it is open. */
export interface Client {
  query<P extends QueryPath>(path: P, ...input: Arguments<P>): Promise<Member<Outputs, P>>
  mutate<P extends MutationPath>(path: P, ...input: Arguments<P>): Promise<Member<Outputs, P>>
  /** Any procedure by its name. */
  call(path: string, input: unknown): Promise<unknown>
  /**
   * Stores a file and puts it into the queue; resolves with the id of its import, also when the interruption came after
   * all of it was sent.
   */
  upload(companyId: string, file: FileToUpload): Promise<number>
  /** From now on this process runs queued imports whenever it is the one that has the data directory open. */
  runImports(): Promise<void>
  /** The same client for what must still be done after an interruption. */
  withoutSignal(): Client
  close(): Promise<void>
}

/** How long a command waits for another process that is starting, stopping or busy. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 100

/** Failures of a request that never reached anybody. */
const NOBODY_THERE = ['ECONNREFUSED', 'ENOENT']
/** Failures after which nobody knows whether the request was carried out. */
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ECONNABORTED']

interface Request {
  path: string
  headers: Record<string, string>
  body: () => Readable | string
  /** Doing it twice is the same as doing it once. */
  repeatable: boolean
  /** An interruption ends the sending alone: what has been sent is answered with a name by which it can be taken back. */
  waitsForAnswer?: true
}

/**
 * A client of whoever uses the data directory. If nobody does, this process opens it and then asks itself, over the same
 * socket: there is one way in which commands work.
 */
export function openClient(
  config: Config,
  {
    signal,
    log,
    onWaiting = () => {},
  }: { signal: AbortSignal; log: Log; onWaiting?: (text: string) => void },
): Client {
  let own: Installation | undefined
  let runsImports = false

  async function reach(until: number, abort: AbortSignal | undefined): Promise<DataDirConnection> {
    for (;;) {
      abort?.throwIfAborted()
      const connection = await connectDataDir(config.dataDir)
      if (connection) return connection
      // Loaded only here: beside a running server a command needs none of it.
      const { refuseUnfinishedRestore } = await import('./unfinished-restore.ts')
      await refuseUnfinishedRestore(config.dataDir)
      await mustHoldInstallation(config.dataDir)
      const { openInstallation } = await import('#server/main.ts')
      try {
        own = await openInstallation(config, log)
        if (runsImports) await own.queue.start()
      } catch (error) {
        // Somebody else was quicker.
        if ((error as Error).name !== 'DataDirInUse' || performance.now() > until) throw error
        await delay(PAUSE_MS)
      }
    }
  }

  async function request(
    { path, headers, body, repeatable, waitsForAnswer }: Request,
    abort: AbortSignal | undefined,
  ): Promise<unknown> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const connection = await reach(until, abort)
      try {
        const response = await connection.request(path, {
          method: 'POST',
          headers,
          body: body(),
          signal: waitsForAnswer ? undefined : abort,
        })
        const answer = await answerOf(response)
        if (response.statusCode !== 503) return resultOf(response, answer)
        if (performance.now() > until) throw new CallFailed(answer.trim(), { status: 503 })
        onWaiting('Waiting for another Sextant on this data directory …')
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? ''
        const again = NOBODY_THERE.includes(code) || (repeatable && BROKEN_OFF.includes(code))
        if (BROKEN_OFF.includes(code) && !repeatable) {
          throw new CallFailed(
            'The Sextant that was asked stopped before it answered: look whether the work was done.',
            { cause: error },
          )
        }
        if (!again || performance.now() > until) throw error
      }
      await delay(PAUSE_MS, undefined, abort && { signal: abort })
    }
  }

  const client = (abort: AbortSignal | undefined): Client => {
    // The server takes a question by POST too, which has room for its input.
    const ask = (path: string, input: unknown, repeatable: boolean) =>
      request(
        {
          path: `/trpc/${path}`,
          headers: { 'content-type': 'application/json' },
          body: () => (input === undefined ? '' : JSON.stringify(input)),
          repeatable,
        },
        abort,
      )
    return {
      query: (path, ...[input]) => ask(path, input, true) as never,
      mutate: (path, ...[input]) => ask(path, input, false) as never,
      call: (path, input) => ask(encodeURIComponent(path), input, false),
      async upload(companyId, { fileName, account, marketplace, day, open }) {
        const query = new URLSearchParams({
          companyId,
          fileName,
          ...(account && { account }),
          ...(marketplace && { marketplace }),
          ...(day && { day }),
        })
        const answer = await request(
          {
            path: `/imports?${query.toString()}`,
            headers: { 'content-type': 'application/octet-stream' },
            body: () => (abort ? addAbortSignal(abort, open()) : open()),
            // The same content counts once, however often it is sent.
            repeatable: true,
            waitsForAnswer: true,
          },
          abort,
        )
        return (answer as { importId: number }).importId
      },
      async runImports() {
        runsImports = true
        await own?.queue.start()
      },
      withoutSignal: () => client(undefined),
      async close() {
        await own?.close()
        own = undefined
      },
    }
  }
  return client(signal)
}

/** The whole text of an answer; rejects when it is broken off. */
async function answerOf(response: IncomingMessage): Promise<string> {
  const aborted = new AbortController()
  const brokenOff = once(response, 'aborted', { signal: aborted.signal }).then(() => {
    throw Object.assign(new Error('The answer was broken off.'), { code: 'ECONNRESET' })
  })
  brokenOff.catch(() => {})
  try {
    return await Promise.race([text(response), brokenOff])
  } finally {
    aborted.abort()
  }
}

interface ErrorAnswer {
  error?: string | { message: string; data?: { code?: string; errorCode?: string; fields?: object } }
  errorCode?: string
}

function resultOf(response: IncomingMessage, answer: string): unknown {
  const status = response.statusCode ?? 0
  let parsed: unknown
  try {
    parsed = JSON.parse(answer)
  } catch (cause) {
    throw new CallFailed(`Not an answer of Sextant: ${answer.slice(0, 200)}`, { status, cause })
  }
  if (status < 400) {
    const { result } = parsed as { result?: { data?: unknown } }
    return result ? result.data : parsed
  }
  const { error, errorCode } = parsed as ErrorAnswer
  if (typeof error === 'string') throw new CallFailed(error, { status, code: errorCode })
  throw new CallFailed(error?.message ?? 'The call failed.', {
    status,
    code: error?.data?.errorCode ?? error?.data?.code,
    badInput: error?.data?.fields !== undefined,
    unknownProcedure: status === 404 && (error?.message.startsWith('No procedure found') ?? false),
  })
}
