import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  kind?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link'
  size?: 'sm' | 'md' | 'lg'
  icon?: LucideIcon
  /** In a narrow sheet only the icon remains; the label is then read out and shown by the browser as a title. */
  foldsToIcon?: boolean
  children: React.ReactNode
}

/** The one button. While `isPending` it keeps its width and its focus, and a spinner covers the label. */
export function Button({
  kind = 'secondary',
  size = 'md',
  icon,
  foldsToIcon,
  children,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={cx(styles.button, styles[kind], styles[size], foldsToIcon && styles.folds)}
    >
      {({ isPending }) => (
        <>
          {icon && <Icon of={icon} size={14} />}
          <span className={styles.label}>{children}</span>
          {isPending && <span className={styles.spinner} />}
        </>
      )}
    </AriaButton>
  )
}
