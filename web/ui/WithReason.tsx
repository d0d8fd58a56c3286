import { TooltipTrigger } from 'react-aria-components/Tooltip'
import { Tooltip } from './Tooltip.tsx'

interface WithReasonProps {
  /** Absent: there is nothing to say, and nothing is shown. */
  reason: string | undefined
  children: React.ReactNode
}

/** Says why the control inside cannot be used. */
export const WithReason = ({ reason, children }: WithReasonProps) => (
  <TooltipTrigger delay={300} isDisabled={reason === undefined}>
    {children}
    <Tooltip>{reason}</Tooltip>
  </TooltipTrigger>
)
