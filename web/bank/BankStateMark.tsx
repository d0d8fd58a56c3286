import { CircleCheck, Clock, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { BankState } from '#contract/bank-match.ts'
import { StateMark } from '#web/ui/StateMark.tsx'

const STATES: Record<
  BankState,
  { text: string; tone: 'good' | 'warned' | 'muted'; icon: LucideIcon; hint: string }
> = {
  MATCHED: {
    text: 'Matched',
    tone: 'good',
    icon: CircleCheck,
    hint: 'One row of the bank has this amount on these days.',
  },
  CONFIRMED: { text: 'Confirmed', tone: 'good', icon: CircleCheck, hint: 'Somebody said which row it is.' },
  SEVERAL: {
    text: 'To choose',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'Several rows or payouts fit. Open it to choose.',
  },
  DIFFERS: {
    text: 'Amount differs',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'A row that names Amazon is near this amount. Open it to confirm.',
  },
  MISSING: {
    text: 'Missing at the bank',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'Statements cover the days on which it would have arrived.',
  },
  AWAITED: {
    text: 'No statement yet',
    tone: 'muted',
    icon: Clock,
    hint: 'No statement covers the days on which it arrives.',
  },
}

export const bankStateText = (state: BankState): string => STATES[state].text
export const bankStateHint = (state: BankState): string => STATES[state].hint

/** In words and a colour: what the bank says of a payout. */
export function BankStateMark({ state }: { state: BankState }) {
  const { text, tone, icon } = STATES[state]
  return (
    <StateMark icon={icon} tone={tone}>
      {text}
    </StateMark>
  )
}
