import { addDays, type IsoDate } from '#contract/date-range.ts'
import { SOURCES } from '#amazon/index.ts'
import { liveVersions, type Company, type ImportRequest } from '#server/accounts/index.ts'
import { queryIdPrefix, type JournalWriter } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

type CompleteDays = NonNullable<ImportRequest['complete']>

/** Writes which days a file is complete of, as rows of the import, so that they come and go with it. */
export async function writeCoverage(
  writer: JournalWriter,
  { accountId, complete }: { accountId: string; complete: CompleteDays },
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

/** Whether files that count say all of this already. */
export async function isSaidComplete(
  { analytics, accounts }: Pick<Services, 'analytics' | 'accounts'>,
  company: Company,
  { accountId, complete }: { accountId: string; complete: CompleteDays },
): Promise<boolean> {
  const { tables, marketplaces, start, end } = complete
  const live = await liveVersions(accounts, company)
  const said = await analytics.rows<{ name: string; marketplace: string; from: IsoDate; to: IsoDate }>(
    `SELECT DISTINCT toString(table_name) AS name, toString(marketplace) AS marketplace, toString(start_date) AS from, toString(end_date) AS to
     FROM coverage
     WHERE ${LIVE_FACTS.text} AND account_id = {accountId:String} AND start_date <= {end:Date} AND end_date >= {start:Date}
     ORDER BY from`,
    { params: { companyId: company.id, live, accountId, start, end } },
  )
  return tables.every((table) =>
    marketplaces.every((code) => {
      // The first day that nothing has said so far.
      let open = start
      for (const { name, marketplace, from, to } of said)
        if (name === table && marketplace === code && from <= open && to >= open) open = addDays(to, 1)
      return open > end
    }),
  )
}
