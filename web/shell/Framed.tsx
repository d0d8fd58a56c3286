import { lazy, Suspense } from 'react'
import { LoadBar } from '#web/ui/LoadBar.tsx'
import styles from './Framed.module.css'
import { usePageLoading } from './use-page-loading.ts'

// Nothing is said before the first paint.
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/** What concerns every page, around pages that do not stand in the shell. */
export function Framed({ children }: { children: React.ReactNode }) {
  const isLoading = usePageLoading()
  return (
    <div className={styles.framed} aria-busy={isLoading}>
      {isLoading && <LoadBar />}
      <Suspense>
        <Notices />
      </Suspense>
      <div className={styles.page}>{children}</div>
    </div>
  )
}
