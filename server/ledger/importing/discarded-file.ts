import { forgetFile, getCompany, type Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { whileNobodyKeeps } from './file-lock.ts'

/**
 * Removes a file that no import needs. One that somebody hands in at this moment, or whose company is being written, stays:
 * the minute or the day after finds it (`refused-files.ts`, `stray-files.ts`).
 */
export async function discardFile(
  { accounts, files, now }: Pick<Services, 'accounts' | 'files' | 'now'>,
  { id: companyId }: Pick<Company, 'id'>,
  fileSha256: string,
): Promise<void> {
  // Nothing may stay where the company was deleted while the file was on its way.
  if (!(await getCompany(accounts, companyId))) return files.delete(companyId)
  await whileNobodyKeeps(accounts, { companyId, fileSha256 }, async () => {
    if (await forgetFile(accounts, { companyId, fileSha256 }, now()))
      await files.remove(companyId, fileSha256)
  })
}
