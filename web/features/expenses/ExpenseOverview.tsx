import type { ExpenseList } from '#contract/expenses.ts'
import { withoutText } from '#contract/lack-words.ts'
import { absenceText } from '#web/explain/lacks.ts'
import { LackMark } from '#web/metrics/metric-columns.tsx'
import { moneyFormat } from '#web/charts/formats.ts'
import type { ChartPanel } from '#web/charts/panels.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { AXIS_HEIGHT } from '#web/charts/TimePlot.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Facts } from '#web/table/sheet.ts'
import { cx } from '#web/ui/class-names.ts'
import { monthOfYearText, shortDayText } from '#web/ui/dates.ts'
import { countText, isNegative, moneyText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { SectionColumns, SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { NO_VENDOR } from './expense-lines.ts'
import type { ExpensesView } from './expenses-view.ts'
import { categorySeries, monthsIn, type EffectRow } from './overview.ts'
import styles from './ExpensesPage.module.css'

const BESIDE = [
  { value: 'RECURRING', label: 'Recurring' },
  { value: 'VENDORS', label: 'Vendors' },
] as const
const RANKED_MAX = 7
/** Of the chart, and of what stands beside it, whatever there is: nothing below them moves when the list comes. */
const HEIGHT = 192

interface ExpenseOverviewProps {
  /** Undefined while it is being read. */
  list: ExpenseList | undefined
  view: ExpensesView
  currencyCode: string
  onBeside: (beside: ExpensesView['beside']) => void
  /** Null while nothing is unsaved, undefined while it is worked out. */
  effect: readonly EffectRow[] | null | undefined
  /** First days of closed months in which more or less would be spent. */
  closedMonths: readonly string[]
  validCount: number
  problemNames: readonly string[]
  /** What files of it say besides. */
  facts: Facts
}

/** Where the money goes, what comes every month, and what saving would do to net profit. */
export function ExpenseOverview(props: ExpenseOverviewProps) {
  const { list, view, currencyCode, effect } = props
  const periods = monthsIn({ start: view.startDate, end: view.endDate })
  const money = (amount: string | null) => (amount === null ? <NoValue /> : moneyText(amount, currencyCode))
  const profit = ({ lacks }: EffectRow, amount: string | null) => {
    if (amount === null) return <NoValue reason={absenceText({ value: amount, lacks: [...lacks] })} />
    const without = withoutText(lacks)
    return (
      <>
        {without !== null && <LackMark>{without}: </LackMark>}
        {money(amount)}
      </>
    )
  }
  const isRecurring = view.beside === 'RECURRING'
  const ranked = isRecurring
    ? list?.perMonth.rows
    : list?.byVendor.map(({ vendor, amount }) => ({ name: vendor || NO_VENDOR, amount }))
  const status: SectionStatus = { kind: list ? 'ready' : 'loading' }
  const panel: ChartPanel = {
    id: 'expenses',
    form: 'stack',
    height: HEIGHT - AXIS_HEIGHT,
    format: moneyFormat(currencyCode),
    series: list ? categorySeries(list, periods) : [],
    printsValues: periods.length <= 14,
  }
  return (
    <SectionColumns weights={effect === null ? [5, 3] : [5, 3, 3.6]}>
      <TimeChart
        title="By category and month"
        note={`${currencyCode}, hatched is planned`}
        summary={`Expenses of each month by category, in ${currencyCode}; what lies after today is planned`}
        periods={periods}
        interval="month"
        {...(list && { today: list.today })}
        status={status}
        isLegendKept
        panels={[panel]}
      />
      <SectionFrame
        title={!isRecurring ? 'In range' : list ? countText(list.perMonth.count, 'amount') : 'Amounts'}
        note={isRecurring ? 'per month, today' : currencyCode}
        actions={
          <SegmentedControl
            label="Beside the months"
            options={BESIDE}
            value={view.beside}
            onChange={props.onBeside}
          />
        }
        status={status}
        height={HEIGHT}
        skeleton="rows"
      >
        <RankedAmounts rows={ranked ?? []} money={money} noun={isRecurring ? 'amount' : 'vendor'}>
          <ExportMenu
            label={isRecurring ? 'Export recurring' : 'Export vendors'}
            content={() => ({
              sheet: sheetFrom(
                ranked ?? [],
                [
                  [isRecurring ? 'Name' : 'Vendor', 'text', ({ name }) => name],
                  [
                    `${isRecurring ? 'Per month' : 'In range'}, ${currencyCode}`,
                    'money',
                    ({ amount }) => amount,
                  ],
                ],
                currencyCode,
              ),
              facts: [...(isRecurring ? [['Dates', `of ${list!.today}`] as const] : []), ...props.facts],
            })}
            fileName={isRecurring ? 'expenses-per-month' : `vendors-${view.startDate}-${view.endDate}`}
          />
        </RankedAmounts>
      </SectionFrame>
      {effect !== null && (
        <SectionFrame
          title="If you save"
          note={`${countText(props.validCount, 'row')} that ${props.validCount === 1 ? 'is' : 'are'} valid`}
        >
          <table className={styles.effect}>
            <thead>
              <tr>
                <th scope="col">Net profit</th>
                <th scope="col">Saved</th>
                <th scope="col">After</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {list &&
                (effect ?? []).map((row) => (
                  <tr key={row.id} className={cx(row.id === 'all' && styles.total)}>
                    <th scope="row">{nameOf(row, view, list.today)}</th>
                    <td>{profit(row, row.saved)}</td>
                    <td>{profit(row, row.after)}</td>
                    <td className={cx(row.change !== null && isNegative(row.change) && styles.loss)}>
                      {money(row.change)}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
          {props.closedMonths.length > 0 && (
            <p className={styles.remark}>
              {props.closedMonths.map(monthOfYearText).join(', ')}{' '}
              {props.closedMonths.length === 1
                ? 'is closed, and its net profit stays as it is.'
                : 'are closed, and their net profit stays as it is.'}
            </p>
          )}
          {props.problemNames.length > 0 && (
            <p className={styles.remark}>
              {props.problemNames.join(', ')} {props.problemNames.length === 1 ? 'is' : 'are'} not counted
              {props.problemNames.length === 1 ? ' until it can be saved.' : ' until they can be saved.'}
            </p>
          )}
        </SectionFrame>
      )}
    </SectionColumns>
  )
}

function nameOf({ id, month, isPlanned }: EffectRow, view: ExpensesView, today: string): string {
  if (isPlanned) return `Planned, to ${shortDayText(view.endDate)}`
  const last = view.endDate < today ? view.endDate : today
  if (id === 'all' || month === null) return `${shortDayText(view.startDate)} to ${shortDayText(last)}`
  return month.slice(0, 7) === today.slice(0, 7)
    ? `${monthOfYearText(month)}, to ${shortDayText(last)}`
    : monthOfYearText(month)
}

interface RankedAmountsProps {
  rows: readonly { name: string; amount: string | null }[]
  money: (amount: string | null) => React.ReactNode
  noun: string
  /** Under them. */
  children: React.ReactNode
}

function RankedAmounts({ rows, money, noun, children }: RankedAmountsProps) {
  const largest = Math.max(...rows.map(({ amount }) => Number(amount ?? 0)), 0)
  const shown = rows.slice(0, RANKED_MAX)
  if (rows.length === 0) return <p className={styles.remark}>None.</p>
  return (
    <>
      <div className={styles.rankedFrame}>
        <table className={styles.ranked}>
          <tbody>
            {shown.map(({ name, amount }, index) => (
              <tr key={`${index} ${name}`}>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td aria-hidden>
                  <i
                    style={{
                      width: `${largest > 0 ? (Math.max(Number(amount ?? 0), 0) / largest) * 100 : 0}%`,
                    }}
                  />
                </td>
                <td>{money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.rankedFoot}>
        <span>
          {rows.length > shown.length &&
            `${countText(rows.length - shown.length, `more ${noun}`)} not shown.`}
        </span>
        {children}
      </div>
    </>
  )
}
