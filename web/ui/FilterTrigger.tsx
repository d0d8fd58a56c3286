import { ChevronDown, Lock } from 'lucide-react'
import { createContext, use, useId } from 'react'
import { mergeProps } from 'react-aria/mergeProps'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { cx } from './class-names.ts'
import styles from './FilterTrigger.module.css'
import { Icon } from './Icon.tsx'
import { useTooltip } from './use-tooltip.tsx'

/** Whether filters cannot be changed until something else is done, and not only for a moment. */
export const FilterLock = createContext(false)

interface FilterTriggerProps extends Omit<ButtonProps, 'className' | 'children'> {
  /** Names the filter before its value; hidden where the sheet is narrow. */
  label?: string
  /** Why another value cannot be chosen. */
  disabledReason?: string | undefined
  children: React.ReactNode
}

/** The button of a filter: what it filters, muted, and what holds. An `aria-label` is read but not shown. */
export function FilterTrigger({
  label,
  'aria-label': unseen,
  isDisabled = false,
  disabledReason,
  children,
  ...props
}: FilterTriggerProps) {
  const id = useId()
  const name = label ?? unseen
  const isLocked = use(FilterLock)
  const { ref, buttonProps, tooltip } = useTooltip<HTMLButtonElement>({ text: disabledReason, delay: 300 })
  return (
    <>
      <Button
        {...mergeProps(props, buttonProps)}
        ref={ref}
        // Filters are disabled while their numbers are read. What the library calls pending can't be pressed either,
        // but it keeps the focus, so that whoever works by keyboard need not find the filter again.
        isPending={isDisabled || disabledReason !== undefined}
        // Read as it is written, the name and then the value, whatever the trigger would be called by what it opens.
        aria-labelledby={name ? `${id}name ${id}value` : `${id}value`}
        className={styles.trigger!}
      >
        {name && (
          <span id={`${id}name`} className={cx(styles.label, !label && styles.unseen)}>
            {name}
          </span>
        )}{' '}
        <span id={`${id}value`} className={styles.value}>
          {children}
        </span>
        <Icon of={isLocked ? Lock : ChevronDown} size={12} />
      </Button>
      {tooltip}
    </>
  )
}
