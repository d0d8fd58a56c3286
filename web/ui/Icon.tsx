import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  size?: 12 | 14 | 16 | 20
  className?: string | undefined
}

/** An icon with a stroke of 1.5 px at every size. It decorates: the name stands beside it or on its button. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return <Drawing size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden className={className} />
}
