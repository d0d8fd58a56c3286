import { useQuery } from '@tanstack/react-query'
import { QUERIES } from '#web/area-guard.ts'
import { sessionClaims } from '#web/session/session.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { MailSwitches } from './MailSwitches.tsx'
import { Preferences } from './Preferences.tsx'
import { UserPage } from './UserPage.tsx'

export function DetailsPage() {
  const details = useQuery(QUERIES.personalDetails)
  const { email } = sessionClaims()
  const { company } = useCompany()
  return (
    <UserPage>
      <SettingsSection
        title="Personal details"
        note={
          <>
            You sign in as <b>{email}</b>. The members of your companies see your name and this address.
          </>
        }
      >
        <QueryBody title="Your details" query={details}>
          {(known) => <DetailsForm known={known} />}
        </QueryBody>
      </SettingsSection>
      <SettingsSection title="Preferences" note="Saved in this browser as you choose them.">
        <Preferences />
      </SettingsSection>
      <SettingsSection
        title="Emails"
        note={
          <>
            With the numbers of <b>{company.name}</b>, to <b>{email}</b>. Each has an unsubscribe link.
          </>
        }
      >
        <MailSwitches />
      </SettingsSection>
      <SettingsSection title="Delete account" note="Deletes your sign-in and removes you from every company.">
        <DeleteAccount />
      </SettingsSection>
    </UserPage>
  )
}
