import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './Section.module.css'

interface SectionProps<T> {
  title: string
  note?: string
  query: UseQueryResult<T, unknown>
  /** A section without content is left out. */
  isEmpty: (data: T) => boolean
  children: (data: T) => React.ReactNode
}

/** A part of the page, which may have failed by itself. */
export function Section<T>({ title, note, query, isEmpty, children }: SectionProps<T>) {
  if (query.data !== undefined && isEmpty(query.data)) return null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : (
        <StateMessage
          kind="error"
          title={`${title} could not be read`}
          action={
            <Button onPress={() => void query.refetch()} isPending={query.isFetching}>
              Try again
            </Button>
          }
        >
          {errorText(query.error)} The other sections are complete.
        </StateMessage>
      )}
    </section>
  )
}
