import { bulletMarks, type BulletScale } from './bullet.ts'
import styles from './Bullet.module.css'
import { toneColour, type ChartTone } from './chart-series.ts'

interface BulletProps extends BulletScale {
  tone: ChartTone
}

/** A value against its target on a scale from zero. Its number must stand beside it. */
export function Bullet({ tone, ...scale }: BulletProps) {
  const { fill, isBeyond, target, range } = bulletMarks(scale)
  return (
    <span className={styles.bullet} style={{ color: toneColour(tone) }} aria-hidden>
      {range && (
        <i
          className={styles.range}
          style={{ left: percent(range.from), width: percent(range.to - range.from) }}
        />
      )}
      {fill !== null && fill > 0 && <i className={styles.fill} style={{ width: percent(fill) }} />}
      {isBeyond && <i className={styles.beyond} />}
      {target !== null && <i className={styles.target} style={{ left: percent(target) }} />}
    </span>
  )
}

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`
