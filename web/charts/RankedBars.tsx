import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { isNegative, isZero } from '#web/ui/numbers.ts'
import { plotted, toneColour, type ChartFormat, type ChartSeries, type ChartTone } from './chart-series.ts'
import area from './press-area.module.css'
import styles from './RankedBars.module.css'
import { countOf, rankedChanges, type RankedChange } from './ranked-changes.ts'

interface RankedBarsProps {
  /** One sentence that says what it shows. */
  summary: string
  changes: readonly RankedChange[]
  format: ChartFormat
  /** What all of them come to: "Net change". */
  netLabel: string
  /** What one of them is, within a sentence: "product", "products". */
  noun: { one: string; many: string }
  /** How many stand by name. */
  named?: number
  /** Whether a gain is good; without it bars judge nothing. */
  better?: ChartSeries['better']
  /** One was pressed, or all that were added up. */
  onPress?: (ids: readonly string[]) => void
}

/** What made the difference: bars to both sides of zero, sorted, the rest added up, closed by their sum. */
export function RankedBars(props: RankedBarsProps) {
  const { summary, changes, format, netLabel, noun, named = 10, better, onPress } = props
  const { rows, net, unknown } = rankedChanges(changes, named)
  const numbers = rows.map(({ amount }) => plotted(amount) ?? 0)
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  const part = (value: number) => (high > low ? (value - low) / (high - low) : 0)
  const judgementOf = (amount: string) => {
    if (!better || isZero(amount)) return null
    return isNegative(amount) === (better === 'more') ? 'bad' : 'good'
  }
  const toneOf = (amount: string, isOthers: boolean): ChartTone => {
    const judgement = judgementOf(amount)
    return isOthers || !judgement ? 'other' : judgement === 'bad' ? 'refunds' : 'profit'
  }
  return (
    <table className={styles.table} aria-label={summary}>
      <thead className={styles.hidden}>
        <tr>
          <th scope="col">{noun.one}</th>
          <th scope="col" colSpan={2}>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, amount, others }) => {
          const direction = isNegative(amount) ? 'down' : 'up'
          const name = label ?? `${countOf(others)} other ${noun.many} ${direction}`
          const from = Math.min(part(0), part(Number(amount)))
          const judgement = judgementOf(amount)
          return (
            <tr key={id} className={cx(onPress && styles.pressed)}>
              <th scope="row" className={cx(styles.name, label === null && styles.others)} title={name}>
                {onPress ? (
                  <button
                    type="button"
                    className={cx(area.press, styles.press)}
                    onClick={() => onPress(label === null ? others.map((one) => one.id) : [id])}
                  >
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              <td className={styles.bars}>
                <Zero at={part(0)} />
                {!isZero(amount) && (
                  <i
                    className={styles.bar}
                    style={{
                      left: percent(from),
                      width: percent(Math.abs(part(Number(amount)) - part(0))),
                      background: toneColour(toneOf(amount, label === null)),
                    }}
                  />
                )}
              </td>
              <td className={cx(styles.amount, judgement && styles[judgement])}>{signed(amount, format)}</td>
            </tr>
          )
        })}
        {unknown.length > 0 && (
          <tr>
            <th scope="row" className={cx(styles.name, styles.others)}>
              {unknown.length === 1 ? unknown[0]!.label : `${unknown.length} ${noun.many} without data`}
            </th>
            <td className={styles.bars}>
              <Zero at={part(0)} />
            </td>
            <td className={styles.amount}>
              <NoValue />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2} className={styles.name}>
            {netLabel}
            {unknown.length > 0 && (
              <span className={styles.without}>
                {' '}
                without {unknown.length} {unknown.length === 1 ? noun.one : noun.many}
              </span>
            )}
          </th>
          <td
            className={cx(
              styles.amount,
              judgementOf(net) === 'bad' && styles.bad,
              judgementOf(net) === 'good' && styles.good,
            )}
          >
            {signed(net, format)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const Zero = ({ at }: { at: number }) => (
  <i className={styles.zero} style={{ left: percent(at) }} aria-hidden />
)

/** A change always has its sign. */
const signed = (amount: string, { full }: ChartFormat): string =>
  isNegative(amount) || isZero(amount) ? full(amount) : `+${full(amount)}`

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`
