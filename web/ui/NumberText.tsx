import styles from './NumberText.module.css'
import { cx } from './class-names.ts'
import { isNegative, isZero, moneyParts, NO_END, NO_VALUE, percentText, wholeText } from './numbers.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Missing is a dash, never 0. */
export function NoValue({ reason }: { reason?: string | null }) {
  return (
    <span className={styles.muted}>
      <span aria-hidden>{NO_VALUE}</span>
      <VisuallyHidden>{reason ?? 'no data'}</VisuallyHidden>
    </span>
  )
}

/** There is some, and nothing uses it up. */
export function NoEnd() {
  return (
    <>
      <span aria-hidden>{NO_END}</span>
      <VisuallyHidden>no end</VisuallyHidden>
    </>
  )
}

interface NumberTextProps {
  /** Decimal text. */
  value: string | null | undefined
  format?: (value: string) => string
  /** A result below zero is red; a cost is below zero by nature. */
  isResult?: boolean
}

/** A number of a table. A zero steps back. */
export function NumberText({ value, format = wholeText, isResult = false }: NumberTextProps) {
  if (value == null) return <NoValue />
  if (isZero(value)) return <span className={styles.muted}>0</span>
  return <span className={cx(isResult && isNegative(value) && styles.loss)}>{format(value)}</span>
}

/** A share of something, its sign muted. */
export function Percent({
  share,
  isResult = false,
}: {
  share: number | null | undefined
  isResult?: boolean
}) {
  if (share == null) return <NoValue />
  return <span className={cx(isResult && share < 0 && styles.loss)}>{percentText(share)}</span>
}

/** An exact amount of money, its symbol muted. */
export function Money({ value, currencyCode }: { value: string; currencyCode: string }) {
  return moneyParts(value, currencyCode).map(({ text, isSymbol }, index) =>
    isSymbol ? (
      <span key={index} className={styles.symbol}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
