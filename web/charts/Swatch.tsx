import { cx } from '#web/ui/class-names.ts'
import { toneColour, type ChartTone } from './chart-series.ts'
import styles from './Swatch.module.css'

interface SwatchProps {
  kind: 'line' | 'square' | 'dotted' | 'hatched' | 'prior' | 'tick'
  tone?: ChartTone
}

/** A piece of a mark, as it stands before its name. */
export const Swatch = ({ kind, tone = 'other' }: SwatchProps) => (
  <i className={cx(styles.swatch, styles[kind])} style={{ color: toneColour(tone) }} aria-hidden />
)
