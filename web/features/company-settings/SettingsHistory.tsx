import { useInfiniteQuery } from '@tanstack/react-query'
import { HISTORY_PAGES } from '#web/dashboard/EditHistory.tsx'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { momentText } from '#web/ui/dates.ts'
import { ShowOlder } from '#web/ui/ShowOlder.tsx'
import { changedSettings, type ChangedSetting } from './changed-settings.ts'
import styles from './VatRates.module.css'

/** What was changed and when, so that anybody can tell why a number is another one than last week. */
export function SettingsHistory() {
  const { company } = useCompany()
  const history = useInfiniteQuery(
    trpc.companySettings.getHistory.infiniteQueryOptions({ companyId: company.id }, HISTORY_PAGES),
  )
  return (
    <SettingsSection isWide title="History" note="What these settings were before, and when they changed.">
      <QueryBody title="The history" query={history}>
        {({ pages }) => {
          const rows = pages.flatMap(({ edits }) => edits).flatMap(changedSettings)
          return rows.length === 0 ? (
            <p>Nothing has been changed yet.</p>
          ) : (
            <>
              <div className={styles.tools}>
                <ExportMenu
                  content={() => ({
                    sheet: historySheet(rows),
                    facts: [['Rows', history.hasNextPage ? 'the newest, as shown' : 'all']],
                  })}
                  fileName="history-of-settings"
                />
              </div>
              <SimpleTable label="History" columns={COLUMNS} rows={rows} rowId={({ id }) => id} />
              <ShowOlder query={history} />
            </>
          )
        }}
      </QueryBody>
    </SettingsSection>
  )
}

const historySheet = (rows: readonly ChangedSetting[]): Sheet =>
  sheetFrom(rows, [
    ['Changed', 'text', ({ changedAt }) => changedAt],
    ['Setting', 'text', ({ setting }) => setting],
    ['Before', 'text', ({ before }) => before],
    ['After', 'text', ({ after }) => after],
  ])

const COLUMNS: readonly SimpleColumn<ChangedSetting>[] = [
  { id: 'when', title: 'Changed', kind: 'text', cell: ({ changedAt }) => momentText(changedAt) },
  { id: 'setting', title: 'Setting', kind: 'text', isName: true, cell: ({ setting }) => setting },
  {
    id: 'before',
    title: 'Before',
    kind: 'text',
    cell: ({ before }) => before,
    cellHint: ({ before }) => before,
  },
  { id: 'after', title: 'After', kind: 'text', cell: ({ after }) => after, cellHint: ({ after }) => after },
]
