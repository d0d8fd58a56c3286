import styles from './VisuallyHidden.module.css'

interface VisuallyHiddenProps {
  /** `output` is read out whenever its text changes. */
  as?: 'span' | 'output'
  children: React.ReactNode
}

/** Words for those who do not see the page. */
export function VisuallyHidden({ as: Tag = 'span', children }: VisuallyHiddenProps) {
  return <Tag className={styles.hidden}>{children}</Tag>
}
