import type { TeamInvitation } from '#contract/team.ts'
import { ROLE_LABELS } from '#web/settings/role-words.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dayOfMoment, dayText } from '#web/ui/dates.ts'
import styles from './TeamTables.module.css'
import { useTeamChange } from './use-team-change.ts'

interface InvitationTableProps {
  invitations: readonly TeamInvitation[]
  refusal: string | undefined
}

/** Who was invited and has not come yet. */
export function InvitationTable({ invitations, refusal }: InvitationTableProps) {
  const { company } = useCompany()
  const { permissions } = trpc.companySettings
  const resend = useTeamChange(
    permissions.invite.mutationOptions(),
    ({ email }) => `The invitation to ${email} was sent again.`,
  )
  const withdraw = useTeamChange(
    permissions.withdrawInvite.mutationOptions(),
    () => 'The invitation was withdrawn.',
  )
  const problem = resend.problem ?? withdraw.problem
  if (invitations.length === 0)
    return problem === null ? null : <Alert appearance="negative">{problem}</Alert>
  const columns: readonly SimpleColumn<TeamInvitation>[] = [
    ...COLUMNS,
    {
      id: 'actions',
      title: 'Actions',
      kind: 'number',
      isTitleHidden: true,
      cell: ({ id, email, role }) => (
        <span className={styles.actions}>
          <Button
            kind="ghost"
            size="sm"
            isPending={resend.isPending}
            disabledReason={refusal}
            onPress={() => void resend.run({ companyId: company.id, email, role })}
          >
            Send again
          </Button>
          <Button
            kind="ghost"
            size="sm"
            isPending={withdraw.isPending}
            disabledReason={refusal}
            onPress={() => void withdraw.run({ companyId: company.id, invitationId: id })}
          >
            Withdraw
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      {problem !== null && <Alert appearance="negative">{problem}</Alert>}
      <SimpleTable label="Invitations" columns={columns} rows={invitations} rowId={({ id }) => id} />
    </>
  )
}

const COLUMNS: readonly SimpleColumn<TeamInvitation>[] = [
  { id: 'email', title: 'Invited', kind: 'text', isName: true, cell: ({ email }) => email },
  { id: 'role', title: 'Role', kind: 'text', cell: ({ role }) => ROLE_LABELS[role] },
  {
    id: 'until',
    title: 'Valid until',
    kind: 'text',
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge kind="warning">Expired</Badge> : dayText(dayOfMoment(new Date(expiresAt))),
  },
]
