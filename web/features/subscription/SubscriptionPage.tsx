import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { LICENCES, type Licence } from '#contract/licences.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Band, Page } from '#web/shell/Page.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './SubscriptionPage.module.css'

const WORDS: Record<Licence, [name: string, what: string]> = {
  ORDER_PROFIT_AND_LOSS: [
    'Order profit and loss',
    'The statement by the day of the order, estimated fees included',
  ],
  REAL_TIME: ['Real-time data', 'Today’s orders in the executive summary'],
  AI: ['AI features', 'The assistant, reports and presentations'],
}

/** What this company may use. */
export function SubscriptionPage() {
  const { company } = useCompany()
  const licences = useQuery(trpc.companySettings.getLicences.queryOptions({ companyId: company.id }))
  return (
    <Page title="Subscription">
      <Band>
        <SettingsSection
          title="Licences"
          note={`What ${company.name} may use. Whoever runs this installation switches these on and off; there is nothing to pay here.`}
        >
          <QueryBody title="The licences" query={licences}>
            {(held) => (
              <ul className={styles.licences}>
                {LICENCES.map((licence) => (
                  <Line key={licence} licence={licence} isOn={held.includes(licence)} />
                ))}
              </ul>
            )}
          </QueryBody>
        </SettingsSection>
      </Band>
    </Page>
  )
}

function Line({ licence, isOn }: { licence: Licence; isOn: boolean }) {
  const [name, what] = WORDS[licence]
  return (
    <li className={styles.licence} data-on={isOn || undefined}>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.what}>{what}</span>
      </span>
      <span className={styles.state}>
        <Icon of={isOn ? Check : Minus} />
        {isOn ? 'On' : 'Off'}
      </span>
    </li>
  )
}
