import type { Company, Import } from '#server/accounts/index.ts'
import { declaredAccount } from './file-account.ts'
import { openOptionsOf } from './import-run.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { readIntoFacts } from './read-file.ts'
import type { Services } from '#server/ledger/services.ts'

/** Reads the kept file of an import of the company into facts once more, under the writer's version. */
export async function readAgain(
  services: Services,
  writer: JournalWriter,
  record: Import,
  company: Company,
): Promise<void> {
  await using opened = await services.reports.open(
    { companyId: company.id, sha256: record.fileSha256, fileName: record.fileName },
    openOptionsOf(record),
    writer.signal,
  )
  await readIntoFacts(
    writer,
    opened,
    {
      complete: record.requested.complete,
      ofFile: async () => record.sellerAccountId ?? '',
      declared: (declared) => declaredAccount(services, company, declared),
    },
    () => {},
  )
}
