import { useMutation } from '@tanstack/react-query'
import type { ConnectionCard } from '#contract/connections.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PROVIDER_LABELS, REGION_LABELS } from './region-labels.ts'
import { useConnectionsChanged } from './use-connections.ts'

interface DisconnectButtonProps {
  companyId: string
  card: ConnectionCard
  refusal: string | undefined
}

export function DisconnectButton({ companyId, card: { provider, region }, refusal }: DisconnectButtonProps) {
  const changed = useConnectionsChanged()
  const disconnect = useMutation({ ...trpc.amazon.disconnect.mutationOptions(), onSuccess: changed })
  return (
    <ConfirmDialog
      isWarning
      trigger={
        <Button kind="ghost" size="sm" disabledReason={refusal}>
          Disconnect
        </Button>
      }
      title={`Disconnect ${PROVIDER_LABELS[provider].label} in ${REGION_LABELS[region]}?`}
      confirmLabel="Disconnect"
      onConfirm={() => disconnect.mutateAsync({ companyId, provider, region })}
    >
      No new data will be read from there. Data already read is kept.
      {disconnect.error && <Alert appearance="negative">{errorText(disconnect.error)}</Alert>}
    </ConfirmDialog>
  )
}
