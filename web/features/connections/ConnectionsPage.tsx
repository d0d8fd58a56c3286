import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Connections } from '#contract/connections.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { toast } from '#web/ui/toast.ts'
import { AdvertisingCards } from './AdvertisingCards.tsx'
import { ConnectionCards } from './ConnectionCards.tsx'
import styles from './ConnectionsPage.module.css'
import { ReadSources } from './ReadSources.tsx'
import { PROVIDER_LABELS } from './region-labels.ts'
import { SandboxNote } from './SandboxNote.tsx'
import { useConnections, useConnectionsChanged } from './use-connections.ts'

/** How a company is connected to Amazon, and how far what comes from there has been read. */
export function ConnectionsPage() {
  const { company } = useCompany()
  const connections = useConnections(company.id)
  return (
    <Page title="Connections">
      <Band className={styles.page}>
        <div className={styles.lead}>
          <p>Manage Amazon connections.</p>
          {connections.data?.isSandbox && <SandboxNote />}
        </div>
        {connections.data ? (
          <Sections companyId={company.id} connections={connections.data} />
        ) : connections.error ? (
          <StateMessage
            kind="error"
            title="The connections could not be read"
            action={<Button onPress={() => void connections.refetch()}>Try again</Button>}
          >
            {errorText(connections.error)}
          </StateMessage>
        ) : (
          Object.values(PROVIDER_LABELS).map(({ label, note }) => (
            <Section key={label} title={label} note={note}>
              <div className={styles.waiting}>
                <Spinner />
              </div>
            </Section>
          ))
        )}
      </Band>
    </Page>
  )
}

function Sections({ companyId, connections }: { companyId: string; connections: Connections }) {
  const refusal = useRefusal('connectAmazon')
  const syncRefusal = useRefusal('importFiles')
  const shared = { companyId, connections, next: '/connections', refusal } as const
  const { SELLING_PARTNER, ADVERTISING } = PROVIDER_LABELS
  return (
    <>
      <Section title={SELLING_PARTNER.label} note={SELLING_PARTNER.note}>
        <ConnectionCards provider="SELLING_PARTNER" {...shared} />
      </Section>
      <Section title={ADVERTISING.label} note={ADVERTISING.note}>
        <AdvertisingCards {...shared} />
      </Section>
      {connections.cards.some(({ sources }) => sources.length > 0) && (
        <Section
          title="What has been read"
          note="The newest day of each source, by region"
          action={<SyncNow companyId={companyId} refusal={syncRefusal} />}
        >
          <ReadSources cards={connections.cards} companyId={companyId} refusal={syncRefusal} />
        </Section>
      )}
    </>
  )
}

interface SectionProps {
  title: string
  note: string
  action?: React.ReactNode
  children: React.ReactNode
}

const Section = ({ title, note, action, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <span className={styles.note}>{note}</span>
      {action && <span className={styles.action}>{action}</span>}
    </div>
    {children}
  </section>
)

function SyncNow({ companyId, refusal }: { companyId: string; refusal: string | undefined }) {
  const changed = useConnectionsChanged()
  const sync = useMutation({
    ...trpc.amazon.syncNow.mutationOptions(),
    onSuccess: () => {
      toast('What is new at Amazon is being read.', 'positive')
      return changed()
    },
  })
  return (
    <>
      {sync.error && (
        <span role="alert" className={styles.failure}>
          {errorText(sync.error)}
        </span>
      )}
      <Button
        size="sm"
        icon={RefreshCw}
        isPending={sync.isPending}
        disabledReason={refusal}
        onPress={() => sync.mutate({ companyId })}
      >
        Sync now
      </Button>
    </>
  )
}
