import { arc, graduation, readings, sector, spoke } from './sextant-arc.ts'
import styles from './SextantDrawing.module.css'

const LIMB = 890
const INDEX_DEGREES = 17.3

const [minor, middle, major] = graduation({ from: -35, step: 0.2, count: 350 }, LIMB, [
  { every: 1, length: -11 },
  { every: 5, length: -22 },
  { every: 25, length: -34 },
])
const [fine, coarse] = graduation({ from: 13.3, step: 0.4, count: 20 }, LIMB + 1, [
  { every: 1, length: 10 },
  { every: 5, length: 19 },
])

/** The instrument that the product is named after: its arc, its arm and the brass line it is read by. */
export const SextantDrawing = () => (
  <svg viewBox="0 0 880 900" preserveAspectRatio="xMidYMax slice" className={styles.drawing} aria-hidden>
    <path d={arc(828) + arc(906)} className={styles.edge} />
    <path d={arc(LIMB)} className={styles.limb} />
    <path d={minor} className={styles.minor} />
    <path d={middle} className={styles.middle} />
    <path d={major} className={styles.major} />
    {readings(840).map(({ text, x, y, lean }) => (
      <text key={text} x={x} y={y} transform={`rotate(${lean} ${x} ${y})`} className={styles.reading}>
        {text}
      </text>
    ))}
    <path d="M435 -170L661.9 567.3M445 -170L676 562.9" className={styles.edge} />
    <path d={sector(12.7, 21.9, LIMB + 1, 934)} className={styles.plate} />
    <path d={fine} className={styles.middle} />
    <path d={coarse} className={styles.major} />
    <path d={spoke(INDEX_DEGREES, 770, 911)} className={styles.index} />
  </svg>
)
