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
        note="Browsers in which you have signed in. One that is forgotten asks for everything at its next sign-in."
      >
        <PoolBody title="Your devices" query={devices}>
          {(known) => <DeviceList devices={known} onChange={() => void devices.refetch()} />}
        </PoolBody>
      </SettingsSection>
      <SettingsSection
        title="Sign out everywhere"
        note="When a device is lost, or somebody else knows your password. Then choose another password."
      >
        <SignOutEverywhere />
      </SettingsSection>
    </UserPage>
  )
}
