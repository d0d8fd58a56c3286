import { UnreadableFile } from '#amazon/index.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import type { Company, Import } from '#server/accounts/index.ts'
import { Overloaded } from '#server/fair-turns.ts'
import type { Services } from '#server/ledger/services.ts'

/**
 * Lines of imported files as they stood there, by `importId:table:lineNumber`. Each file is read once, as far as needed;
 * lines that take longer than somebody waits, or that too many others wait for, are left out.
 */
export async function rawLines(
  services: Services,
  company: Company,
  wanted: { record: Import; table: string; lineNumber: number }[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const byImport = groupedBy(wanted, ({ record }) => String(record.id))
  const found = new Map<string, string>()
  for (const lines of byImport.values()) {
    const { record } = lines[0]!
    const { fileSha256: sha256, fileName, requested } = record
    const { charset } = requested
    const texts = await services.reports
      .rawLines({ companyId: company.id, sha256, fileName, ...(charset && { charset }) }, lines, signal)
      .catch((error: unknown) => {
        const isLate = error instanceof UnreadableFile && error.code === 'TIME_LIMIT'
        if (isLate || error instanceof Overloaded) return []
        throw error
      })
    for (const { table, lineNumber, text } of texts) found.set(`${record.id}:${table}:${lineNumber}`, text)
  }
  return found
}
