import { Target } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { Daily, Tiles } from '#contract/executive-summary.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { changeOf } from '#web/charts/change.ts'
import { ChangeBadge } from '#web/charts/ChangeBadge.tsx'
import type { ChartPeriod } from '#web/charts/chart-series.ts'
import { moneyFormat } from '#web/charts/formats.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { useSectionAnswer, type SectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { comparable } from '#web/metrics/metric-charts.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { monthNameText, rangeText } from '#web/ui/dates.ts'
import { FigureText } from '#web/ui/FigureText.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { compactMoneyText, isNegative } from '#web/ui/numbers.ts'
import { SectionColumns, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './ExecutiveSummary.module.css'
import { LIVE, nowInput, type RealTimeFrame } from './real-time-view.ts'

const TargetsDialog = lazy(async () => ({ default: (await import('./TargetsDialog.tsx')).TargetsDialog }))

const SALES = 'orderedAmount'

interface SalesByDayProps {
  frame: RealTimeFrame
  answer: Daily | undefined
  /** Of the answer. */
  currencyCode: string
  status: SectionStatus
}

/** The one number of the page, and the days that it is made of. */
export function SalesByDay({ frame, answer, currencyCode, status }: SalesByDayProps) {
  const { drawer } = frame
  const days = answer?.days ?? []
  const today = answer?.today
  const periods: ChartPeriod[] = days.map(({ date }) => ({
    start: date,
    end: date,
    ...(date === today && { state: 'partial' as const, isUncompared: true as const }),
  }))
  const format = moneyFormat(currencyCode)
  const before = answer && rangeText(answer.comparison.startDate, answer.comparison.endDate)
  const hasTarget = days.some(({ target }) => target !== null)
  return (
    <SectionColumns weights={[1, 2.5]}>
      <Hero frame={frame} answer={answer} currencyCode={currencyCode} />
      <TimeChart
        title="Sales by day"
        {...(before && { note: `${currencyCode}, against ${before}` })}
        summary={`Sales of each day${before ? ` with ${before}` : ''}, and how far they are ahead in all.`}
        periods={periods}
        interval="day"
        {...(today !== undefined && { today })}
        status={status}
        onExplain={(panel, index) => {
          const day = days[index]
          if (!answer || !day || day.sales === null) return
          const start = panel === 'ahead' ? answer.period.startDate : day.date
          drawer.open({ metric: SALES, start, end: day.date }, true)
        }}
        panels={[
          {
            id: 'sales',
            form: 'bars',
            height: 128,
            format,
            series: [
              {
                id: SALES,
                label: 'Sales',
                tone: 'sales',
                values: days.map(({ sales }) => sales),
                prior: days.map(({ previous }) => previous),
                priorLabel: 'Before',
                better: 'more',
              },
            ],
            ...(hasTarget && { target: { label: 'Target', value: days.map(({ target }) => target) } }),
          },
          {
            id: 'ahead',
            title: 'Ahead of before, running total',
            form: 'difference',
            height: 72,
            format,
            series: [
              {
                id: 'ahead',
                label: 'Ahead of before',
                tone: 'profit',
                values: days.map(({ ahead }) => ahead),
              },
            ],
          },
        ]}
      />
    </SectionColumns>
  )
}

function Hero({ frame, answer, currencyCode }: Omit<SalesByDayProps, 'status'>) {
  const { scope, drawer, past } = frame
  const [isEditing, setEditing] = useState(false)
  const question = {
    ...trpc.executiveSummary.realTimeData.getTiles.queryOptions(nowInput(frame)),
    ...LIVE,
  }
  const tiles = useSectionAnswer(frame, question)
  const total = answer?.total
  const words = answer ? wordsOf({ answer, currencyCode }, tiles) : []
  return (
    <section className={styles.hero} aria-label="Sales">
      <span className={styles.heroLabel}>
        Sales{answer && `, ${rangeText(answer.period.startDate, answer.period.endDate)}`}
      </span>
      <span className={styles.heroValue}>
        {total === undefined ? (
          <Skeleton kind="reading" width="70%" />
        ) : total.value === null ? (
          <NoValue reason="no order report of these days" />
        ) : (
          <button
            type="button"
            onClick={() =>
              drawer.open(
                { metric: SALES, start: answer!.period.startDate, end: answer!.period.endDate },
                true,
              )
            }
          >
            <FigureText
              value={total.value}
              unit={{ kind: 'money', currencyCode }}
              unitClass={() => styles.heroUnit}
            />
            <VisuallyHidden>: explain {metricOf(SALES).label}</VisuallyHidden>
          </button>
        )}
      </span>
      {answer && total && (
        <span className={styles.heroChange}>
          <ChangeBadge
            change={changeOf(comparable('orderedAmount', total), total.previous, { better: 'more' })}
          />
          vs {rangeText(answer.comparison.startDate, answer.comparison.endDate)}
          {answer.isCutByTheClock && ', up to the same hour'}
        </span>
      )}
      {words.length > 0 && <p className={styles.heroWords}>{words}</p>}
      {past.asOf === undefined && (
        <span className={styles.heroActs}>
          <Button size="sm" kind="secondary" icon={Target} onPress={() => setEditing(true)}>
            Set targets
          </Button>
        </span>
      )}
      {isEditing && (
        <Suspense>
          <TargetsDialog scope={scope} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Two sentences of numbers that the page shows. */
function wordsOf(
  { answer, currencyCode }: { answer: Daily; currencyCode: string },
  tiles: Pick<SectionAnswer<Tiles, unknown>, 'data' | 'currencyCode'>,
): React.ReactNode[] {
  const { total, days, comparison, isCutByTheClock, today } = answer
  const words: React.ReactNode[] = []
  if (total.value !== null && total.previous !== null && total.growth !== null) {
    const difference = toText(parseDecimal(total.value) - parseDecimal(total.previous))
    const size = isNegative(difference) ? difference.slice(1) : difference
    words.push(
      <b key="ahead">
        <FigureText value={size} unit={{ kind: 'money', currencyCode }} />{' '}
        {isNegative(difference) ? 'behind' : 'ahead'}
      </b>,
      `${isNegative(difference) ? '' : ' of'} ${nameOf(comparison)}${isCutByTheClock ? ' at the same hour' : ''}. `,
    )
  }
  const closing = tiles.data?.cells[SALES].PROJECTED
  if (closing?.value != null) {
    const target = days.find(({ date, target: part }) => date === today && part !== null)
    words.push(
      `At this pace ${monthNameText(today)} closes near `,
      <b key="pace">{compactMoneyText(closing.value, tiles.currencyCode)}</b>,
      closing.previous !== null && closing.comparison
        ? `; ${monthNameText(closing.comparison.startDate)} closed at ${compactMoneyText(closing.previous, tiles.currencyCode)}.`
        : '.',
      ...(target
        ? [` The target is ${compactMoneyText(ofMonth(target.target!, today), currencyCode)}.`]
        : []),
    )
  }
  return words
}

/** From the part of a day. */
const ofMonth = (part: string, day: string): string =>
  toText(parseDecimal(part) * BigInt(Number(endOfMonth(startOfMonth(day)).slice(8))))

const nameOf = ({ startDate, endDate }: Daily['comparison']): string =>
  startDate === startOfMonth(startDate) && endDate === endOfMonth(startDate)
    ? monthNameText(startDate)
    : rangeText(startDate, endDate)
