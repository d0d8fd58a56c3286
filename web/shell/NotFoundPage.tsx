import { PATHS } from '#web/paths.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import styles from './FullPage.module.css'

export const NotFoundPage = () => (
  <main className={styles.page}>
    <StateMessage
      isPage
      reading="beyond"
      title="Not Found"
      action={<ButtonLink to={PATHS.home}>Go to the start page</ButtonLink>}
    >
      This page doesn't exist or has moved
    </StateMessage>
  </main>
)
