import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { useRefusal, useTeam } from '#web/settings/use-team.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { CompanyPage } from './CompanyPage.tsx'
import { InvitationTable } from './InvitationTable.tsx'
import { InviteForm } from './InviteForm.tsx'
import { LeaveCompany } from './LeaveCompany.tsx'
import { MemberTable } from './MemberTable.tsx'
import { RoleTable } from './RoleTable.tsx'

export function TeamPage() {
  const { company } = useCompany()
  const team = useTeam()
  const refusal = useRefusal('manageTeam')
  return (
    <CompanyPage title="Team" refusal={team.data && refusal}>
      <SettingsSection isWide title="Members" note={`Who sees ${company.name}.`}>
        <QueryBody title="The team" query={team}>
          {({ members }) => <MemberTable members={members} refusal={refusal} />}
        </QueryBody>
      </SettingsSection>
      <SettingsSection
        isWide
        title="Invitations"
        note="Anyone who signs up or signs in with an invited address becomes a member."
      >
        <InviteForm refusal={refusal} />
        {team.data && <InvitationTable invitations={team.data.invitations} refusal={refusal} />}
      </SettingsSection>
      <SettingsSection isWide title="Who may do what">
        <RoleTable />
      </SettingsSection>
      <SettingsSection title="Leave company" note="You no longer see it unless someone invites you again.">
        {team.data && <LeaveCompany team={team.data} />}
      </SettingsSection>
    </CompanyPage>
  )
}
