import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { useRefusal } from '#web/settings/use-team.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './DeleteCompany.module.css'

export function DeleteCompany() {
  const { company } = useCompany()
  const refusal = useRefusal('deleteCompany')
  const navigate = useNavigate()
  const remove = useMutation(
    trpc.companySettings.deleteCompany.mutationOptions({
      onSuccess: ({ id }) =>
        navigate({ to: PATHS.companyDeletion, params: { companyId: id }, replace: true }),
    }),
  )
  return (
    <SettingsSection
      title="Delete company"
      note="Removes every file, every number and every setting, for all members."
    >
      <div className={styles.deletion}>
        {remove.isError && <Alert appearance="negative">{errorText(remove.error)}</Alert>}
        <ConfirmDialog
          trigger={
            <Button kind="destructive" isPending={remove.isPending} disabledReason={refusal}>
              Delete company
            </Button>
          }
          title={`Delete ${company.name}?`}
          confirmLabel="Delete company"
          cancelLabel="Go back"
          isWarning
          confirmationText={company.name}
          onConfirm={() => remove.mutateAsync({ companyId: company.id, name: company.name }).catch(() => {})}
        >
          Nobody can open it any more, running imports are stopped, and it cannot be restored. Download the
          files you want to keep first, from the Import page.
        </ConfirmDialog>
      </div>
    </SettingsSection>
  )
}
