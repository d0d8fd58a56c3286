import { SOURCES } from '#amazon/index.ts'
import type { ImportRequest } from '#server/accounts/index.ts'
import { queryIdPrefix, type JournalWriter } from './journal.ts'

/** Writes which days a file is complete of, as rows of the import, so that they come and go with it. */
export async function writeCoverage(
  writer: JournalWriter,
  { accountId, complete }: { accountId: string; complete: NonNullable<ImportRequest['complete']> },
): Promise<void> {
  const { tables, marketplaces, start, end } = complete
  const rows = tables.flatMap((table) => marketplaces.map((marketplace) => ({ table, marketplace })))
  await writer.analytics.insertRows(
    'coverage',
    rows.map(({ table, marketplace }, index) => ({
      company_id: writer.company.id,
      account_id: accountId,
      import_id: writer.version,
      line_no: index + 1,
      part: 0,
      source: SOURCES.NONE,
      table_name: table,
      marketplace,
      start_date: start,
      end_date: end,
      problem: '',
      raw: '',
    })),
    { queryId: `${queryIdPrefix(writer.company, writer.version)}coverage` },
  )
}
