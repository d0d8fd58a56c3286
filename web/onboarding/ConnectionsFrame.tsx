import type { Connections } from '#contract/connections.ts'
import { SandboxNote } from '#web/features/connections/SandboxNote.tsx'
import type { useConnections } from '#web/features/connections/use-connections.ts'
import { useRefusalIn } from '#web/settings/use-team.ts'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './Onboarding.module.css'

interface Shared {
  connections: Connections
  companyId: string
  refusal: string | undefined
}

interface ConnectionsFrameProps {
  query: ReturnType<typeof useConnections>
  companyId: string | undefined
  children: (shared: Shared) => React.ReactNode
}

/** The connections of a step, once they are known. */
export function ConnectionsFrame({ query, companyId, children }: ConnectionsFrameProps) {
  if (companyId === undefined) return null
  if (query.data) return <Known connections={query.data} companyId={companyId} content={children} />
  if (query.error)
    return (
      <StateMessage
        kind="error"
        place="section"
        title="The connections could not be read"
        action={<Button onPress={() => void query.refetch()}>Try again</Button>}
      >
        {errorText(query.error)}
      </StateMessage>
    )
  return (
    <div className={styles.waiting}>
      <Spinner />
    </div>
  )
}

interface KnownProps extends Omit<Shared, 'refusal'> {
  content: ConnectionsFrameProps['children']
}

function Known({ connections, companyId, content }: KnownProps) {
  const refusal = useRefusalIn(companyId, 'connectAmazon')
  return (
    <>
      {connections.isSandbox && (
        <div className={styles.sandbox}>
          <SandboxNote />
        </div>
      )}
      {content({ connections, companyId, refusal })}
    </>
  )
}
