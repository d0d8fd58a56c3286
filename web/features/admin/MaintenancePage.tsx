import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAINTENANCE_NOTE_CHARS_MAX, type Maintenance } from '#contract/admin.ts'
import { Band } from '#web/shell/Page.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { momentText } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { toast } from '#web/ui/toast.ts'
import { AdminPage } from './AdminPage.tsx'
import styles from './MaintenancePage.module.css'

const QUERY = trpc.threefinAdmin.getMaintenance.queryOptions()

/** The switch that closes the installation to everybody but its administrators. */
export function MaintenancePage() {
  const query = useQuery({ ...QUERY, staleTime: 0 })
  return (
    <AdminPage title="Maintenance">
      {query.isRefetchError && <Banner appearance="negative">{errorText(query.error)}</Banner>}
      <Band className={styles.page}>
        {query.data ? (
          query.data.isOn ? (
            <Going maintenance={query.data} />
          ) : (
            <Beginning />
          )
        ) : (
          query.isError && (
            <StateMessage
              kind="error"
              title="The switch could not be read"
              action={<Button onPress={() => void query.refetch()}>Try again</Button>}
            >
              {errorText(query.error)}
            </StateMessage>
          )
        )}
      </Band>
    </AdminPage>
  )
}

function Beginning() {
  const [note, setNote] = useState('')
  const change = useChange()
  return (
    <>
      <h2 className={styles.title}>The installation is open</h2>
      <p className={styles.text}>
        During maintenance, people see a page that says so, and their requests are refused. Administrators,
        the command line and running imports continue. It lasts until someone ends it, even across restarts.
      </p>
      <TextAreaField
        isWide
        isOptional
        label="Note"
        helper="Shown to other administrators only."
        rows={3}
        value={note}
        onChange={setNote}
        maxLength={MAINTENANCE_NOTE_CHARS_MAX}
      />
      <div>
        <ConfirmDialog
          trigger={<Button kind="destructive">Start maintenance</Button>}
          title="Close the installation?"
          confirmLabel="Start maintenance"
          isWarning
          onConfirm={() => change.mutateAsync({ isOn: true, note })}
        >
          Anyone working in it now is interrupted within five minutes.
        </ConfirmDialog>
      </div>
    </>
  )
}

function Going({ maintenance: { since, startedBy, note } }: { maintenance: Maintenance }) {
  const change = useChange()
  return (
    <>
      <h2 className={styles.title}>Under maintenance</h2>
      <Alert
        appearance="warning"
        title={`Since ${since === null ? '' : momentText(since)}, started by ${startedBy}`}
      >
        {note ?? 'Only administrators and the operator can get in.'}
      </Alert>
      <div>
        <Button kind="primary" isPending={change.isPending} onPress={() => change.mutate({ isOn: false })}>
          End maintenance
        </Button>
      </div>
    </>
  )
}

function useChange() {
  const queryClient = useQueryClient()
  return useMutation(
    trpc.threefinAdmin.setMaintenance.mutationOptions({
      onSuccess: (maintenance) => {
        queryClient.setQueryData(QUERY.queryKey, maintenance)
        void queryClient.invalidateQueries({ queryKey: ['meta'] })
      },
      onError: (error) => toast(errorText(error), 'negative'),
    }),
  )
}
