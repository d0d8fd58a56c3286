import type { Coverage } from '#contract/imports.ts'
import type { EndedSales } from '#contract/company-settings.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayText } from '#web/ui/dates.ts'
import { useSetEndedSales } from './EndSales.tsx'
import styles from './CoverageList.module.css'

interface EndedSalesListProps {
  companyId: string
  endedSales: Coverage['endedSales']
}

/** Of which somebody has said that nothing is sold any longer, and the way back. */
export function EndedSalesList({ companyId, endedSales }: EndedSalesListProps) {
  const refusal = useRefusal('changeSettings')
  const setEnded = useSetEndedSales()
  return (
    <ul className={styles.ended} aria-label="Where nothing is sold any longer">
      {endedSales.map(({ account, currency, lastDay }) => (
        <li key={`${account} ${currency}`}>
          {account}, {currency}: nothing sold after {dayText(lastDay)}
          <Button
            size="sm"
            kind="tertiary"
            aria-label={`Take back that ${account} sells nothing in ${currency}`}
            disabledReason={refusal}
            isPending={setEnded.isPending}
            onPress={() =>
              setEnded.mutate({
                companyId,
                account,
                currencies: [currency as EndedSales['currency']],
                lastDay: null,
              })
            }
          >
            Take back
          </Button>
        </li>
      ))}
    </ul>
  )
}
