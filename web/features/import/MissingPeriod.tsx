import { Link } from '@tanstack/react-router'
import type { Coverage } from '#contract/imports.ts'
import { PATHS } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { rangeText } from '#web/ui/dates.ts'
import { EndSales } from './EndSales.tsx'
import { hasEnded, type MissingFiles } from './missing-search.ts'
import styles from './MissingPeriod.module.css'

interface MissingPeriodProps {
  companyId: string
  missing: MissingFiles
  sales: Coverage['sales']
}

/** What a warning over the statement led here for: the days without a file, and which files cover them. */
export function MissingPeriod({ companyId, missing: { days, of }, sales }: MissingPeriodProps) {
  const salesOf = (currency: string) =>
    sales.find((one) => one.account === of?.account && one.currency === currency)
  const currencies = (of?.currencies ?? []).filter((currency) => !hasEnded(salesOf(currency)))
  // All that led here has been said to have ended.
  if (of && of.currencies.length > 0 && currencies.length === 0) return null
  const whose = of ? `: ${[of.account, ...currencies].filter(Boolean).join(', ')}` : ''
  const mayHaveEnded = currencies.flatMap((currency) => {
    const lastDay = salesOf(currency)?.lastDay
    return lastDay != null && lastDay < days.start ? [{ currency, lastDay }] : []
  })
  return (
    <div className={styles.missing}>
      <Alert
        appearance="warning"
        title={`No file for ${rangeText(days.start, days.end)}${whose}`}
        action={
          <Link to={PATHS.reportGuide} params={{ companyId }} hash="settlement_v2" className={styles.link}>
            Where it is found
          </Link>
        }
      >
        Import the settlement reports that cover these days. In Seller Central they are under Payments,
        Reports repository; each settlement starts on the day the previous one ends.
        {of && mayHaveEnded.length > 0 && (
          <span className={styles.acts}>
            {mayHaveEnded.map((one) => (
              <EndSales key={one.currency} companyId={companyId} account={of.account} {...one} />
            ))}
          </span>
        )}
      </Alert>
    </div>
  )
}
