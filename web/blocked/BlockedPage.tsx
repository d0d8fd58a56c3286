import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PATHS } from '#web/paths.ts'
import { takeReturnAddress } from '#web/session/return-address.ts'
import { signOut } from '#web/session/session.ts'
import { CompanySelect } from '#web/shell/CompanySelect.tsx'
import { FullPage } from '#web/shell/FullPage.tsx'
import { rememberCompany } from '#web/shell/selected-company.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { Button } from '#web/ui/Button.tsx'
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
    <FullPage title="Access revoked">
      <StateMessage
        isPage
        reading="start"
        title="Access revoked."
        action={
          <>
            <CompanySelect
              isFramed
              companies={companies}
              company={company}
              onChange={(id) => {
                rememberCompany(id)
                // Where they wanted to go lies in the company that is shut.
                takeReturnAddress()
                void navigate({ to: PATHS.home })
              }}
            />
            <Button kind="ghost" onPress={() => void signOut()}>
              Sign out
            </Button>
          </>
        }
      >
        The account does not have access or its subscription has ended. Please contact support
        {supportEmail ? (
          <>
            {': '}
            <a href={`mailto:${supportEmail}`} className={styles.link}>
              {supportEmail}
            </a>
          </>
        ) : (
          '.'
        )}
      </StateMessage>
    </FullPage>
  )
}
