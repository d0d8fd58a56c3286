import { useQuery } from '@tanstack/react-query'
import { pool } from '#web/session/pool.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Mfa } from './Mfa.tsx'
import { PoolBody } from './PoolBody.tsx'
import { UserPage } from './UserPage.tsx'

export function MfaPage() {
  const preference = useQuery({
    queryKey: ['mfaPreference'],
    queryFn: async () => (await pool()).fetchMFAPreference(),
    staleTime: 0,
    retry: false,
  })
  return (
    <UserPage>
      <SettingsSection
        title="Authenticator app"
        note="Passwords get stolen. An authenticator app asks for a code from your phone as well."
      >
        <PoolBody title="Your authenticator app" query={preference}>
          {({ enabled = [], preferred }) => (
            <Mfa
              isOn={preferred === 'TOTP' || enabled.includes('TOTP')}
              onChange={() => void preference.refetch()}
            />
          )}
        </PoolBody>
      </SettingsSection>
    </UserPage>
  )
}
