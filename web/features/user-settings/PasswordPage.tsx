import { newPassword, presentPassword } from '#web/auth/rules.ts'
import { useForm } from '#web/auth/use-form.ts'
import { pool } from '#web/session/pool.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toast.ts'
import { UserPage } from './UserPage.tsx'

const EMPTY = { presentPassword: '', newPassword: '' }

export function PasswordPage() {
  const form = useForm({
    initial: EMPTY,
    rules: { presentPassword, newPassword },
    place: 'passwordChange',
    submit: async (values) => {
      await (
        await pool()
      ).updatePassword({ oldPassword: values.presentPassword, newPassword: values.newPassword })
      form.restart()
      toast('Password changed.', 'positive')
    },
  })
  return (
    <UserPage>
      <SettingsSection
        title="Password"
        note="Use one that you use nowhere else. To end other sessions too, sign out everywhere on the Sessions page."
      >
        <SettingsForm label="Password" {...form.asProps} submitLabel="Change password">
          <PasswordField
            {...form.field('presentPassword')}
            label="Current password"
            autoComplete="current-password"
            isWide
          />
          <PasswordField
            {...form.field('newPassword')}
            label="New password"
            autoComplete="new-password"
            helper="10 characters or more, with a number, an uppercase, a lowercase and a special character."
            isWide
          />
        </SettingsForm>
      </SettingsSection>
    </UserPage>
  )
}
