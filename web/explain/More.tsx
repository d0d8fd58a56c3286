import { Button } from '#web/ui/Button.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import styles from './More.module.css'

interface MoreProps {
  shown: number
  total: number
  /** Pages after the first. What failed of them is asked for again; what is there stays. */
  later: readonly { isError: boolean; isFetching: boolean; refetch: () => unknown }[]
  onMore: () => void
}

/** How much of a list is shown, and the way to more of it. */
export function More({ shown, total, later, onMore }: MoreProps) {
  if (shown >= total) return null
  const failed = later.find(({ isError }) => isError)
  return (
    <div className={styles.more}>
      <output>{failed ? 'More could not be read.' : `${wholeText(shown)} of ${wholeText(total)}`}</output>
      <Button
        size="sm"
        isPending={later.some(({ isFetching }) => isFetching)}
        onPress={failed ? () => void failed.refetch() : onMore}
      >
        {failed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
