import { useMutation, useQuery } from '@tanstack/react-query'
import type { UserAccount } from '#contract/user-settings.ts'
import { problemText } from '#web/auth/problems.ts'
import { PATHS } from '#web/paths.ts'
import { pool } from '#web/session/pool.ts'
import { clearArtefacts, sessionClaims } from '#web/session/session.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { errorText, isServerAnswer, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './DeleteAccount.module.css'

/** What goes with the account, what is in the way, and the act itself. */
export function DeleteAccount() {
  const account = useQuery({ ...trpc.userSettings.getAccount.queryOptions(), staleTime: 0 })
  return (
    <QueryBody title="What goes with your account" query={account}>
      {(known) => <Deletion account={known} />}
    </QueryBody>
  )
}

const list = new Intl.ListFormat('en-GB')

const namesOf = ({ companies }: UserAccount, fate: UserAccount['companies'][number]['fate']): string =>
  list.format(companies.filter((company) => company.fate === fate).map(({ name }) => name))

function Deletion({ account }: { account: UserAccount }) {
  const forget = useMutation(trpc.userSettings.deleteAccount.mutationOptions())
  const leave = useMutation({
    mutationFn: async () => {
      // What is here goes first: whoever the pool has forgotten could no longer ask for it.
      await forget.mutateAsync()
      await (await pool()).deleteUser()
      clearArtefacts()
      location.replace(PATHS.auth)
    },
  })
  const [inTheWay, deleted] = [namesOf(account, 'IN_THE_WAY'), namesOf(account, 'DELETED')]
  const email = account.email ?? sessionClaims().email ?? 'delete'
  return (
    <div className={styles.deletion}>
      {inTheWay !== '' && (
        <Alert appearance="warning" title="Others would be left without an owner">
          You are the only owner of {inTheWay}. Make another member an owner on the Team page, or delete the
          company in its settings.
        </Alert>
      )}
      {deleted !== '' && (
        <p>
          Nobody else is in <b>{deleted}</b>, so all files and numbers there are deleted with your account.
        </p>
      )}
      {leave.isError && <Alert appearance="negative">{problemOf(leave.error, forget.isSuccess)}</Alert>}
      <ConfirmDialog
        trigger={
          <Button
            kind="destructive"
            isPending={leave.isPending}
            disabledReason={inTheWay === '' ? undefined : `You are the only owner of ${inTheWay}.`}
          >
            Delete account
          </Button>
        }
        title="Delete your account?"
        confirmLabel="Delete account"
        cancelLabel="Go back"
        isWarning
        confirmationText={email}
        // What went wrong is said on the page, where it stays.
        onConfirm={() => leave.mutateAsync().catch(() => {})}
      >
        You can no longer sign in, and your details are deleted. This cannot be undone.
        {deleted !== '' && ` All files and numbers of ${deleted} are deleted, too.`}
      </ConfirmDialog>
    </div>
  )
}

/** Which half did not happen decides what is to be done. */
const problemOf = (error: unknown, isForgotten: boolean): string =>
  isForgotten && !isServerAnswer(error)
    ? `Your data is deleted, but your sign-in is not: ${problemText('account', error)} Try again to delete that, too.`
    : errorText(error)
