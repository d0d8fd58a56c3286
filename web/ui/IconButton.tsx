import type { LucideIcon } from 'lucide-react'
import { mergeProps } from 'react-aria/mergeProps'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'
import { PendingMark } from './PendingMark.tsx'
import { useTooltip } from './use-tooltip.tsx'

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> {
  icon: LucideIcon
  /** Read out, and shown as a tooltip. */
  label: string
  kind?: 'primary' | 'secondary' | 'tertiary'
  size?: keyof typeof ICON_SIZES
  isRound?: boolean
  /** Why it cannot be used now; see `Button`. */
  disabledReason?: string | undefined
}

const ICON_SIZES = { xs: 14, sm: 16, md: 16, lg: 20, xl: 20 } as const

/** A button whose label is its tooltip. */
export function IconButton({
  icon,
  label,
  kind = 'tertiary',
  size = 'sm',
  isRound = false,
  isPending = false,
  disabledReason,
  ...props
}: IconButtonProps) {
  const isUnavailable = disabledReason !== undefined
  const { ref, buttonProps, tooltip } = useTooltip<HTMLButtonElement>({
    text: (
      <>
        {label}
        {isUnavailable && <span className={styles.reason}>{disabledReason}</span>}
      </>
    ),
    delay: 500,
  })
  return (
    <>
      <AriaButton
        {...mergeProps(props, buttonProps)}
        ref={ref}
        aria-label={label}
        isPending={isPending || isUnavailable}
        data-unavailable={isUnavailable || undefined}
        className={cx(styles.button, styles[kind], styles[size], isRound && styles.round)}
      >
        {isPending ? <PendingMark className={styles.spinner!} /> : <Icon of={icon} size={ICON_SIZES[size]} />}
      </AriaButton>
      {tooltip}
    </>
  )
}
