import type { UseQueryResult } from '@tanstack/react-query'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import styles from './Section.module.css'

interface SectionProps<T> {
  title: string
  note?: string
  /** What can be done with all of it. */
  actions?: React.ReactNode
  query: UseQueryResult<T, unknown>
  /** A section without content is left out. */
  isEmpty: (data: T) => boolean
  children: (data: T) => React.ReactNode
}

/** A part of the page that is read, and may fail, by itself. */
export function Section<T>({ title, note, actions, query, isEmpty, children }: SectionProps<T>) {
  if (query.data !== undefined && isEmpty(query.data)) return null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </div>
      <QueryBody title={title} query={query}>
        {children}
      </QueryBody>
    </section>
  )
}
