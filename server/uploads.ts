import { Transform, type Readable } from 'node:stream'
import { countQueuedImports, storedBytes, type Company } from '#server/accounts/index.ts'
import { AppError } from './errors.ts'
import { freeBytes } from './files/free-space.ts'
import type { Services } from './ledger/services.ts'

/** What may be handed in. Bytes are those of the files as they came. */
export interface UploadLimits {
  companyBytes: number
  /** Of all companies together; nothing where the disk alone decides. */
  installationBytes: number | undefined
  uploadBytes: number
  /** Imports of one company that wait to be run. */
  waitingImports: number
  /** What stays free on the disk, so that the stores can go on writing. */
  reserveBytes: number
}

/** Room that the import of a file needs beside the file: facts, ledger, and what is merged meanwhile. */
const ROOM_PER_BYTE = 3
/** How often the disk is looked at while a file arrives. */
const CHECK_EVERY_BYTES = 32_000_000

export interface Admission {
  /** The bytes of the upload; ends with an `AppError` where they become too many. The source itself stays open. */
  body(source: Readable): Readable
  /** To be called when the upload has ended, however it did. */
  end(): void
}

/** What is stored of a company or of all of them, and what arrives beside it at the moment. */
class Account {
  readonly bytesMax: number
  /** Admissions that have not ended. */
  open = 0
  readonly #read: () => Promise<number>
  #stored = 0
  #arriving = 0
  /** Bytes of admissions that have ended, ever and before `#stored` was asked for. */
  #ended = 0
  #endedBefore = 0

  constructor(bytesMax: number, read: () => Promise<number>) {
    this.bytesMax = bytesMax
    this.#read = read
  }

  /** Uploads that ended since the last look count as stored until the database has been asked again. */
  get used(): number {
    return this.#stored + this.#arriving + this.#ended - this.#endedBefore
  }

  isFullWith(coming: number): boolean {
    return this.used + coming > this.bytesMax
  }

  async look(): Promise<void> {
    const ended = this.#ended
    const stored = await this.#read()
    // Another look may have begun later and come back sooner.
    if (ended < this.#endedBefore) return
    this.#stored = stored
    this.#endedBefore = ended
  }

  arrives(bytes: number): void {
    this.#arriving += bytes
  }

  ends(bytes: number): void {
    this.#arriving -= bytes
    this.#ended += bytes
  }
}

/** Decides which uploads are taken: how much companies may store, and what the disk has room for. */
export class Uploads {
  private readonly services: Services
  private readonly limits: UploadLimits
  private readonly places: readonly string[]
  private readonly accounts = new Map<string | undefined, Account>()

  /** @param places directories that an upload and its import write to */
  constructor(services: Services, limits: UploadLimits, places: readonly string[]) {
    this.services = services
    this.limits = limits
    this.places = places
  }

  /** Throws `AppError` where an upload can't be taken. `declaredBytes` is what its sender says, if anything. */
  async admit(company: Company, declaredBytes: number | undefined): Promise<Admission> {
    const { uploadBytes, waitingImports, reserveBytes, companyBytes, installationBytes } = this.limits
    const waiting = await countQueuedImports(this.services.accounts, company)
    if (waiting >= waitingImports) throw new AppError('TOO_MANY_IMPORTS_WAIT', { limit: waitingImports })
    const declared = declaredBytes ?? 0
    if (declared > uploadBytes) throw this.tooLarge()
    if ((await freeBytes(this.places)) - ROOM_PER_BYTE * declared < reserveBytes)
      throw new AppError('DISK_FULL')

    const own = this.open(company.id, companyBytes)
    const all = installationBytes === undefined ? undefined : this.open(undefined, installationBytes)
    const both = all ? [own, all] : [own]
    let counted = 0
    let isOver = false
    const end = () => {
      isOver = true
      for (const account of both) account.ends(counted)
      this.close(company.id, own)
      if (all) this.close(undefined, all)
    }
    const look = () => Promise.all(both.map((account) => account.look()))
    const count = async (bytes: number): Promise<void> => {
      // What has ended meanwhile may have been refused, or be a file that was there before.
      if (both.some((account) => account.isFullWith(bytes))) await look()
      if (own.isFullWith(bytes))
        throw new AppError('COMPANY_QUOTA_FULL', { used: sizeOf(own.used), limit: sizeOf(companyBytes) })
      if (all?.isFullWith(bytes))
        throw new AppError('INSTALLATION_QUOTA_FULL', { limit: sizeOf(all.bytesMax) })
      if (isOver) return
      counted += bytes
      for (const account of both) account.arrives(bytes)
    }
    try {
      await look()
      await count(declared)
    } catch (error) {
      end()
      throw error
    }

    let received = 0
    let checkedAt = 0
    const take = async (chunk: Buffer): Promise<void> => {
      received += chunk.length
      if (received > uploadBytes) throw this.tooLarge()
      // What was declared has been counted already.
      await count(Math.min(chunk.length, Math.max(0, received - declared)))
      if (received - checkedAt < CHECK_EVERY_BYTES) return
      checkedAt = received
      if ((await freeBytes(this.places)) < reserveBytes) throw new AppError('DISK_FULL')
    }
    return {
      end,
      body: (source) => {
        const metered = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            take(chunk).then(
              () => done(null, chunk),
              (error: Error) => done(error),
            )
          },
        })
        // Not a pipeline: that would close the connection on which the answer has to leave.
        source.pipe(metered)
        source.once('error', (error) => metered.destroy(error))
        source.once('aborted', () => metered.destroy(new Error('The upload was broken off.')))
        metered.once('close', () => {
          source.unpipe(metered)
          source.resume()
        })
        return metered
      },
    }
  }

  private tooLarge(): AppError {
    return new AppError('UPLOAD_TOO_LARGE', { limit: sizeOf(this.limits.uploadBytes) })
  }

  /** Those who hand something in at one time share an account, so that they are counted together. */
  private open(companyId: string | undefined, bytesMax: number): Account {
    let account = this.accounts.get(companyId)
    if (!account) {
      account = new Account(bytesMax, () => storedBytes(this.services.accounts, companyId))
      this.accounts.set(companyId, account)
    }
    account.open += 1
    return account
  }

  private close(companyId: string | undefined, account: Account): void {
    account.open -= 1
    if (account.open === 0) this.accounts.delete(companyId)
  }
}

/** A size for people, such as `1.5 GB`. */
export function sizeOf(bytes: number): string {
  const [unit, divisor] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3]
  return `${Number((bytes / (divisor as number)).toFixed(1))} ${unit}`
}
