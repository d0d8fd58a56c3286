import { cx } from './class-names.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  width: string
  /** What it stands for: a value in text, a large number, or a picture as high as what surrounds it. */
  kind?: 'text' | 'reading' | 'picture'
}

/** Stands for a value that is being read, about as long as one. Heads, axes and widths stay as they are. */
export const Skeleton = ({ width, kind = 'text' }: SkeletonProps) => (
  <span className={cx(styles.block, styles[kind])} style={{ width }} />
)
