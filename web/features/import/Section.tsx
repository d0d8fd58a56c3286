import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import styles from './Section.module.css'

interface SectionProps<T> {
  title: string
  note?: string
  query: UseQueryResult<T, unknown>
  /** A section without content is left out. */
  isEmpty: (data: T) => boolean
  children: (data: T) => React.ReactNode
}

const SKELETONS = ['92%', '86%', '90%', '78%']

/** A part of the page that is read, and may fail, by itself. */
export function Section<T>({ title, note, query, isEmpty, children }: SectionProps<T>) {
  const isLoading = useShownLoading(query.isLoading)
  if (query.data !== undefined && !isLoading && isEmpty(query.data)) return null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {query.isError && query.data === undefined ? (
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
      ) : query.data !== undefined && !isLoading ? (
        children(query.data)
      ) : (
        SKELETONS.map((width) => (
          <div key={width} className={styles.waiting}>
            {isLoading && <Skeleton width={width} />}
          </div>
        ))
      )}
    </section>
  )
}
