import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Of the bytes as they came, whatever form they are stored in. */
  sha256: string
  bytes: number
}

/** A file that has come and is not among the others yet. Disposing of it leaves nothing but what was kept. */
export interface ReceivedFile extends StoredFile, AsyncDisposable {
  /** Puts it among the others, where it is not there already. */
  keep(): Promise<void>
}

/**
 * Files as they came, by content, each company's apart from all others. A file is there completely or not at all, and
 * stays as it is until it is removed or its company is; putting the same content again changes nothing.
 */
export interface RawFiles {
  /** Takes a file in, for whoever decides by its content what becomes of it. */
  receive(
    companyId: string,
    source: Readable,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ReceivedFile>
  /** Takes it in and keeps it. */
  put(
    companyId: string,
    source: Readable,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<StoredFile>
  /**
   * Stores a file while its bytes are read: `copy` gives them on as they come. Both keep one pace, so `copy` must be
   * read or destroyed; destroying it leaves the storing alone, which goes on to its end.
   */
  putWhile(
    companyId: string,
    source: Readable,
    options?: { signal?: AbortSignal | undefined },
  ): { copy: Readable; done: Promise<StoredFile> }
  /** The bytes as they came; rejects with `RawFileMissing`. */
  open(companyId: string, sha256: string): Promise<Readable>
  has(companyId: string, sha256: string): Promise<boolean>
  /** The hashes of the company's files, sorted. */
  list(companyId: string): Promise<string[]>
  /** Removes one file, if it is there. */
  remove(companyId: string, sha256: string): Promise<void>
  /** Removes all files of a company. */
  delete(companyId: string): Promise<void>
}

export class RawFileMissing extends Error {
  constructor(companyId: string, sha256: string, options?: ErrorOptions) {
    super(`The file ${sha256} of company ${companyId} is not stored.`, options)
    this.name = 'RawFileMissing'
  }
}
