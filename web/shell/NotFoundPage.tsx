import { PATHS } from '#web/paths.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { Logo } from './Logo.tsx'
import styles from './NotFoundPage.module.css'

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <Logo size={28} />
      <StateMessage
        isPage
        title="There is no page at this address"
        action={<ButtonLink to={PATHS.home}>Go to the start page</ButtonLink>}
      >
        The address may be mistyped, or it names a company that you cannot see.
      </StateMessage>
    </main>
  )
}
