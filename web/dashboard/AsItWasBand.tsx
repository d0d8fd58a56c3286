import { History } from 'lucide-react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { pastText, type Past } from './as-of.ts'
import styles from './AsItWasBand.module.css'

interface AsItWasBandProps {
  past: Past
  /** The page cannot be read as of another moment than now. */
  isOfNow?: boolean
  /** Tells what has changed since; absent where there is nothing to tell it of. */
  onChanges?: () => void
}

/** Over a page that does not show what holds now, and how to get back. */
export function AsItWasBand({ past: { asOf, show }, isOfNow = false, onChanges }: AsItWasBandProps) {
  if (asOf === undefined) return null
  const moment = pastText(asOf)
  return (
    <Banner
      appearance={isOfNow ? 'informative' : 'warning'}
      icon={History}
      action={
        <div className={styles.acts}>
          {onChanges && !isOfNow && (
            <Button size="sm" onPress={onChanges}>
              What changed since
            </Button>
          )}
          <Button size="sm" kind={isOfNow ? 'secondary' : 'primary'} onPress={() => show(null)}>
            Back to now
          </Button>
        </div>
      }
    >
      <p className={styles.text}>
        {isOfNow ? (
          <>This page only shows current data, not data as of {moment}.</>
        ) : (
          <>
            Numbers as they were on <b>{moment}</b>.
          </>
        )}
      </p>
    </Banner>
  )
}
