import { Link, type LinkProps } from '@tanstack/react-router'
import styles from './AuthScreen.module.css'

/** A way to another screen of the sign-in. */
export const AuthLink = (props: Pick<LinkProps, 'to' | 'children'> & { onClick?: () => void }) => (
  <Link {...props} className={styles.link} />
)
