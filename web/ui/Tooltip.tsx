import {
  Tooltip as AriaTooltip,
  TooltipTriggerStateContext,
  type TooltipProps as AriaTooltipProps,
} from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

interface TooltipProps extends Omit<AriaTooltipProps, 'className' | 'offset' | 'isOpen'> {
  /** What the control says that it is described by. */
  id: string
  state: NonNullable<React.ContextType<typeof TooltipTriggerStateContext>>
}

/** The box of `useTooltip`. */
export function Tooltip({ state, children, ...props }: TooltipProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip {...props} offset={6} className={styles.tooltip!}>
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
