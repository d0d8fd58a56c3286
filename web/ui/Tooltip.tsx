import { Tooltip as AriaTooltip, type TooltipProps } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

/** A few words beside a control. Never the only place of a fact. */
export function Tooltip({ children, ...props }: Omit<TooltipProps, 'className' | 'offset'>) {
  return (
    <AriaTooltip {...props} offset={6} className={styles.tooltip!}>
      {children}
    </AriaTooltip>
  )
}
