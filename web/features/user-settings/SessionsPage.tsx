import { useQuery } from '@tanstack/react-query'
import { pool } from '#web/session/pool.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { DeviceList } from './DeviceList.tsx'
import { PoolBody } from './PoolBody.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import { UserPage } from './UserPage.tsx'

export function SessionsPage() {
  const devices = useQuery({
    queryKey: ['devices'],
    queryFn: async () => (await pool()).fetchDevices(),
    staleTime: 0,
    retry: false,
  })
  return (
    <UserPage>
      <SettingsSection
        isWide
        title="Devices"
        note="Browsers you have signed in with. A forgotten one asks for everything at its next sign-in."
      >
        <PoolBody title="Your devices" query={devices}>
          {(known) => <DeviceList devices={known} onChange={() => void devices.refetch()} />}
        </PoolBody>
      </SettingsSection>
      <SettingsSection
        title="Sign out everywhere"
        note="For when a device is lost or someone knows your password. Then choose a new password."
      >
        <SignOutEverywhere />
      </SettingsSection>
    </UserPage>
  )
}
