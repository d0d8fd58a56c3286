import type { Company } from '#server/accounts/index.ts'
import type { ReceivedFile } from '#server/files/raw-files.ts'
import type { Services } from '#server/ledger/services.ts'
import { discardFile } from './discarded-file.ts'
import { whileKeeping } from './file-lock.ts'

/** Keeps a file and has `writeDown` write the row that needs it. Where that fails, nothing of the file stays. */
export async function keepFile<T>(
  services: Pick<Services, 'accounts' | 'files' | 'now'>,
  company: Pick<Company, 'id'>,
  received: ReceivedFile,
  writeDown: () => Promise<T>,
): Promise<T> {
  const file = { companyId: company.id, fileSha256: received.sha256 }
  try {
    return await whileKeeping(services.accounts, file, async (lost) => {
      await received.keep()
      lost.throwIfAborted()
      return writeDown()
    })
  } catch (error) {
    // Where it cannot be removed at the moment, it is found later (`stray-files.ts`).
    await discardFile(services, company, received.sha256).catch(() => {})
    throw error
  }
}
