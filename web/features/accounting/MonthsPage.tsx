import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MonthState } from '#contract/closed-months.ts'
import { OF_THE_PAST, pastFacts, usePast } from '#web/dashboard/as-of.ts'
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
  const { asOf } = past
  const mayNot = useRefusal('keepBooks')
  const refusal = asOf === undefined ? mayNot : OF_THE_PAST
  const months = useQuery({
    ...trpc.accounting.listMonths.queryOptions({
      companyId: company.id,
      currencyCode,
      ...(asOf !== undefined && { asOf }),
    }),
    // From one moment to the next the page stays.
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Closed months"
      notice={<AsItWasBand past={past} />}
      asOf={asOf}
      paper={{ facts: [['Currency', currencyCode], ...pastFacts(asOf)] }}
    >
      <Band>
        {mayNot !== undefined && months.data && (
          <div className={styles.refusal}>
            <Alert>{mayNot}</Alert>
          </div>
        )}
        <SettingsSection
          isWide
          title="Months"
          note="A closed month keeps its numbers on every page, whatever is imported, undone or changed afterwards. Later changes are listed beside it until it is reopened. VAT transactions reports alone are always those of now."
        >
          <QueryBody title="The months" query={months}>
            {(listed: MonthState[]) => (
              <MonthTable months={listed} currencyCode={currencyCode} asOf={asOf} refusal={refusal} />
            )}
          </QueryBody>
        </SettingsSection>
      </Band>
    </Page>
  )
}
