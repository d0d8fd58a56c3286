import { createLink } from '@tanstack/react-router'
import { Link } from 'react-aria-components/Link'
import buttonStyles from '#web/ui/Button.module.css'
import { cx } from '#web/ui/class-names.ts'

/** A link that looks like the main button of its region, because it is what to do next. */
export const ButtonLink = createLink(({ children, ...props }: React.ComponentProps<typeof Link>) => (
  <Link {...props} className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.md)}>
    {children}
  </Link>
))
