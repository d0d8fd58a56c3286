import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'

/** How a message is meant. Its icon says the same as its colour. */
export const APPEARANCES = {
  informative: Info,
  positive: CircleCheck,
  negative: CircleAlert,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>

export type Appearance = keyof typeof APPEARANCES
