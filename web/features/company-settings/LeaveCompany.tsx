import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Team } from '#contract/team.ts'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './DeleteCompany.module.css'

export function LeaveCompany({ team: { members } }: { team: Team }) {
  const { company } = useCompany()
  const navigate = useNavigate()
  const leave = useMutation(
    trpc.companySettings.permissions.leave.mutationOptions({
      onSuccess: async () => {
        for (const { queryKey } of [QUERIES.companies, QUERIES.isComplete])
          queryClient.removeQueries({ queryKey })
        await navigate({ to: PATHS.home })
      },
    }),
  )
  return (
    <div className={styles.deletion}>
      {leave.isError && <Alert appearance="negative">{errorText(leave.error)}</Alert>}
      <ConfirmDialog
        trigger={
          <Button kind="destructive" isPending={leave.isPending} disabledReason={stayReason(members)}>
            Leave company
          </Button>
        }
        title={`Leave ${company.name}?`}
        confirmLabel="Leave company"
        cancelLabel="Go back"
        isWarning
        onConfirm={() => leave.mutateAsync({ companyId: company.id }).catch(() => {})}
      >
        What you imported and changed stays with the company.
      </ConfirmDialog>
    </div>
  )
}

/** Why the one who looks cannot leave. */
function stayReason(members: Team['members']): string | undefined {
  const self = members.find(({ isSelf }) => isSelf)
  if (!self) return 'You are not a member of this company: you see it because you run the platform.'
  if (self.role !== 'OWNER' || members.some(({ role, isSelf }) => role === 'OWNER' && !isSelf))
    return undefined
  return members.length === 1
    ? 'Nobody else is in this company. Delete it instead.'
    : 'You are the only owner. Make someone else an owner first.'
}
