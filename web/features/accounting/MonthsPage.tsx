import { useQuery } from '@tanstack/react-query'
import type { MonthState } from '#contract/closed-months.ts'
import { usePast } from '#web/dashboard/as-of.ts'
import { AsItWasBand } from '#web/dashboard/AsItWasBand.tsx'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { useRefusal } from '#web/settings/use-team.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { MonthTable } from './MonthTable.tsx'
import styles from './MonthsPage.module.css'
import { useBookCurrency } from './use-book-currency.ts'

/** Which months stay as they are, and what came to them since. */
export function MonthsPage() {
  const { company } = useCompany()
  const currencyCode = useBookCurrency()
  const past = usePast()
  const refusal = useRefusal('keepBooks')
  const months = useQuery(trpc.accounting.listMonths.queryOptions({ companyId: company.id, currencyCode }))
  return (
    <Page
      title="Closed months"
      notice={<AsItWasBand past={past} isOfNow />}
      paper={{ facts: [['Currency', currencyCode]] }}
    >
      <Band>
        {refusal !== undefined && months.data && (
          <div className={styles.refusal}>
            <Alert>{refusal}</Alert>
          </div>
        )}
        <SettingsSection
          isWide
          title="Months"
          note="A closed month keeps its numbers on every page, whatever is imported, undone or changed afterwards. What comes to it later is listed beside it, until it is reopened."
        >
          <QueryBody title="The months" query={months}>
            {(listed: MonthState[]) => (
              <MonthTable months={listed} currencyCode={currencyCode} refusal={refusal} />
            )}
          </QueryBody>
        </SettingsSection>
      </Band>
    </Page>
  )
}
