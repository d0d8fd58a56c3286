import { skipToken } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { VatReport, VatRow } from '#contract/vat-report.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useOpenedRow } from '#web/dashboard/use-opened-row.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { Band } from '#web/shell/Page.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { segmentFacts, type Segments } from '#web/table/segments.ts'
import { rowsOf, sheetOf, type Facts } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { neighboursIn } from '#web/ui/neighbours.ts'
import { totalFacts, totalOf, vatColumns, type ShownVatRow } from './vat-columns.tsx'
import { vatReport, type OwedBy } from './vat-report-view.ts'
import { BASIS, lackOfTie, NEVER_KNOWN, vatNotes } from './vat-words.ts'
import { tieFacts, VatTie } from './VatTie.tsx'
import styles from './VatReportPage.module.css'

const VatLinesDrawer = lazy(async () => ({
  default: (await import('./VatLinesDrawer.tsx')).VatLinesDrawer,
}))

const TITLE = 'VAT report'

/** Tax of sales by country, rate, scheme and whoever owes it, beside what the statement has of it. */
export const VatReportPage = () => (
  <DashboardGate
    title={TITLE}
    days="ALL"
    noData="Import VAT transactions reports or settlement reports to see VAT by country and rate."
  >
    {(subject) => <Report subject={subject} />}
  </DashboardGate>
)

function Report({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(vatReport, subject)
  const { view, change, scope, isReady } = frame
  const { companyId, currencyCode, asOf } = scope
  const asked = {
    companyId,
    currencyCode,
    startDate: view.startDate,
    endDate: view.endDate,
    ...(asOf !== undefined && { asOf }),
  }
  const query = useAnswerQuery(trpc.vatReport.getData.queryOptions(isReady ? asked : skipToken))
  const shown = useShownAnswer(view, query)
  const report = shown.data
  const rows = useMemo(
    () => (report?.rows ?? []).filter((row) => isOwedBy(row, view.owedBy)),
    [report, view.owedBy],
  )
  const money = report?.currencyCode ?? currencyCode
  const hasOtherCurrencies =
    report?.rows.some(({ currency }) => currency !== '' && currency !== money) ?? false
  const columns = useMemo(() => vatColumns(money, hasOtherCurrencies), [money, hasOtherCurrencies])
  const totals = useMemo(() => (rows.length > 0 ? totalOf(rows, money) : undefined), [rows, money])
  const table = useTable<ShownVatRow>({
    id: 'vat-report',
    columns,
    rows,
    rowId: ({ key }) => key,
    totals,
  })
  const drawer = useOpenedRow(view.opened, (key) => change({ opened: key }, true))
  const data = table.lines.map(({ row }) => row).filter(({ isTotal }) => !isTotal)
  const opened = data.find(({ key }) => key === view.opened)
  const counted = (owedBy: OwedBy) =>
    report && { count: report.rows.filter((row) => isOwedBy(row, owedBy)).length }
  const segments: Segments<OwedBy> = {
    label: 'Owed by',
    options: [
      { value: 'ALL', label: 'All', ...counted('ALL') },
      { value: 'SELLER', label: 'You', ...counted('SELLER') },
      { value: 'MARKETPLACE', label: 'Amazon', ...counted('MARKETPLACE') },
      { value: 'OTHERS', label: 'Others', ...counted('OTHERS') },
    ],
    value: view.owedBy,
    onChange: (owedBy) => change({ owedBy }),
  }
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The VAT report"
      noun="transaction"
      basis={BASIS}
      isEmpty={report !== undefined && report.rows.length === 0}
      notes={report ? vatNotes(report) : []}
      figures={<KeyFigures label="All rows together" size="slim" figures={figuresOf(report, money)} />}
      exported={{
        name: 'vat-report',
        content: () => ({
          sheet: sheetOf(table.columns, rowsOf(table.lines)),
          facts: report
            ? [
                ...segmentFacts(segments, rows.length),
                ...factsOf(report),
                ...(totals ? totalFacts(totals) : []),
              ]
            : [],
        }),
      }}
      inspector={
        opened && (
          <Suspense>
            <VatLinesDrawer
              row={opened}
              takesFocus={drawer.takesFocus}
              asked={{
                ...asked,
                currencyCode: shown.view.currencyCode ?? currencyCode,
                startDate: shown.view.startDate,
                endDate: shown.view.endDate,
              }}
              neighbours={neighboursIn(
                data.map(({ key }) => key),
                opened.key,
                drawer.step,
              )}
              onClose={drawer.close}
            />
          </Suspense>
        )
      }
      toolbar={(exportMenu) => (
        <TableToolbar
          label={TITLE}
          title={
            <>
              VAT by country<small>what is not known has no value</small>
            </>
          }
          segments={segments}
        >
          {exportMenu}
        </TableToolbar>
      )}
    >
      <Band>
        <PaperTables table={table}>
          {(part) => (
            <DataTable<ShownVatRow>
              table={part}
              label={TITLE}
              maxHeight="max(16rem, calc(100dvh - 22rem))"
              isLoading={report === undefined}
              openedRow={opened?.key ?? null}
              empty="No rows on these days are owed by the chosen party."
              onOpen={(row, reach) => {
                if (!row.isTotal) drawer.open(row.key, reach)
              }}
              onLeave={drawer.close}
            />
          )}
        </PaperTables>
      </Band>
      <Band className={styles.tie}>
        <VatTie report={report} days={{ start: shown.view.startDate, end: shown.view.endDate }} />
      </Band>
    </DashboardPage>
  )
}

const isOwedBy = ({ liable }: VatRow, owedBy: OwedBy): boolean =>
  owedBy === 'ALL' || (owedBy === 'OTHERS' ? liable === 'BUYER' || liable === 'NOBODY' : liable === owedBy)

/** What the file says besides its rows. */
const factsOf = (report: VatReport): Facts => [
  ...tieFacts(report),
  ...report.covered.map(
    ({ account, startDate, endDate }) =>
      [
        'Days with a VAT transactions report',
        [account, `${startDate} to ${endDate}`].filter(Boolean).join(', '),
      ] as const,
  ),
  ...report.missing.map(
    ({ account, startDate, endDate }) =>
      [
        'Days without one, calculated',
        [account, `${startDate} to ${endDate}`].filter(Boolean).join(', '),
      ] as const,
  ),
  ...vatNotes(report).map(({ text }) => ['Note', text] as const),
  ['Not in it', NEVER_KNOWN],
]

function figuresOf(report: VatReport | undefined, currencyCode: string): KeyFigure[] {
  const money = { kind: 'money', currencyCode } as const
  const sumOf = (of: (row: VatRow) => boolean) => {
    const rows = report?.rows.filter(of) ?? []
    return report && totalOf(rows, currencyCode).converted.vat
  }
  const all = report && totalOf(report.rows, currencyCode)
  // Of what is calculated nobody says by which scheme it is owed, or what Amazon owes of it.
  const isCalculated = report?.rows.some(({ source }) => source === 'CALCULATED') ?? false
  const stated = (value: string | null | undefined) => (isCalculated ? null : value)
  const onlyReports = isCalculated && { lack: { text: 'not in settlements' } }
  const ofTie = (value: string | null | undefined) =>
    value === null && report && { lack: { text: lackOfTie(report) } }
  const oss = stated(sumOf(({ scheme, liable }) => scheme === 'UNION_OSS' && liable === 'SELLER'))
  const owed = report?.tie.owed
  const other = owed == null || oss == null ? oss : toText(parseDecimal(owed) - parseDecimal(oss))
  return [
    { id: 'owed', label: 'VAT you owe', unit: money, value: owed, ...ofTie(owed) },
    { id: 'oss', label: 'Of which OSS', unit: money, value: oss, ...onlyReports },
    { id: 'local', label: 'Of which other', unit: money, value: other, ...onlyReports },
    {
      id: 'amazon',
      label: 'Owed by Amazon',
      unit: money,
      value: stated(sumOf(({ liable }) => liable === 'MARKETPLACE')),
      ...onlyReports,
      ...(report?.rows.some(({ calculation }) => calculation === 'FACILITATOR') && {
        lack: {
          text: 'Settlements do not state what Amazon collects, so this total only includes VAT transactions reports.',
        },
      }),
    },
    {
      id: 'net',
      label: 'Net of all rows',
      unit: money,
      value: all?.converted.net,
      ...(all?.absences?.net !== undefined && { lack: { text: all.absences.net } }),
    },
    {
      id: 'difference',
      label: 'Difference',
      unit: money,
      value: report?.tie.difference,
      ...ofTie(report?.tie.difference),
    },
  ]
}
