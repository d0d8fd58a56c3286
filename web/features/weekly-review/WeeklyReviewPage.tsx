import { skipToken, useQuery } from '@tanstack/react-query'
import { CalendarPlus, ChartSpline, Flag, Table2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { addDays, earlier, later, weekNumber, type DateRange } from '#contract/date-range.ts'
import { periodBefore, periodYearAgo } from '#contract/dashboards/course.ts'
import { REVIEW_METRICS } from '#contract/dashboards/weekly-review.ts'
import { comparisonRange } from '#contract/periods.ts'
import { isMetricId } from '#contract/metrics/metrics.ts'
import type { ReviewColumn } from '#contract/weekly-review.ts'
import { ChangeBadge } from '#web/charts/ChangeBadge.tsx'
import { ChartLegend } from '#web/charts/ChartLegend.tsx'
import type { LegendEntry } from '#web/charts/legend-entries.ts'
import { periodText } from '#web/charts/period-axis.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useCustomColumns } from '#web/dashboard/use-custom-columns.ts'
import { useDashboard, type DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { metricAbsence, reportsOf } from '#web/explain/metric-reports.ts'
import { isOwn, type Comparison } from '#web/filters/comparison.ts'
import { ComparisonFilter } from '#web/filters/ComparisonFilter.tsx'
import { AXES } from '#web/metrics/course-interval.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Band } from '#web/shell/Page.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { periodName } from '#web/table/period-name.ts'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { monthText, rangeText } from '#web/ui/dates.ts'
import { moneyText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { ReviewGrid } from './ReviewGrid.tsx'
import { ReviewNotes } from './ReviewNotes.tsx'
import {
  explainedIn,
  neighboursInReview,
  rangeColumns,
  REVIEW_ROWS,
  sixTwelveColumns,
} from './review-table.tsx'
import {
  capitalised,
  changeAgainst,
  comparedWith,
  isNothing,
  PRIOR_YEAR,
  rangeShape,
  sixTwelveShape,
  weekName,
  type ReviewShape,
} from './review-shape.ts'
import { useWeekNote, type WeekNote } from './use-week-note.ts'
import { WhatMoved, type Held } from './WhatMoved.tsx'
import {
  reviewedWeek,
  reviewInput,
  sixTwelveInput,
  weeklyReview,
  type Mode,
  type WeeklyReviewView,
} from './weekly-review-view.ts'
import styles from './WeeklyReview.module.css'

const CustomColumns = lazy(async () => ({
  default: (await import('#web/dashboard/CustomColumns.tsx')).CustomColumns,
}))
const AnnotationsDialog = lazy(async () => ({
  default: (await import('./AnnotationsDialog.tsx')).AnnotationsDialog,
}))

const TITLE = 'Weekly business review'
const BASIS =
  'Sales and traffic as Amazon reports them; profit by order date, without VAT, with fees as charged or estimated.'

const MODE_OPTIONS: { value: Mode; label: string }[] = [
  { value: 'SIX_TWELVE', label: '6-12' },
  { value: 'RANGE', label: 'Range' },
]

/** One page for a weekly meeting: every number in its place, what moved, and what was said of it. */
export const WeeklyReviewPage = () => (
  <DashboardGate
    title={TITLE}
    days="ALL"
    noData="Import reports of sales, traffic and advertising to review the week."
  >
    {(subject) => <WeeklyReview subject={subject} />}
  </DashboardGate>
)

/** How the dashed lines are called; null where there are none. */
function comparedName(comparison: Comparison): string | null {
  if (comparison === null) return null
  return isOwn(comparison) ? 'custom dates' : comparison === 'YEAR_ON_YEAR' ? PRIOR_YEAR : 'days before'
}

function WeeklyReview({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(weeklyReview, subject)
  const week = reviewedWeek(frame.view, addDays(frame.context.today, -1))
  const note = useWeekNote(frame.scope.companyId, week.start)
  return (
    <>
      {/* The end of the range decides which week it is of. */}
      <LeaveGuard
        hasUnsaved={() => note.changed !== null}
        held={['endDate']}
        onDiscard={() => note.setDraft(null)}
      />
      <Review subject={subject} frame={frame} week={week} note={note} />
    </>
  )
}

interface ReviewProps {
  subject: DashboardSubject
  frame: DashboardFrame<WeeklyReviewView>
  week: DateRange
  note: WeekNote
}

function Review({ subject, frame, week, note }: ReviewProps) {
  const { view, scope, change, drawer, context } = frame
  const { companyId } = scope
  const yesterday = addDays(context.today, -1)
  const own = useCustomColumns(companyId, 'WBR', view.columns, (columns) => change({ columns }, true))
  const isRange = view.mode === 'RANGE'
  const isTable = view.shown === 'TABLE'
  const [opened, setOpened] = useState<'COLUMNS' | 'ANNOTATIONS' | null>(null)
  const close = () => setOpened(null)

  // Columns of the reader's own dates are answered in the order in which they were asked for.
  const asking = useMemo(() => ({ view, customs: own.customs }), [view, own.customs])
  const { view: answered, ...found } = useShownAnswer(
    asking,
    useAnswerQuery(
      trpc.wbr.getSixTwelve.queryOptions(
        frame.isReady && own.isReady ? sixTwelveInput(scope, week, own.customs) : skipToken,
      ),
    ),
  )
  const weeks = { ...found, view: answered.view }
  const { customs } = answered
  const range = useShownAnswer(
    view,
    useAnswerQuery(
      trpc.wbr.getOverview.queryOptions(frame.isReady && isRange ? reviewInput(scope, view) : skipToken),
    ),
  )
  const { data: annotations = [] } = useQuery(trpc.wbr.getAnnotations.queryOptions({ companyId }))

  const shown = isRange ? range : weeks
  const answer = isRange ? range.data : weeks.data
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const compared = isRange ? comparedName(range.view.comparison) : PRIOR_YEAR
  const shape = useMemo((): ReviewShape | undefined => {
    if (isRange) return range.data && rangeShape(range.data, compared ?? PRIOR_YEAR)
    return weeks.data && sixTwelveShape(weeks.data)
  }, [isRange, range.data, weeks.data, compared])
  const { columns, periods } = useMemo(() => {
    if (!isRange && weeks.data) return sixTwelveColumns(weeks.data, customs, currencyCode)
    if (!isRange || !range.data) return NO_COLUMNS
    const interval = AXES[range.data.dateInterval]
    const nameOf = ({ startDate, endDate }: ReviewColumn) =>
      periodText({ start: startDate, end: endDate }, interval)
    return rangeColumns(range.data, nameOf, compared, currencyCode)
  }, [isRange, weeks.data, range.data, customs, compared, currencyCode])
  const table = useTable({
    id: isRange ? 'weekly-review.range' : 'weekly-review.weeks',
    columns,
    rows: columns.length > 0 ? REVIEW_ROWS : NO_ROWS,
    rowId: String,
  })
  const asked = { start: view.startDate, end: view.endDate }
  const over = { start: asked.start, end: later(asked.start, earlier(asked.end, yesterday)) }
  const held: [Held, Held] = isRange
    ? [
        { label: 'Before', days: comparisonRange(over, 'MONTH_ON_MONTH') },
        { label: 'Previous year', days: comparisonRange(over, 'YEAR_ON_YEAR') },
      ]
    : [
        { label: 'Previous week', days: periodBefore(week, 'WEEKLY') },
        { label: 'Previous year', days: periodYearAgo(week, 'WEEKLY') },
      ]
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The review"
      noun="report"
      basis={BASIS}
      isByOrder
      reports={reportsOf(REVIEW_METRICS)}
      {...answerNotes(answer, context.today)}
      isEmpty={shape !== undefined && isNothing(shape)}
      exported={{
        name: 'weekly-business-review',
        content: async () => {
          const notes = await queryClient.fetchQuery(
            trpc.wbr.getNotes.queryOptions({ companyId, startDate: week.start, endDate: week.start }),
          )
          return {
            sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode),
            facts: notes.map((note): [string, string] => [
              `Note, ${periodName(week.start, week.end)}`,
              note.text,
            ]),
          }
        },
      }}
      explain={{
        scope: { basis: 'ORDER' },
        comparisonOf: (days) => (answer && compared !== null ? comparedWith(answer, days) : null),
        neighboursOf: (cell) => neighboursInReview(table, periods, cell),
      }}
      figures={
        <LastWeek
          column={weeks.data?.weeks.at(-1)}
          currencyCode={weeks.view.currencyCode ?? scope.currencyCode}
          onExplain={({ start, end }) => drawer.open({ metric: 'orderedProductSales', start, end }, true)}
        />
      }
      toolbar={(exportMenu) => (
        <TableToolbar
          label="Review"
          lead={
            <>
              <ChartLegend entries={legendOf(compared)} />
              {!isRange && weeks.data && <span className={styles.sidesText}>{sidesText(weeks.data)}</span>}
            </>
          }
        >
          {isRange && (
            <ComparisonFilter
              range={asked}
              value={view.comparison}
              onChange={(comparison) => change({ comparison })}
              min="1970-01-01"
              max={yesterday}
              daysMax={weeklyReview.dates.daysMax}
              isDisabled={shown.isReading}
            />
          )}
          <SegmentedControl
            label="Periods"
            options={MODE_OPTIONS}
            value={view.mode}
            onChange={(mode) => change({ mode })}
          />
          {isTable && !isRange && (
            <Button
              kind="ghost"
              size="sm"
              icon={CalendarPlus}
              foldsToIcon
              onPress={() => setOpened('COLUMNS')}
            >
              Summary columns
            </Button>
          )}
          <Button kind="ghost" size="sm" icon={Flag} foldsToIcon onPress={() => setOpened('ANNOTATIONS')}>
            Annotations
          </Button>
          <Button
            kind="ghost"
            size="sm"
            icon={isTable ? ChartSpline : Table2}
            foldsToIcon
            onPress={() => change({ shown: isTable ? 'CHARTS' : 'TABLE' })}
          >
            {isTable ? 'Charts' : 'Table'}
          </Button>
          {exportMenu}
        </TableToolbar>
      )}
    >
      <section aria-label="Weekly business review dashboard.">
        <Suspense>
          {opened === 'COLUMNS' && <CustomColumns kind="WBR" frame={frame} onClose={close} />}
          {opened === 'ANNOTATIONS' && (
            <AnnotationsDialog companyId={companyId} day={week.end} onClose={close} />
          )}
        </Suspense>
        {isTable ? (
          <PaperTables table={table}>
            {(part) => (
              <DataTable
                table={part}
                label={TITLE}
                isLoading={shape === undefined}
                marked={
                  drawer.cell && isMetricId(drawer.cell.metric)
                    ? {
                        row: drawer.cell.metric,
                        columns: [...periods].flatMap(([id, { startDate, endDate }]) =>
                          startDate === drawer.cell!.start && endDate === drawer.cell!.end ? [id] : [],
                        ),
                      }
                    : null
                }
                onExplain={({ row, column }, reach) => {
                  const found = explainedIn(periods, row, column.id)
                  if (!found) return
                  if (reach === 'follow') drawer.follow(found)
                  else drawer.open(found, reach === 'enter')
                }}
                onLeave={drawer.close}
              />
            )}
          </PaperTables>
        ) : (
          <Band>
            {shape ? (
              <ReviewGrid
                shape={shape}
                currencyCode={currencyCode}
                compared={compared}
                annotations={annotations}
                drawer={drawer}
              />
            ) : (
              <div className={styles.waiting} aria-hidden />
            )}
          </Band>
        )}
        <WhatMoved frame={frame} period={isRange ? over : week} against={held} />
        <ReviewNotes week={week} note={note} isPast={subject.asOf !== undefined} />
      </section>
    </DashboardPage>
  )
}

const NO_ROWS: typeof REVIEW_ROWS = []
const NO_COLUMNS: ReturnType<typeof rangeColumns> = { columns: [], periods: new Map() }

interface LastWeekProps {
  column: ReviewColumn | undefined
  currencyCode: string
  onExplain: (days: DateRange) => void
}

/** The week under review in one line. */
function LastWeek({ column, currencyCode, onExplain }: LastWeekProps) {
  if (!column) return <p className={styles.lastWeek} />
  const { startDate: start, endDate: end, isPartial, metrics } = column
  const { orderedProductSales: sales } = metrics
  return (
    <p className={styles.lastWeek}>
      <span>
        <b>
          {weekName(start)}, {rangeText(start, end)}
        </b>
        {isPartial && ', in part'}
      </span>
      <span>
        Sales{' '}
        <b>
          {sales.value === null ? (
            <NoValue reason={metricAbsence(sales, 'orderedProductSales')} />
          ) : (
            <button type="button" className={styles.press} onClick={() => onExplain({ start, end })}>
              {moneyText(sales.value, currencyCode)}
            </button>
          )}
        </b>
      </span>
      {AGAINST.map(([against, words]) => (
        <span key={against}>
          <ChangeBadge change={changeAgainst('orderedProductSales', sales, against)} /> {words}
        </span>
      ))}
    </p>
  )
}

const AGAINST = [
  ['previous', 'on the week before'],
  ['yearAgo', 'on the year before'],
] as const

const legendOf = (compared: string | null): LegendEntry[] => [
  { label: 'This year', kind: 'line', tone: 'sales' },
  ...(compared === null
    ? []
    : [
        {
          label: capitalised(compared),
          kind: 'prior',
          tone: 'other',
        } as const,
      ]),
]

function sidesText({ weeks, months }: { weeks: readonly ReviewColumn[]; months: readonly ReviewColumn[] }) {
  const [first, last] = [weeks[0]!, weeks.at(-1)!]
  return `Left of each panel: weeks ${weekNumber(first.startDate)} to ${weekNumber(last.startDate)}. Right: 12 months to ${monthText(months.at(-1)!.startDate)}.`
}
