import { Readable } from 'node:stream'
import type { Accounts } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import type { RawFiles } from '#server/files/raw-files.ts'
import type { ReportReader } from '#server/reading/report-reader.ts'

/** What work on a company's data needs; made once in `main.ts`. */
export interface Services {
  accounts: Accounts
  analytics: Analytics
  files: RawFiles
  /** Opens what lies in `files`; nothing else does. */
  reports: ReportReader
  /** Injected, so that tests decide what day it is. */
  now(): Date
}

export const today = (services: Services): string => services.now().toISOString().slice(0, 10)

/** A stored file that can be read again and again. */
export const storedFile =
  ({ files }: Services, companyId: string, sha256: string) =>
  (): Readable =>
    Readable.from(
      (async function* () {
        yield* await files.open(companyId, sha256)
      })(),
      { objectMode: false },
    )
