import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { isNegative, percentText } from '#web/ui/numbers.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { toneColour, type ChartFormat, type ChartTone } from './chart-series.ts'
import styles from './LedgerWaterfall.module.css'
import { waterfall, type LedgerStep, type WaterfallRow } from './waterfall.ts'

interface LedgerWaterfallProps {
  /** One sentence that says what it shows. */
  summary: string
  steps: readonly LedgerStep[]
  /** What remains after all steps. */
  resultLabel: string
  format: ChartFormat
  /** Names over the numbers, where the section does not give them. */
  heads?: { amount: string; share: string }
  /** What shares are of: decimal text, null where it is not known. By itself the first amount. */
  shareOf?: string | null
  /** False where a share says nothing. */
  hasShares?: boolean
  /** An amount was pressed: where does it come from? Without an id it is the result's. */
  onExplain?: (id: string | undefined) => void
}

/** How a price becomes profit: one row per step with its floating bar, amount and share. It is a table as it stands. */
export function LedgerWaterfall(props: LedgerWaterfallProps) {
  const { summary, steps, resultLabel, format, heads, shareOf, hasShares = true, onExplain } = props
  const { rows, result, zero } = waterfall(steps, shareOf)
  const isLoss = result.amount !== null && isNegative(result.amount)
  return (
    <table className={styles.table} aria-label={summary}>
      <thead className={cx(!heads && styles.hidden)}>
        <tr>
          <th scope="col" colSpan={2}>
            Step
          </th>
          <th scope="col">{heads?.amount ?? 'Amount'}</th>
          {hasShares && <th scope="col">{heads?.share ?? 'Share'}</th>}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ id, label, tone, amount }, index) => (
          <Row
            key={id}
            label={label}
            amount={amount}
            row={rows[index]!}
            tone={tone}
            zero={zero}
            format={format}
            hangsOn={rows[index - 1]?.to ?? null}
            hasShare={hasShares}
            {...(onExplain && { onExplain: () => onExplain(id) })}
          />
        ))}
      </tbody>
      <tfoot>
        <Row
          label={resultLabel}
          amount={result.amount}
          row={result.row}
          tone={isLoss ? 'refunds' : 'profit'}
          zero={zero}
          format={format}
          hangsOn={rows.at(-1)?.to ?? null}
          hasShare={hasShares}
          isResult
          isLoss={isLoss}
          {...(onExplain && { onExplain: () => onExplain(undefined) })}
        />
      </tfoot>
    </table>
  )
}

interface RowProps {
  label: string
  amount: string | null
  row: WaterfallRow
  tone: ChartTone
  zero: number
  format: ChartFormat
  /** Where the step before ended. */
  hangsOn: number | null
  hasShare: boolean
  /** The last row: nothing hangs on it. */
  isResult?: boolean
  isLoss?: boolean
  onExplain?: () => void
}

function Row(props: RowProps) {
  const { label, amount, row, tone, zero, format, hangsOn, hasShare, isResult, isLoss, onExplain } = props
  return (
    <tr className={cx(isLoss && styles.loss)}>
      <th scope="row">{label}</th>
      <td className={styles.bar}>
        <svg width="100%" height="100%" aria-hidden>
          {zero > 0 && <line x1={percent(zero)} x2={percent(zero)} y2="100%" className={styles.zero} />}
          {hangsOn !== null && (
            <line x1={percent(hangsOn)} x2={percent(hangsOn)} y2="6" className={styles.link} />
          )}
          {row.from !== null && row.to !== null && (
            <>
              {!isResult && (
                <line x1={percent(row.to)} x2={percent(row.to)} y1="19" y2="100%" className={styles.link} />
              )}
              <FloatingBar from={row.from} to={row.to} tone={tone} />
            </>
          )}
        </svg>
      </td>
      <td className={styles.amount}>
        {amount === null ? (
          <NoValue />
        ) : onExplain ? (
          <button type="button" className={styles.explain} onClick={onExplain}>
            {format.full(amount)}
            <VisuallyHidden>: explain {label}</VisuallyHidden>
          </button>
        ) : (
          format.full(amount)
        )}
      </td>
      {hasShare && (
        <td className={styles.share}>{row.share === null ? <NoValue /> : percentText(row.share)}</td>
      )}
    </tr>
  )
}

/** Never thinner than a hairline: a step that is there must be seen. */
const FloatingBar = ({ from, to, tone }: { from: number; to: number; tone: ChartTone }) => (
  <rect
    x={percent(Math.min(from, to))}
    style={{ width: `max(${percent(Math.abs(to - from))}, 2px)` }}
    y="6"
    height="13"
    rx="1"
    fill={toneColour(tone)}
  />
)

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`
