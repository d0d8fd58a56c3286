import type { TeamMember } from '#contract/team.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { memberName } from './member-name.ts'
import styles from './TeamTables.module.css'

interface MemberActionsProps {
  member: TeamMember
  refusal: string | undefined
  isPending: boolean
  onHandOver: () => Promise<unknown>
  onRemove: () => Promise<unknown>
}

export function MemberActions({ member, refusal, isPending, onHandOver, onRemove }: MemberActionsProps) {
  const name = memberName(member)
  return (
    <span className={styles.actions}>
      {member.role !== 'OWNER' && (
        <ConfirmDialog
          trigger={
            <Button kind="ghost" size="sm" isPending={isPending} disabledReason={refusal}>
              Transfer ownership
            </Button>
          }
          title={`Transfer ownership to ${name}?`}
          confirmLabel="Transfer ownership"
          cancelLabel="Go back"
          isWarning
          onConfirm={onHandOver}
        >
          {name} becomes an owner, and you become a manager. Only an owner can change that back.
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger={
          <Button kind="ghost" size="sm" isPending={isPending} disabledReason={refusal}>
            Remove
          </Button>
        }
        title={`Remove ${name}?`}
        confirmLabel="Remove member"
        cancelLabel="Go back"
        isWarning
        onConfirm={onRemove}
      >
        {name} no longer sees this company. What they imported and changed stays.
      </ConfirmDialog>
    </span>
  )
}
