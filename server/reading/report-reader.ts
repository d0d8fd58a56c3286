import { createHash } from 'node:crypto'
import {
  UnreadableFile,
  reportTypeOf,
  type OpenOptions,
  type EnteredListKind,
  type RawLine,
  type ReadList,
  type WantedLine,
} from '#amazon/index.ts'
import type { SomeColumns } from '#contract/bank-match.ts'
import { FairTurns } from '#server/fair-turns.ts'
import type { BankReading } from './bank-statement.ts'
import type { Answer, OpenedFile, Piece, Question } from './pieces.ts'
import { READER_LIMITS, ReaderDied, ReaderProcess, type ReaderLimits } from './reader-process.ts'
import { Turns } from './turns.ts'

export { ReaderDied, type ReaderLimits } from './reader-process.ts'

/** Files that are imported at once… */
const READERS_MAX = 2
/** …and beside them files that somebody waits to see something of. */
const SHOWN = { atOnce: READERS_MAX, waitingMax: 100, waitMsMax: 30_000 }

/** A stored file, by company and content. */
export interface FileId {
  companyId: string
  sha256: string
  fileName: string
}

export type Reading = OpenedFile & AsyncDisposable & { pieces: AsyncIterable<Piece> }

/**
 * Opens files from outside in processes of their own, so that none takes the server's memory or time: what a file does
 * to its process, it does to itself. A process that goes beyond its limits is killed, and the file refused by the name
 * of the limit.
 */
export class ReportReader implements AsyncDisposable {
  readonly #place: string
  readonly #limits: ReaderLimits
  readonly #importing = new Turns(READERS_MAX)
  /** By company: many files of one do not make the file of another wait for all of them. */
  readonly #showing = new FairTurns(SHOWN)
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>()
  readonly #all = new Set<ReaderProcess>()
  /** Files that ended a process, and have not come to their end since. */
  readonly #deadly = new Set<string>()
  #isClosed = false

  /** @param place where the raw files lie, as `openRawFiles` takes it */
  constructor(place: string, limits: Partial<ReaderLimits> = {}) {
    this.#place = place
    this.#limits = { ...READER_LIMITS, ...limits }
  }

  /**
   * Recognises a file; who leaves before its pieces have come to their end disposes of it. Throws `UnreadableFile`, the
   * reason of the signal, and in the middle of the pieces `ReaderDied`: then whoever opens the file again has its last try.
   */
  async open(file: FileId, options: OpenOptions, signal: AbortSignal | undefined): Promise<Reading> {
    const { answer, ...rest } = await this.#reading(
      file,
      { open: { place: this.#place, ...file, options } },
      signal,
    )
    if (!('opened' in answer)) throw new Error('The reader answered something else.')
    const { typeId, ...opened } = answer.opened
    return { ...opened, type: reportTypeOf(typeId), ...rest }
  }

  /** Begins with a question that pieces follow. */
  async #reading(file: FileId, question: Question, signal: AbortSignal | undefined) {
    const leave = await this.#importing.take(signal)
    try {
      const { reader, answer } = await this.#begin(file, question, signal)
      let isOver = false
      const end = ({ isIdle }: { isIdle: boolean }) => {
        if (isOver) return
        isOver = true
        // In the middle of a file a process is of no use for another.
        if (isIdle) this.#keep(reader)
        else this.#end(reader)
        leave()
      }
      return {
        answer,
        pieces: this.#pieces(file, reader, end),
        [Symbol.asyncDispose]: async () => end({ isIdle: false }),
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** The names of the files in an archive. */
  async archivedFiles(file: FileId, signal: AbortSignal | undefined): Promise<string[]> {
    const leave = await this.#importing.take(signal)
    try {
      const { reader, answer } = await this.#begin(file, { archive: { place: this.#place, ...file } }, signal)
      if (!('names' in answer)) throw new Error('The reader answered something else.')
      this.#keep(reader)
      return answer.names
    } finally {
      leave()
    }
  }

  /** The bytes of one file of an archive; who leaves before their end disposes of it. Throws as `open` does. */
  async archivedFile(
    file: FileId,
    index: number,
    signal: AbortSignal | undefined,
  ): Promise<AsyncDisposable & { pieces: AsyncIterable<Piece> }> {
    const { answer, ...rest } = await this.#reading(
      file,
      { archived: { place: this.#place, ...file, index } },
      signal,
    )
    if (!('unpacking' in answer)) throw new Error('The reader answered something else.')
    return rest
  }

  /** Lines of a file as they stand there. Reads no further than the last one wanted. */
  async rawLines(
    file: FileId & { charset?: string },
    wanted: readonly WantedLine[],
    signal: AbortSignal | undefined,
  ): Promise<RawLine[]> {
    const answer = await this.#shown(file, { lines: { place: this.#place, ...file, wanted } }, signal)
    if (!('lines' in answer)) throw new Error('The reader answered something else.')
    return answer.lines
  }

  /** A bank's statement, of which nothing is stored. Throws as `open` does. */
  async bankStatement(
    file: FileId,
    bank: { bytes: Uint8Array; columns: SomeColumns; today: string },
    signal: AbortSignal | undefined,
  ): Promise<BankReading> {
    const answer = await this.#shown(file, { bank }, signal)
    if (!('bank' in answer)) throw new Error('The reader answered something else.')
    return answer.bank
  }

  /** The rows of a list that somebody looks at before they take it. It is stored nowhere. Throws as `open` does. */
  async list(
    { companyId, fileName, bytes }: Pick<FileId, 'companyId' | 'fileName'> & { bytes: Uint8Array },
    kind: EnteredListKind,
    signal: AbortSignal | undefined,
  ): Promise<ReadList> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const answer = await this.#shown(
      { companyId, sha256, fileName },
      { list: { bytes, fileName, kind } },
      signal,
    )
    if (!('list' in answer)) throw new Error('The reader answered something else.')
    return answer.list
  }

  /** The one answer to a question of somebody who waits for it. Throws `Overloaded`, too. */
  #shown(file: FileId, question: Question, signal: AbortSignal | undefined): Promise<Answer> {
    return this.#showing.run(
      file.companyId,
      async () => {
        const { reader, answer } = await this.#begin(file, question, signal, this.#limits.shownMsMax)
        this.#keep(reader)
        return answer
      },
      signal,
    )
  }

  /** Asks a process, and once more a new one if it dies. */
  async #begin(
    file: FileId,
    question: Question,
    signal: AbortSignal | undefined,
    workMsMax = this.#limits.workMsMax,
  ) {
    for (;;) {
      const reader = this.#take(signal, workMsMax)
      try {
        return { reader, answer: await reader.ask(question) }
      } catch (error) {
        this.#keep(reader)
        const judged = this.#judged(file, error)
        if (!(judged instanceof ReaderDied)) throw judged
      }
    }
  }

  async *#pieces(
    file: FileId,
    reader: ReaderProcess,
    end: (how: { isIdle: boolean }) => void,
  ): AsyncGenerator<Piece> {
    try {
      yield* piecesFrom(reader, end)
      this.#deadly.delete(keyOf(file))
    } catch (error) {
      throw this.#judged(file, error)
    }
  }

  /** A process that dies once may be the machine's doing; the second one, whatever it was doing, is the file's. */
  #judged(file: FileId, error: unknown): unknown {
    if (!(error instanceof ReaderDied)) return error
    const key = keyOf(file)
    if (!this.#deadly.has(key)) {
      this.#deadly.add(key)
      return error
    }
    // Whoever hands it in again may have a better program or more memory by then.
    this.#deadly.delete(key)
    const text =
      'This file ended the process that reads it, twice. Save it as CSV, or report the fault with the file.'
    return Object.assign(new UnreadableFile('READER_DIED', text), { cause: error })
  }

  #take(signal: AbortSignal | undefined, workMsMax: number): ReaderProcess {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new Error('The reader of files is closed.')
    const [[reader, timer] = []] = this.#idle
    if (reader) {
      clearTimeout(timer)
      this.#idle.delete(reader)
      reader.serve(signal, workMsMax)
      return reader
    }
    const started = new ReaderProcess(this.#limits)
    this.#all.add(started)
    void started.gone.then(() => {
      this.#forget(started)
      this.#all.delete(started)
    })
    started.serve(signal, workMsMax)
    return started
  }

  #keep(reader: ReaderProcess): void {
    if (reader.isEnded) return this.#forget(reader)
    reader.rest()
    this.#idle.set(reader, setTimeout(() => this.#end(reader), this.#limits.idleMsMax).unref())
  }

  #end(reader: ReaderProcess): void {
    this.#forget(reader)
    reader.kill()
  }

  #forget(reader: ReaderProcess): void {
    clearTimeout(this.#idle.get(reader))
    this.#idle.delete(reader)
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#all]
    for (const reader of all) this.#end(reader)
    await Promise.all(all.map(({ gone }) => gone))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

const keyOf = ({ companyId, sha256 }: FileId) => `${companyId} ${sha256}`

async function* piecesFrom(
  reader: ReaderProcess,
  end: (how: { isIdle: boolean }) => void,
): AsyncGenerator<Piece> {
  let isAsked = true
  try {
    // One piece ahead, so that reading and storing go side by side.
    for (let coming = reader.ask('next'); ;) {
      const answer = await coming
      isAsked = false
      if ('done' in answer) return
      if (!('piece' in answer)) throw new Error('The reader answered something else.')
      coming = reader.ask('next')
      isAsked = true
      // Whoever leaves early does not wait for it.
      coming.catch(() => {})
      yield answer.piece
    }
  } finally {
    end({ isIdle: !isAsked })
  }
}
