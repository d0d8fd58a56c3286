import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import {
  SOURCES,
  type CompanyNote,
  type CompanySettings,
  type DeclaredAccount,
  type FactTable,
} from '#amazon/index.ts'
import type { LinesLayout, OpenedFile, Piece } from '#server/reading/pieces.ts'
import {
  insertOfLines,
  insertOfRecords,
  insertOfSummaries,
  UNFINISHED,
  type FactInsert,
} from './fact-insert.ts'
import type { ImportRequest } from '#server/accounts/index.ts'
import { lostWith } from '#server/ledger/derivation/row-identity.ts'
import { writeCoverage } from './said-coverage.ts'
import { INSERT_SETTINGS, queryIdPrefix, type JournalWriter } from '#server/ledger/journal.ts'

export interface Reading {
  /** Tables of which the file may hold rows, readable or not. */
  tables: ReadonlySet<FactTable>
  /** Settings that a facts file carried; undefined where it had none. */
  settings: CompanySettings | undefined
  notes: CompanyNote[]
}

/** What is known of a file beside it. */
export interface FileOrigin {
  /** Of which days it is all that there is. */
  complete: ImportRequest['complete']
  /** The id of the seller account of the file as a whole; empty where it belongs to none. Asked for once, before the first row is stored. */
  ofFile(): Promise<string>
  /** Of an account that a facts file declares. */
  declared(account: DeclaredAccount): Promise<string>
}

/** Streams a file into the fact tables under the writer's version. Memory does not grow with the file. */
export async function readIntoFacts(
  writer: JournalWriter,
  opened: OpenedFile & { pieces: AsyncIterable<Piece> },
  origin: FileOrigin,
  onBytes: (bytes: number) => void,
): Promise<Reading> {
  const params = {
    companyId: writer.company.id,
    importId: writer.version,
    source: SOURCES[opened.type.source],
    absent: lostWith(opened),
  }
  const { complete } = origin
  if (complete) await writeCoverage(writer, { accountId: await origin.ofFile(), complete })
  if (opened.kind === 'records') return readRecords(writer, opened, params, origin, onBytes)
  const tables = await readLines(writer, opened, { ...params, accountId: await origin.ofFile() }, onBytes)
  return { tables, settings: undefined, notes: [] }
}

type InsertParams = Record<string, string | number | string[]>

async function readLines(
  writer: JournalWriter,
  opened: OpenedFile & LinesLayout & { pieces: AsyncIterable<Piece> },
  params: InsertParams,
  onBytes: (bytes: number) => void,
): Promise<Reading['tables']> {
  if (opened.type.kind !== 'lines') throw new Error(`${opened.type.id} is not read line by line.`)
  const lines = insertOfLines(opened.type, opened)
  await send(writer, lines, lastLineMarked(counted(opened.pieces, onBytes)), params)
  const summaries = insertOfSummaries(opened.type, opened)
  if (!summaries) return new Set([lines.table])
  await writer.analytics.command(summaries.sql, {
    params: { ...params, ...summaries.params },
    queryId: `${queryIdPrefix(writer.company, writer.version)}summaries`,
  })
  return new Set([lines.table, summaries.table])
}

async function* lastLineMarked(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let last: number | undefined
  for await (const chunk of bytes) {
    last = chunk.at(-1) ?? last
    yield chunk
  }
  if (last !== undefined && last !== 0x0a) yield Buffer.from(UNFINISHED)
}

async function* counted(
  pieces: AsyncIterable<Piece>,
  onBytes: (bytes: number) => void,
): AsyncIterable<Uint8Array> {
  let total = 0
  for await (const piece of pieces) {
    if (!('bytes' in piece)) continue
    total += piece.bytes.length
    onBytes(total)
    yield piece.bytes
  }
}

async function send(
  writer: JournalWriter,
  insert: FactInsert,
  body: AsyncIterable<Uint8Array>,
  params: InsertParams,
): Promise<void> {
  await writer.analytics.insertStream(insert.sql, body, {
    params: { ...params, ...insert.params },
    queryId: `${queryIdPrefix(writer.company, writer.version)}read-${insert.table}`,
    settings: INSERT_SETTINGS,
  })
}

/** Records of one file may belong to several tables: each table's insert runs beside the others. */
async function readRecords(
  writer: JournalWriter,
  { pieces, headings }: OpenedFile & { pieces: AsyncIterable<Piece> },
  params: InsertParams,
  origin: FileOrigin,
  onBytes: (bytes: number) => void,
): Promise<Reading> {
  const declared = new Map<string, string>()
  let whose: InsertParams | undefined
  // A file that declares accounts says itself whose each row is.
  const accountParams = async () => ({
    accountId: declared.size > 0 ? '' : await origin.ofFile(),
    accountNames: [...declared.keys()],
    accountIds: [...declared.values()],
  })
  const streams = new Map<FactTable, { body: PassThrough; done: Promise<void> }>()
  let settings: CompanySettings | undefined
  const notes: CompanyNote[] = []
  let bytes = 0
  let failure: Error | undefined
  const streamOf = (table: FactTable) => {
    let stream = streams.get(table)
    if (!stream) {
      const body = new PassThrough({ highWaterMark: 1 << 20 })
      const done = send(writer, insertOfRecords(table, headings), body, { ...params, ...whose }).catch(
        (error: Error) => {
          failure ??= error
          body.destroy()
        },
      )
      streams.set(table, (stream = { body, done }))
    }
    return stream.body
  }
  try {
    for await (const piece of pieces) {
      if (failure) break
      if ('settings' in piece) settings = { ...settings, ...piece.settings }
      if ('note' in piece) notes.push(piece.note)
      if ('sellerAccount' in piece)
        declared.set(piece.sellerAccount.name, await origin.declared(piece.sellerAccount))
      if (!('table' in piece)) continue
      whose ??= await accountParams()
      bytes += piece.bytes.length
      onBytes(bytes)
      const body = streamOf(piece.table)
      if (!body.write(piece.bytes) && !body.destroyed)
        await Promise.race([once(body, 'drain'), once(body, 'close')])
    }
  } catch (error) {
    failure ??= error as Error
    for (const { body } of streams.values()) body.destroy(error as Error)
  }
  for (const { body } of streams.values()) body.end()
  await Promise.all([...streams.values()].map(({ done }) => done))
  if (failure) throw failure
  return { tables: new Set(streams.keys()), settings, notes }
}
