import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { TooltipTrigger } from 'react-aria-components/Tooltip'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'
import { Tooltip } from './Tooltip.tsx'

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> {
  icon: LucideIcon
  /** Read out, and shown as a tooltip. */
  label: string
}

export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton {...props} aria-label={label} className={styles.button!}>
        <Icon of={icon} />
      </AriaButton>
      <Tooltip>{label}</Tooltip>
    </TooltipTrigger>
  )
}
