import type { EndedSales } from '#contract/company-settings.ts'
import type { Coverage } from '#contract/imports.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { Button } from '#web/ui/Button.tsx'
import { useSetEndedSales } from './EndSales.tsx'
import { endedText } from './missing-search.ts'
import styles from './CoverageList.module.css'

interface EndedSalesListProps {
  companyId: string
  sales: Coverage['sales']
}

/** Of which somebody has said that nothing is sold any longer, and the way back. */
export function EndedSalesList({ companyId, sales }: EndedSalesListProps) {
  const refusal = useRefusal('changeSettings')
  const setEnded = useSetEndedSales()
  const said = sales.filter(({ saidToEnd }) => saidToEnd !== null)
  if (said.length === 0) return null
  return (
    <ul className={styles.ended} aria-label="Where nothing is sold any longer">
      {said.map((one) => (
        <li key={`${one.account} ${one.currency}`}>
          {endedText(one)}
          <Button
            size="sm"
            kind="tertiary"
            aria-label={`Take back that ${one.account} sells nothing in ${one.currency}`}
            disabledReason={refusal}
            isPending={setEnded.isPending}
            onPress={() =>
              setEnded.mutate({
                companyId,
                account: one.account,
                currency: one.currency as EndedSales['currency'],
                lastDay: null,
              })
            }
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}
