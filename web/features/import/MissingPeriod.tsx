import { Link } from '@tanstack/react-router'
import { addDays } from '#contract/date-range.ts'
import { PATHS } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { rangeText, today } from '#web/ui/dates.ts'
import { EndSales } from './EndSales.tsx'
import type { MissingFiles } from './missing-search.ts'
import styles from './MissingPeriod.module.css'

interface MissingPeriodProps {
  companyId: string
  missing: MissingFiles
}

/** What a warning over the statement led here for: the days without a file, and which files cover them. */
export function MissingPeriod({ companyId, missing: { days, of } }: MissingPeriodProps) {
  const { start, end } = days
  const whose = of ? `: ${[of.account, ...of.currencies].filter(Boolean).join(', ')}` : ''
  // Where it is still evening the day before, yesterday is two days ago.
  const isToNow = end >= addDays(today(), -2)
  return (
    <div className={styles.missing}>
      <Alert
        appearance="warning"
        title={`No file for ${rangeText(start, end)}${whose}`}
        action={
          <span className={styles.acts}>
            {isToNow && of && of.account !== '' && of.currencies.length > 0 && (
              <EndSales companyId={companyId} {...of} lastDay={addDays(start, -1)} />
            )}
            <Link to={PATHS.reportGuide} params={{ companyId }} hash="settlement_v2" className={styles.link}>
              Where it is found
            </Link>
          </span>
        }
      >
        Import the settlement reports that cover these days. In Seller Central they are under Payments,
        Reports repository; each settlement starts on the day the previous one ends.
      </Alert>
    </div>
  )
}
