import { forgetFile, type Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'

/** Removes a file that was stored and that no import came to need: nothing else would ever remove it. */
export async function discardFile(
  { accounts, files, now }: Pick<Services, 'accounts' | 'files' | 'now'>,
  { id: companyId }: Pick<Company, 'id'>,
  fileSha256: string,
): Promise<void> {
  if (await forgetFile(accounts, { companyId, fileSha256 }, now())) await files.remove(companyId, fileSha256)
}
