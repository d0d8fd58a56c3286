import { Link } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { rangeText } from '#web/ui/dates.ts'
import styles from './MissingPeriod.module.css'

interface MissingPeriodProps {
  companyId: string
  search: SearchParams
  /** Seller accounts and currencies of the company: an address may say what it likes. */
  known: readonly string[]
}

/** What a warning over the statement led here for: the days without a file, and which files cover them. */
export function MissingPeriod({ companyId, search: { missing, of }, known }: MissingPeriodProps) {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)\.(\d{4}-\d\d-\d\d)$/.exec(missing ?? '') ?? []
  if (!start || !end || Number.isNaN(Date.parse(start)) || Number.isNaN(Date.parse(end))) return null
  const whose = of?.split(', ').every((name) => known.includes(name)) ? `: ${of}` : ''
  return (
    <div className={styles.missing}>
      <Alert
        appearance="warning"
        title={`No file for ${rangeText(start, end)}${whose}`}
        action={
          <Link to={PATHS.reportGuide} params={{ companyId }} hash="settlement_v2" className={styles.link}>
            Where it is found
          </Link>
        }
      >
        Import the settlement reports that cover these days. In Seller Central they are under Payments,
        Reports repository; each settlement starts on the day the previous one ends.
      </Alert>
    </div>
  )
}
