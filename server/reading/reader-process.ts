import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { UnreadableFile, type UnreadableCode } from '#amazon/index.ts'
import { programPath } from '#server/program-path.ts'
import type { Answer, Message, Question } from './pieces.ts'

export interface ReaderLimits {
  /** JavaScript's own memory in a process, megabytes. */
  heapMbMax: number
  /** All memory of a process, where the system tells it (Linux), megabytes. */
  residentMbMax: number
  /** How long a process may be deaf to everything. */
  silentMsMax: number
  /** How long the server waits for a process, all pieces of a file together. */
  workMsMax: number
  /** The same where somebody waits for one answer: lines, a list, a bank's statement. */
  shownMsMax: number
  /** How long a process waits for the next file before it is ended: a folder of reports needs one start. */
  idleMsMax: number
}

export const READER_LIMITS: ReaderLimits = {
  heapMbMax: 384,
  residentMbMax: 768,
  silentMsMax: 60_000,
  workMsMax: 60 * 60_000,
  shownMsMax: 20_000,
  idleMsMax: 5_000,
}

const WATCH_EVERY_MS = 500
const LAST_WORDS_MAX = 4_000

/** A process ended, and not because it went beyond a limit or nobody wanted its work any longer. */
export class ReaderDied extends Error {}

/** One process, for one file at a time. */
export class ReaderProcess {
  /** Resolves when nothing is left of it. */
  readonly gone: Promise<unknown>
  readonly #child: ChildProcess
  readonly #limits: ReaderLimits
  readonly #watch: NodeJS.Timeout
  readonly #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = []
  #lastWords = ''
  #heardAt = performance.now()
  #waitedMs = 0
  #workMsMax = 0
  #askedAt: number | undefined
  #signal: AbortSignal | undefined
  /** Why nothing more can be asked. */
  #end: Error | undefined

  constructor(limits: ReaderLimits) {
    this.#limits = limits
    const { entry, execArgv, cwd } = programPath('file-reader')
    this.#child = fork(entry, {
      execArgv: [...execArgv, `--max-old-space-size=${this.#limits.heapMbMax}`],
      ...(cwd && { cwd }),
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.gone = once(this.#child, 'close').catch(() => {})
    this.#child.stderr!.setEncoding('utf8').on('data', (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS_MAX)
    })
    this.#child.on('message', (message: Message) => this.#hear(message))
    this.#child.on('error', (error) =>
      this.#fail(new ReaderDied('The reader could not be started.', { cause: error })),
    )
    // After `exit` its last words may still be on the way.
    this.#child.on('close', (code, signal) => this.#fail(this.#deathOf(code, signal)))
    this.#watch = setInterval(() => void this.#look(), WATCH_EVERY_MS)
    this.#watch.unref()
    // What waits for an answer keeps the server alive; a process that waits for files does not.
    this.rest()
  }

  /** Begins the work on a file; when it is no longer wanted, the process is killed. */
  serve(signal: AbortSignal | undefined, workMsMax: number): void {
    this.#workMsMax = workMsMax
    this.#waitedMs = 0
    this.#heardAt = performance.now()
    this.#signal = signal
    signal?.addEventListener('abort', this.#stop, { once: true })
    this.#child.ref()
    this.#child.channel?.ref()
  }

  /** The work on a file is done. */
  rest(): void {
    this.#signal?.removeEventListener('abort', this.#stop)
    this.#signal = undefined
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as unknown as { unref(): void }).unref()
  }

  /** Answers come in the order of the questions. */
  ask(question: Question): Promise<Answer> {
    if (this.#end) return Promise.reject(this.#end)
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ resolve, reject }) === 1) this.#askedAt = performance.now()
      this.#child.send(question, (error) => {
        if (error && !this.#child.connected) return // `close` says why.
        if (error) this.#fail(new ReaderDied('The reader could not be asked.', { cause: error }))
      })
    })
  }

  get isEnded(): boolean {
    return this.#end !== undefined
  }

  kill(): void {
    this.#fail(new ReaderDied('The reader was ended.'))
  }

  readonly #stop = (): void => this.#fail(this.#signal!.reason as Error)

  #hear(message: Message): void {
    this.#heardAt = performance.now()
    if (message === 'alive') return
    const next = this.#waiting.shift()
    this.#waitedMs += this.#pausedMs()
    this.#askedAt = this.#waiting.length > 0 ? performance.now() : undefined
    if ('unreadable' in message)
      next?.reject(new UnreadableFile(message.unreadable.code as UnreadableCode, message.unreadable.message))
    else if ('failed' in message)
      next?.reject(Object.assign(new Error(message.failed.message), { stack: message.failed.stack }))
    else next?.resolve(message)
  }

  #pausedMs(): number {
    return this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt
  }

  async #look(): Promise<void> {
    if (this.#askedAt === undefined) return
    const { silentMsMax, residentMbMax } = this.#limits
    if (performance.now() - this.#heardAt > silentMsMax)
      this.#fail(refusal('TIME_LIMIT', `Reading this file stood still for ${secondsText(silentMsMax)}`))
    else if (this.#waitedMs + this.#pausedMs() > this.#workMsMax)
      this.#fail(refusal('TIME_LIMIT', `Reading this file took more than ${secondsText(this.#workMsMax)}`))
    else if ((await residentMb(this.#child.pid)) > residentMbMax) this.#fail(tooMuchMemory(residentMbMax))
  }

  #deathOf(code: number | null, signal: string | null): Error {
    if (/heap out of memory|heap limit/i.test(this.#lastWords)) return tooMuchMemory(this.#limits.heapMbMax)
    return new ReaderDied(`The reader ended with ${signal ?? code}. ${this.#lastWords}`.trim())
  }

  #fail(error: Error): void {
    if (this.#end) return
    this.#end = error
    clearInterval(this.#watch)
    this.#signal?.removeEventListener('abort', this.#stop)
    // A process that is stuck hears nothing else.
    this.#child.kill('SIGKILL')
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

const refusal = (code: UnreadableCode, what: string): UnreadableFile =>
  new UnreadableFile(code, `${what}, which no report does. Save what you need of it as CSV and import that.`)

const tooMuchMemory = (mb: number): UnreadableFile =>
  refusal('MEMORY_LIMIT', `Reading this file took more than ${mb} MB of memory`)

const secondsText = (ms: number): string => (ms < 2_000 ? '1 second' : `${Math.round(ms / 1_000)} seconds`)

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

/** A bucket's credentials are needed; our own secrets are not. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SEXTANT_') && name !== 'NODE_OPTIONS'),
  )
