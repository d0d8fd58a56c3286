import { Readable } from 'node:stream'
import { UnreadableFile } from '#amazon/index.ts'
import { endUnpacked, type Company, type Import, type ImportPart } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { StoredFile } from '#server/files/raw-files.ts'
import { ReaderDied } from '#server/reading/report-reader.ts'
import type { Admission } from '#server/uploads.ts'
import { discardFile } from './discarded-file.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'

/** Decides what may be stored of what comes out of an archive, as of what is handed in. Throws `AppError`. */
export type Admit = (company: Company) => Promise<Admission>

export const admitAll: Admit = async () => ({ body: (source) => source, end: () => {} })

/** What people see of a file in an archive. Long names lose their beginning, so that the file's own stays. */
const nameIn = (archive: string, name: string): string =>
  `${Array.from(archive).slice(-250).join('')} › ${name}`

/**
 * Stores the files of an archive and ends its import with an import for each of them. Those that can't be had are named
 * with the reason, and the others taken all the same. Throws `UnreadableFile` where none can.
 */
export async function takeApart(
  services: Services,
  { company, version, signal }: JournalWriter,
  record: Import,
  admit: Admit,
): Promise<void> {
  const archive = { companyId: company.id, sha256: record.fileSha256, fileName: record.fileName }
  const names = await services.reports.archivedFiles(archive, signal)
  const parts: ImportPart[] = names.map((name) => ({ name, importId: null, problem: null }))
  const taken: (StoredFile & { part: number })[] = []
  const admission = await admit(company)
  try {
    for (const [part, { name }] of parts.entries()) {
      const found = await storedPart(services, archive, part, admission, signal)
      if ('sha256' in found) taken.push({ ...found, part })
      else parts[part] = { name, importId: null, problem: found.problem }
    }
    if (taken.length === 0) {
      const none =
        names.length === 1
          ? 'The only file in the archive could not be taken.'
          : `None of the ${names.length} files in the archive could be taken.`
      throw new UnreadableFile('DAMAGED_ARCHIVE', `${none} ${names[0]}: ${parts[0]!.problem}`)
    }
    await endUnpacked(
      services.accounts,
      company,
      record,
      version,
      taken.map(({ part, sha256, bytes }) => ({
        part,
        fileName: nameIn(record.fileName, names[part]!),
        fileSha256: sha256,
        fileBytes: bytes,
      })),
      parts,
    )
  } catch (error) {
    // Without an import nothing would ever remove them.
    for (const { sha256 } of taken) await discardFile(services, company, sha256)
    throw error
  } finally {
    admission.end()
  }
}

/** A file of an archive among the raw files, or why it isn't there: what is wrong with one says nothing of the next. */
async function storedPart(
  services: Services,
  archive: { companyId: string; sha256: string; fileName: string },
  part: number,
  admission: Admission,
  signal: AbortSignal | undefined,
): Promise<StoredFile | { problem: string }> {
  for (;;) {
    try {
      await using reading = await services.reports.archivedFile(archive, part, signal)
      const source = Readable.from(bytesOf(reading.pieces), { objectMode: false })
      await using received = await services.files
        .receive(archive.companyId, admission.body(source), { signal })
        .finally(() => source.destroy())
      if (received.bytes === 0) return { problem: 'The file is empty.' }
      await received.keep()
      return { sha256: received.sha256, bytes: received.bytes }
    } catch (error) {
      signal?.throwIfAborted()
      // Its second death is judged to be the file's.
      if (error instanceof ReaderDied) continue
      if (error instanceof UnreadableFile) return { problem: error.message }
      if (error instanceof AppError && error.code !== 'DISK_FULL') return { problem: error.message }
      throw error
    }
  }
}

async function* bytesOf(pieces: AsyncIterable<{ bytes: Uint8Array } | object>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) if ('bytes' in piece) yield piece.bytes as Uint8Array
}
