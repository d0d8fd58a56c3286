import { changeOf } from '#web/charts/change.ts'
import { Swatch } from '#web/charts/Swatch.tsx'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { cx } from '#web/ui/class-names.ts'
import { isNegative, NO_VALUE, percentText, wholeText } from '#web/ui/numbers.ts'
import { versusText, type PnlColumn } from './pnl-columns.ts'
import { netMarginOf, priorOf } from './pnl-rows.ts'
import styles from './Statement.module.css'

interface PnlTipProps {
  column: PnlColumn
  row: PnlRow
  /** It stands before its bar, where there is no room behind it. */
  isBefore: boolean
}

/** This period, the one it is compared with, and the change; beside the bar, never on it. */
export function PnlTip({ column, row, isBefore }: PnlTipProps) {
  const { netSales, netProfit } = row.lines
  const margin = netMarginOf(row)
  const priorName = column.parts.includes('growth') ? versusText(column).replace('vs ', '') : null
  const lines = [
    { label: 'Net sales', tone: 'sales' as const, value: netSales.value, prior: priorOf(netSales) },
    { label: 'Net profit', tone: 'profit' as const, value: netProfit.value, prior: priorOf(netProfit) },
    { label: 'Net margin', tone: null, ...margin },
  ]
  return (
    <div className={cx(styles.tip, isBefore && styles.tipBefore)}>
      <table>
        <thead>
          <tr>
            <th>{`${column.title} ${column.subtitle}`}</th>
            <th>{priorName !== null && column.title}</th>
            {priorName !== null && <th>{priorName}</th>}
            {priorName !== null && <th>change</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, tone, value, prior }) => {
            const text = (number: string | null) =>
              number === null ? NO_VALUE : tone ? wholeText(number) : percentText(Number(number))
            const change = changeOf(value, prior, { better: 'more', isRatio: tone === null })
            return (
              <tr key={label}>
                <th>
                  {tone && <Swatch kind="square" tone={isLoss(value) ? 'refunds' : tone} />}
                  {label}
                </th>
                <td className={styles.tipValue}>{text(value)}</td>
                {priorName !== null && <td>{text(prior)}</td>}
                {priorName !== null && (
                  <td className={cx(change.judgement && styles[change.judgement])}>{change.text}</td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isLoss = (value: string | null): boolean => value !== null && isNegative(value)
