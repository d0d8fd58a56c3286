import { useContext } from 'react'
import { ProgressBarContext } from 'react-aria-components/ProgressBar'
import { SpinnerMark } from './SpinnerMark.tsx'

interface PendingMarkProps {
  className: string
}

/**
 * In a button that is at work, which says so by the id that it gives. The library's own bar does the same, and brings the
 * writing of numbers with it, which no page needs to begin with.
 */
export function PendingMark({ className }: PendingMarkProps) {
  const context = useContext(ProgressBarContext)
  const id = context && 'id' in context ? context.id : undefined
  return (
    <span
      // A bar of the browser's own cannot be a ring.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      id={id}
      aria-label="Loading"
      className={className}
    >
      <SpinnerMark />
    </span>
  )
}
