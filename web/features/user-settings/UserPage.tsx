import { PATHS } from '#web/paths.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'

const TABS = [
  {
    label: 'Personal details',
    hint: 'Your name, your preferences, and deleting your account',
    to: PATHS.userDetails,
  },
  { label: 'Password', hint: 'Choose another password', to: PATHS.userPassword },
  { label: 'Authenticator app', hint: 'A second factor at sign-in', to: PATHS.userMfa },
  { label: 'Sessions', hint: 'Devices that have signed in', to: PATHS.userSessions },
]

/** What stands around every page of settings that belong to the person. */
export const UserPage = ({ children }: { children: React.ReactNode }) => (
  <Page title="Your settings" tabs={<RouteTabs label="Your settings" tabs={TABS} />}>
    <Band>{children}</Band>
  </Page>
)
