import { outdatedRefusedFiles } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { discardFile } from './discarded-file.ts'

const KEPT_MS = 7 * 24 * 3_600_000

/**
 * Deletes files that were refused or cancelled a week ago: no number comes from them, and until then somebody may want to
 * look at them. All other files stay, since everything in the warehouse can be made again from them.
 */
export async function deleteRefusedFiles(
  services: Pick<Services, 'accounts' | 'files' | 'now'>,
): Promise<void> {
  const before = new Date(services.now().getTime() - KEPT_MS)
  for (const { companyId, fileSha256 } of await outdatedRefusedFiles(services.accounts, before))
    await discardFile(services, { id: companyId }, fileSha256)
}
