import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { percentText } from '#web/ui/numbers.ts'
import { toneColour, type ChartFormat, type ChartTone } from './chart-series.ts'
import area from './press-area.module.css'
import styles from './PartsBar.module.css'
import { sharesOfWhole } from './parts-of-whole.ts'

export interface WholePart {
  id: string
  label: string
  /** Decimal text, not below zero; null where it is not known. */
  value: string | null
  /** Metrics have their tone; what has an order, like ages, has steps of one hue, from 1 to 7. */
  colour: ChartTone | 1 | 2 | 3 | 4 | 5 | 6 | 7
}

interface PartsBarProps {
  /** One sentence that says what it shows. */
  summary: string
  parts: readonly WholePart[]
  format: ChartFormat
  onPress?: (id: string) => void
}

/** Parts of a whole: one bar, and each part's name, value and share below it. */
export function PartsBar({ summary, parts, format, onPress }: PartsBarProps) {
  const shares = sharesOfWhole(parts.map(({ value }) => value))
  return (
    <figure className={styles.figure} aria-label={summary}>
      <div className={styles.bar} aria-hidden>
        {parts.map(
          ({ id, colour }, index) =>
            (shares[index] ?? 0) > 0 && (
              <i key={id} style={{ flexGrow: shares[index]!, background: colourOf(colour) }} />
            ),
        )}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ id, label, value, colour }, index) => (
          <li key={id} className={cx(styles.part, onPress && styles.pressed)}>
            <span className={styles.name}>
              <i className={styles.swatch} style={{ background: colourOf(colour) }} aria-hidden />
              {onPress ? (
                <button type="button" className={cx(area.press, styles.press)} onClick={() => onPress(id)}>
                  {label}
                </button>
              ) : (
                label
              )}
            </span>
            <span className={styles.value}>
              {value === null ? <NoValue /> : <b>{format.full(value)}</b>}{' '}
              {shares[index] != null && <span className={styles.share}>{percentText(shares[index])}</span>}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const colourOf = (colour: WholePart['colour']): string =>
  typeof colour === 'number' ? `var(--c-seq-${colour})` : toneColour(colour)
