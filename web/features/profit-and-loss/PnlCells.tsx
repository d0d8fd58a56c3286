import { Info, TriangleAlert } from 'lucide-react'
import { beforeText } from '#contract/lack-words.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { changeOf } from '#web/charts/change.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { isNegative, NO_VALUE, priceText, wholeText } from '#web/ui/numbers.ts'
import { NoValue, NumberText, Percent } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { comparedIn, isResult, type StatementRow } from './pnl-rows.ts'
import styles from './Statement.module.css'

interface RowNameProps {
  row: StatementRow
  /** What its numbers are without. */
  lacks: readonly Lack[]
  /** Some of them hold shares of what belongs to no marketplace. */
  isShared: boolean
}

/** The name of a line, marked where its numbers are not all that they will be. */
export function RowName({ row, lacks, isShared }: RowNameProps) {
  // A line without a rate has its dash; a result is marked, because nobody sees which of its parts lacks one.
  const lacksRates = lacks.includes('RATES') && isResult(row.look)
  const isWarning = lacksRates || lacks.includes('COSTS')
  const words = lacksRates ? 'exchange rates missing' : (beforeText(lacks) ?? (isShared ? 'shared' : null))
  // What no company has yet is said once, at the end.
  const isMarked =
    row.look !== 'margin' && row.unit === 'money' && (isWarning || isShared || row.look === 'net')
  const name = (
    <>
      {row.label}
      {row.isEstimated && <small className={styles.estimated}>est.</small>}
    </>
  )
  if (words === null || !isMarked) return name
  return (
    <>
      {name}
      <span className={cx(styles.mark, isWarning && styles.warning)}>
        <Icon of={isWarning ? TriangleAlert : Info} size={12} />
        <VisuallyHidden>({words})</VisuallyHidden>
      </span>
    </>
  )
}

interface CellProps {
  row: StatementRow
  /** As `numberOf` gives it. */
  number: string | number | null
}

interface AmountProps extends CellProps {
  /** Why there may be no number. */
  absence: string | null
  currencyCode: string
}

export function Amount({ row, number, absence, currencyCode }: AmountProps) {
  if (row.look === 'margin') return <Percent share={number === null ? null : Number(number)} isResult />
  if (number === null) return <NoValue reason={absence} />
  return (
    <NumberText
      value={String(number)}
      format={row.unit === 'price' && currencyCode !== 'JPY' ? priceText : wholeText}
      isResult={isResult(row.look)}
    />
  )
}

/** With its sign; no judgement, for neither side is the better one. */
export function Difference({ row, number }: CellProps) {
  const text = row.unit === 'price' ? priceText : wholeText
  const format = (value: string) => {
    const shown = text(value)
    return isNegative(value) || !/[1-9]/.test(shown) ? shown : `+${shown}`
  }
  return <NumberText value={number === null ? null : String(number)} format={format} />
}

interface ShareProps extends CellProps {
  /** Stands alone in its column and is then set like an amount. */
  isOnly: boolean
  /** Carries a bar of its length. */
  hasCue: boolean
}

export function Share({ row, number, isOnly, hasCue }: ShareProps) {
  const share = number === null ? null : Number(number)
  return (
    <>
      <Percent share={share} isResult={isOnly && isResult(row.look)} />
      {hasCue && share !== null && <Cue line={row.line} share={share} />}
    </>
  )
}

/** A bar of 100 % would be this long, which no cost reaches; a shorter one than the other is a speck. */
const CUE_WIDTH_MAX = 112
const CUE_WIDTH_MIN = 2

function Cue({ line, share }: { line: StatementRow['line']; share: number }) {
  const width = Math.min(Math.abs(share), 1) * CUE_WIDTH_MAX
  const background = line === 'netProfit' && share < 0 ? 'var(--c-refunds)' : CUE_COLOURS[line]
  if (!background || width < CUE_WIDTH_MIN) return null
  return <span className={styles.cue} style={{ width, background }} />
}

/** Costs and profit that carry a bar under their share, in the colour of what they are. */
const CUE_COLOURS: Partial<Record<StatementRow['line'], string>> = {
  promotions: 'var(--c-other)',
  refunds: 'var(--c-refunds)',
  salesVat: 'var(--c-other)',
  cogs: 'var(--c-cogs)',
  sellingFees: 'var(--c-fees)',
  fulfilmentCosts: 'var(--c-fees)',
  storageAndInventory: 'var(--c-fees)',
  marketing: 'var(--c-ads)',
  accountLevel: 'var(--c-other)',
  operatingExpenses: 'var(--c-other)',
  netProfit: 'var(--c-profit)',
}

/** Against nothing at all a value is new; what is incomplete, or has nothing beside it, is compared with nothing. */
export function Growth({ row, column }: { row: StatementRow; column: PnlRow }) {
  const { text, judgement } = changeOf(...comparedIn(row, column))
  if (text === NO_VALUE) return <NoValue />
  return judgement ? <span className={styles[judgement]}>{text}</span> : text
}
