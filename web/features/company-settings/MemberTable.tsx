import type { TeamMember } from '#contract/team.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { momentText } from '#web/ui/dates.ts'
import { MemberActions } from './MemberActions.tsx'
import styles from './TeamTables.module.css'
import { RoleSelect } from './RoleSelect.tsx'
import { memberName } from './member-name.ts'
import { useTeamChange } from './use-team-change.ts'
import { ROLE_LABELS } from '#web/settings/role-words.ts'

interface MemberTableProps {
  members: readonly TeamMember[]
  refusal: string | undefined
}

export function MemberTable({ members, refusal }: MemberTableProps) {
  const { company } = useCompany()
  const nameOf = (userId: string) =>
    memberName(members.find((member) => member.userId === userId) ?? { name: null, email: null })
  const permissions = trpc.companySettings.permissions
  const changeRole = useTeamChange(
    permissions.changeRole.mutationOptions(),
    ({ userId, role }) => `${nameOf(userId)} is now ${ROLE_LABELS[role].toLowerCase()}.`,
  )
  const remove = useTeamChange(permissions.removeMember.mutationOptions(), () => 'Member removed.')
  const handOver = useTeamChange(
    permissions.transferOwnership.mutationOptions(),
    ({ userId }) => `${nameOf(userId)} is an owner now, and you are a manager.`,
  )
  const owners = members.filter(({ role }) => role === 'OWNER').length
  const isPending = changeRole.isPending || remove.isPending || handOver.isPending
  const problem = changeRole.problem ?? remove.problem ?? handOver.problem
  const columns: readonly SimpleColumn<TeamMember>[] = [
    {
      id: 'name',
      title: 'Member',
      kind: 'text',
      isName: true,
      cell: (member) => (
        <span className={styles.person}>
          <span className={styles.name}>{memberName(member)}</span>
          {member.isSelf && <Badge>You</Badge>}
        </span>
      ),
    },
    {
      id: 'email',
      title: 'Email',
      kind: 'text',
      cell: ({ email }) => email,
      cellHint: ({ email }) => email ?? '',
    },
    {
      id: 'role',
      title: 'Role',
      kind: 'text',
      cell: (member) => (
        <RoleSelect
          label={`Role of ${memberName(member)}`}
          value={member.role}
          disabledReason={refusal ?? onlyOwnerReason(member, owners)}
          isPending={isPending}
          onChange={(role) => void changeRole.run({ companyId: company.id, userId: member.userId, role })}
        />
      ),
    },
    { id: 'joined', title: 'Joined', kind: 'text', cell: ({ joinedAt }) => momentText(joinedAt) },
    {
      id: 'actions',
      title: 'Actions',
      kind: 'number',
      isTitleHidden: true,
      cell: (member) =>
        !member.isSelf && (
          <MemberActions
            member={member}
            refusal={refusal}
            isPending={isPending}
            onHandOver={() => handOver.run({ companyId: company.id, userId: member.userId })}
            onRemove={() => remove.run({ companyId: company.id, userId: member.userId })}
          />
        ),
    },
  ]
  return (
    <>
      {problem !== null && <Alert appearance="negative">{problem}</Alert>}
      <div className={styles.tools}>
        <ExportMenu content={() => ({ sheet: membersSheet(members) })} fileName="members" />
      </div>
      <SimpleTable label="Members" columns={columns} rows={members} rowId={({ userId }) => userId} />
    </>
  )
}

const membersSheet = (members: readonly TeamMember[]): Sheet =>
  sheetFrom(members, [
    ['Member', 'text', ({ name }) => name],
    ['Email', 'text', ({ email }) => email],
    ['Role', 'text', ({ role }) => ROLE_LABELS[role]],
    ['Joined', 'text', ({ joinedAt }) => joinedAt],
  ])

/** A company keeps an owner. */
const onlyOwnerReason = ({ role }: TeamMember, owners: number): string | undefined =>
  role === 'OWNER' && owners === 1 ? 'A company needs an owner. Make someone else an owner first.' : undefined
