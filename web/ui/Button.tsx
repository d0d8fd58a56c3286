import type { LucideIcon } from 'lucide-react'
import { mergeProps } from 'react-aria/mergeProps'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { PendingMark } from './PendingMark.tsx'
import { useTooltip } from './use-tooltip.tsx'

export type ButtonKind = 'primary' | 'success' | 'secondary' | 'tertiary' | 'ghost' | 'destructive'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  /** Tertiary looks like a link. One primary per region. */
  kind?: ButtonKind
  size?: 'sm' | 'md' | 'lg' | 'xl'
  icon?: LucideIcon
  /**
   * Why the button cannot be used now. It then cannot be pressed but keeps its place in the tab order, and
   * says the reason when it is hovered or focused.
   */
  disabledReason?: string | undefined
  /** In a narrow sheet only the icon remains; the label is then read out and shown by the browser as a title. */
  foldsToIcon?: boolean
  children: React.ReactNode
}

/** The one button. While `isPending` it keeps its width and its focus, and a spinner covers the label. */
export function Button({
  kind = 'secondary',
  size = 'md',
  icon,
  isPending = false,
  disabledReason,
  foldsToIcon,
  children,
  ...props
}: ButtonProps) {
  const { ref, buttonProps, tooltip } = useTooltip<HTMLButtonElement>({ text: disabledReason, delay: 300 })
  return (
    <>
      <AriaButton
        {...mergeProps(props, buttonProps)}
        ref={ref}
        // What the library calls pending is what is wanted: in the tab order and described, but not pressed.
        isPending={isPending || disabledReason !== undefined}
        data-unavailable={disabledReason !== undefined || undefined}
        data-loading={isPending || undefined}
        className={cx(styles.button, styles[kind], styles[size], foldsToIcon && styles.folds)}
      >
        {icon && <Icon of={icon} size={14} />}
        <span className={styles.label}>{children}</span>
        {isPending && <PendingMark className={styles.spinner!} />}
      </AriaButton>
      {tooltip}
    </>
  )
}
