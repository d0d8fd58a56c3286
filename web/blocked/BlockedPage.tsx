import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { PATHS } from '#web/paths.ts'
import { signOut } from '#web/session/session.ts'
import page from '#web/shell/FullPage.module.css'
import { rememberCompany } from '#web/shell/selected-company.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './BlockedPage.module.css'
import { useBlockStatus } from './use-block-status.ts'

const route = getRouteApi('/blocked')

/** Where the people of a blocked company wait, or go on with another one. */
export function BlockedPage() {
  const { companies, company } = route.useLoaderData()
  const { supportEmail } = useInstallation() ?? {}
  const navigate = useNavigate()
  const { data: status, error } = useBlockStatus(company.id)
  // Also when it is no company of theirs any longer.
  const isOver = status?.blocked === false || (status === undefined && error !== null)
  useEffect(() => {
    if (isOver) void navigate({ to: PATHS.index, replace: true })
  }, [isOver, navigate])
  return (
    <main className={page.page}>
      <title>Access revoked · Sextant</title>
      <StateMessage
        isPage
        reading="beyond"
        title="Access revoked."
        action={
          <div className={styles.ways}>
            <SelectField
              label="Account"
              choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
              value={company.id}
              {...(companies.length > MANY && { searchLabel: 'Search accounts' })}
              onChange={(id) => {
                rememberCompany(id)
                void navigate({ to: PATHS.home })
              }}
            />
            <Button icon={LogOut} onPress={() => void signOut()}>
              Sign out
            </Button>
          </div>
        }
      >
        This account does not have access or its subscription has ended. Please contact{' '}
        {supportEmail ? <a href={`mailto:${supportEmail}`}>support</a> : 'support'}.
      </StateMessage>
    </main>
  )
}

/** More than one reads through. */
const MANY = 8
