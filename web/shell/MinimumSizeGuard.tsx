import { useSyncExternalStore } from 'react'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './MinimumSizeGuard.module.css'
import { isTooSmall } from './window-size.ts'

/** Covers everything while the window is too small. What is underneath keeps its state. */
export function MinimumSizeGuard({ children }: { children: React.ReactNode }) {
  const isCovered = useSyncExternalStore(subscribe, () => isTooSmall(window.outerWidth, window.outerHeight))
  return (
    <>
      <div className={styles.page} inert={isCovered}>
        {children}
      </div>
      {isCovered && (
        <div className={styles.cover} role="alert">
          <StateMessage isPage reading="span" title="I need more space!">
            Please use a larger device or resize your window.
          </StateMessage>
        </div>
      )}
    </>
  )
}

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
