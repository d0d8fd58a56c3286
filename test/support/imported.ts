import { Readable } from 'node:stream'
import { getCompany, queueImport } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'

/** Imports a file into a company of a started server; ends when it counts. */
export async function importText(
  { installation: { services, queue } }: Pick<RunningServer, 'installation'>,
  companyId: string,
  text: string,
): Promise<void> {
  const stored = await services.files.put(companyId, Readable.from([Buffer.from(text)]))
  const record = await queueImport(services.accounts, (await getCompany(services.accounts, companyId))!, {
    fileName: 'march.txt',
    fileSha256: stored.sha256,
    fileBytes: stored.bytes,
    requested: {},
  })
  await queue.add(companyId, record.id)
}
