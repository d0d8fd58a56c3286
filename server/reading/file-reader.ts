/** The process in which files from outside are opened. `ReportReader` starts it and speaks to it; it ends with the server. */
import { Readable } from 'node:stream'
import {
  archivedFile,
  archivedFiles,
  FILE_LIMITS,
  openReport,
  readEnteredList,
  readRawLines,
  UnreadableFile,
} from '#amazon/index.ts'
import { openRawFiles } from '#server/files/open.ts'
import type { RawFiles } from '#server/files/raw-files.ts'
import { readBankStatement } from './bank-statement.ts'
import { bytePieces, piecesOf, type Answer, type Message, type Piece, type Question } from './pieces.ts'

const ALIVE_EVERY_MS = 1_000

const places = new Map<string, Promise<RawFiles>>()
let pieces: AsyncGenerator<Piece> | undefined

async function answerTo(question: Question): Promise<Answer> {
  if (question === 'next') {
    const next = await pieces?.next()
    return !next || next.done ? { done: true } : { piece: next.value }
  }
  if ('bank' in question) {
    const { bytes, columns, today } = question.bank
    return { bank: await readBankStatement(bytes, columns, today) }
  }
  if ('lines' in question) {
    const { fileName, wanted, charset } = question.lines
    return { lines: await readRawLines(await sourceOf(question.lines), fileName, wanted, charset) }
  }
  if ('archive' in question)
    return { names: await archivedFiles(await sourceOf(question.archive), FILE_LIMITS.archive) }
  if ('archived' in question) {
    const { index } = question.archived
    pieces = bytePieces(archivedFile(await sourceOf(question.archived), index, FILE_LIMITS.archive))
    return { unpacking: true }
  }
  if ('list' in question) {
    const { bytes, fileName, kind } = question.list
    return {
      list: await readEnteredList(() => Readable.from([bytes], { objectMode: false }), fileName, kind),
    }
  }
  const { fileName, options } = question.open
  const report = await openReport(await sourceOf(question.open), fileName, options)
  pieces = piecesOf(report)
  const { type, ...rest } = report
  const { bytes: _, records: __, ...opened } = { bytes: undefined, records: undefined, ...rest }
  return { opened: { ...opened, typeId: type.id } }
}

interface Place {
  place: string
  companyId: string
  sha256: string
}

async function sourceOf({ place, companyId, sha256 }: Place): Promise<() => Readable> {
  let opening = places.get(place)
  if (!opening) places.set(place, (opening = openRawFiles(place)))
  const files = await opening
  async function* bytes() {
    yield* await files.open(companyId, sha256)
  }
  return () => Readable.from(bytes(), { objectMode: false })
}

/** Resolves when the message is on its way. */
const say = (message: Message): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()))

function problemOf(error: unknown): Message {
  if (error instanceof UnreadableFile) return { unreadable: { code: error.code, message: error.message } }
  const { message, stack } = error as Error
  return { failed: { message, stack } }
}

/** One after the other, as they come. */
let last: Promise<void> = Promise.resolve()
process.on('message', (question: Question) => {
  last = last.then(async () => say(await answerTo(question).catch(problemOf)))
})

setInterval(() => void say('alive'), ALIVE_EVERY_MS).unref()

// A terminal and a service manager send their signals to all processes; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
