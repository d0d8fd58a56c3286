import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { PlainPage } from './PlainPage.tsx'
import styles from './Words.module.css'

/** For those who come from Amazon's app store, where a connection begins that cannot end there. */
export const SpAppstoreRedirectNoticePage = () => (
  <PlainPage title="Welcome to Sextant">
    <p className={styles.text}>
      <b>If you are new</b>, you create an account in the next step, and connect your Amazon account after
      that.
    </p>
    <p className={styles.text}>
      <b>If you have an account and want to authorise a connection anew</b>, do it from the connections page
      in your dashboard, not from Amazon.
    </p>
    <div className={styles.actions}>
      <ButtonLink to="/connections">Continue</ButtonLink>
    </div>
  </PlainPage>
)
