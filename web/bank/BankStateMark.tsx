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
    hint: 'One bank transaction has this amount within these days.',
  },
  CONFIRMED: {
    text: 'Confirmed',
    tone: 'good',
    icon: CircleCheck,
    hint: 'Someone confirmed the bank transaction.',
  },
  SEVERAL: {
    text: 'Several matches',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'Several bank transactions or payouts match. Open it to choose one.',
  },
  DIFFERS: {
    text: 'Amount differs',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'A bank transaction that names Amazon is close to this amount. Open it to confirm.',
  },
  MISSING: {
    text: 'Not in the statements',
    tone: 'warned',
    icon: TriangleAlert,
    hint: 'Your statements cover the days on which it should have arrived, but it is not in them.',
  },
  AWAITED: {
    text: 'No statement yet',
    tone: 'muted',
    icon: Clock,
    hint: 'No statement covers the days on which it should arrive.',
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
