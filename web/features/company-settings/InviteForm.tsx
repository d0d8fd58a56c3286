import { InviteInput } from '#contract/team.ts'
import type { Role } from '#contract/roles.ts'
import { InlineForm } from '#web/settings/InlineForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import styles from './InviteForm.module.css'
import { ROLE_CHOICES } from './RoleSelect.tsx'
import { useTeamChange } from './use-team-change.ts'

interface Values {
  email: string
  role: Role
}

export function InviteForm({ refusal }: { refusal: string | undefined }) {
  const { company } = useCompany()
  const form = useSchemaForm<Values, Values>({
    schema: InviteInput.omit({ companyId: true }),
    initial: { email: '', role: 'VIEWER' },
    meant: ({ email, role }) => ({ email: email.trim(), role }),
  })
  const invite = useTeamChange(
    trpc.companySettings.permissions.invite.mutationOptions(),
    ({ email }) => `${email} is invited.`,
  )
  const isDisabled = refusal !== undefined
  return (
    <div className={styles.invite}>
      <InlineForm
        label="Invite someone"
        formRef={form.form}
        onSubmit={() => {
          const answer = isDisabled ? undefined : form.answer()
          if (answer)
            void invite
              .run({ companyId: company.id, ...answer })
              .then((sent) => sent && form.settle(form.values))
        }}
        submit={
          <Button
            type="submit"
            kind="primary"
            size="lg"
            isPending={invite.isPending}
            disabledReason={refusal}
          >
            Invite
          </Button>
        }
      >
        <div className={styles.email}>
          <TextField {...form.field('email')} label="Email" type="email" isDisabled={isDisabled} isWide />
        </div>
        <div className={styles.role}>
          <SelectField
            {...form.field('role')}
            label="Role"
            choices={ROLE_CHOICES}
            isDisabled={isDisabled}
            isWide
          />
        </div>
      </InlineForm>
      {invite.problem !== null && <Alert appearance="negative">{invite.problem}</Alert>}
    </div>
  )
}
