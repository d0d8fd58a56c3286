import { lazy, Suspense, useRef } from 'react'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import type { ButtonProps } from 'react-aria-components/Button'
import type { TooltipProps } from 'react-aria-components/Tooltip'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'

// Placing a box beside another takes much code; it is loaded when somebody lingers for the first time.
const Tooltip = lazy(async () => ({ default: (await import('./Tooltip.tsx')).Tooltip }))

interface TooltipOptions extends Pick<TooltipProps, 'placement'> {
  /** What is shown; while it is undefined nothing is. */
  text: React.ReactNode
  /** Milliseconds. */
  delay: number
}

/**
 * A few words beside a control: never the only place of a fact. The control takes `ref` and `triggerProps`, or a button of
 * the library `buttonProps`, and `tooltip` stands beside it.
 */
export function useTooltip<Control extends HTMLElement>({ text, delay, placement = 'top' }: TooltipOptions) {
  const ref = useRef<Control>(null)
  const isDisabled = text === undefined
  const state = useTooltipTriggerState({ delay, isDisabled })
  const { triggerProps, tooltipProps } = useTooltipTrigger({ isDisabled }, state, ref)
  const tooltip = state.isOpen && (
    <Suspense fallback={null}>
      <Tooltip id={tooltipProps.id!} state={state} triggerRef={ref} placement={placement}>
        {text}
      </Tooltip>
    </Suspense>
  )
  const onKeyDown = (event: Parameters<NonNullable<ButtonProps['onKeyDown']>>[0]) => {
    triggerProps.onKeyDown?.(event)
    // The library keeps keys from everything around a button as soon as somebody listens there.
    event.continuePropagation()
  }
  return { ref, triggerProps, buttonProps: { ...triggerProps, onKeyDown } as ButtonProps, tooltip }
}
