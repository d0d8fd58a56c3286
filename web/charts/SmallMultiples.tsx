import { cx } from '#web/ui/class-names.ts'
import { figureText, type FigureUnit } from '#web/ui/figure-parts.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { changeOf } from './change.ts'
import { ChangeBadge } from './ChangeBadge.tsx'
import type { ChartTone, ChartValue } from './chart-series.ts'
import styles from './SmallMultiples.module.css'
import { Sparkline } from './Sparkline.tsx'

export interface Multiple {
  id: string
  name: string
  icon?: React.ReactNode
  /** Of the whole range, decimal text. */
  value: ChartValue
  previous: ChartValue
  values: readonly ChartValue[]
  prior?: readonly ChartValue[]
}

interface SmallMultiplesProps {
  label: string
  /** The largest first. */
  items: readonly Multiple[]
  unit: FigureUnit
  tone: ChartTone
  better?: 'more' | 'less'
  /** Names the period of a point. */
  periodAt: (index: number) => string
  /** Whether something happened in it, which its name says. */
  isMarkedAt?: (index: number) => boolean
  /** Beside another section they are narrower. */
  isDense?: boolean
}

const WIDTHS = { wide: 168, dense: 108 }

/**
 * The same course for many, in one hue: each on its own scale, so that shapes compare, with its sum and change under it,
 * so that sizes do.
 */
export const SmallMultiples = ({
  label,
  items,
  unit,
  tone,
  better,
  periodAt,
  isMarkedAt,
  isDense = false,
}: SmallMultiplesProps) => {
  const textOf = (number: string) => figureText(number, unit)
  return (
    <ul className={cx(styles.grid, isDense && styles.dense)} aria-label={label}>
      {items.map(({ id, name, icon, value, previous, values, prior }) => (
        <li key={id} className={styles.one}>
          <span className={styles.name} title={name}>
            {icon}
            <span className={styles.cut}>{name}</span>
          </span>
          <Sparkline
            values={values}
            {...(prior && { prior })}
            tone={tone}
            {...(isMarkedAt && { isMarkedAt })}
            width={isDense ? WIDTHS.dense : WIDTHS.wide}
            height={44}
            tipAt={(index) => {
              const number = values[index]
              return `${periodAt(index)}  ${number == null ? 'no data' : textOf(number)}`
            }}
          />
          <span className={styles.sum}>
            <b>{value === null ? <NoValue reason="no data" /> : textOf(value)}</b>
            {value !== null && (
              <ChangeBadge change={changeOf(value, previous, { better, isRatio: unit.kind === 'ratio' })} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
