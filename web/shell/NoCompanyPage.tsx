import { PATHS } from '#web/paths.ts'
import { sessionClaims } from '#web/session/session.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import styles from './FullPage.module.css'

/** Somebody is signed in whom no company has invited yet. */
export const NoCompanyPage = () => (
  <main className={styles.page}>
    <StateMessage
      isPage
      reading="start"
      title="No company yet"
      action={
        <ButtonLink to={PATHS.signOut} preload={false}>
          Sign out
        </ButtonLink>
      }
    >
      You are signed in as {sessionClaims().email ?? 'a new user'}. An owner of a company can invite this
      address; the company is here when you sign in the next time.
    </StateMessage>
  </main>
)
