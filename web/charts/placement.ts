/** Where words stand in a chart without covering what they speak of. */

interface TooltipPlace {
  left: number
  /** Above the plot rather than beside the crosshair, where neither side has room. */
  isAbove: boolean
}

/** Where a tooltip may stand, in pixels from the left edge of its plot. */
export interface TooltipRoom {
  from: number
  to: number
}

/** Beside the crosshair, on the right while there is room; never over it. */
export function tooltipPlace(x: number, tipWidth: number, { from, to }: TooltipRoom, gap = 12): TooltipPlace {
  if (x + gap + tipWidth <= to) return { left: x + gap, isAbove: false }
  if (x - gap - tipWidth >= from) return { left: x - gap - tipWidth, isAbove: false }
  return { left: Math.max(from, Math.min(x - tipWidth / 2, to - tipWidth)), isAbove: true }
}

/** Moves labels apart that would overlap, as little as possible and inside the limits. */
export function spreadLabels(
  wanted: readonly number[],
  { gap, top, bottom }: { gap: number; top: number; bottom: number },
): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => wanted[a]! - wanted[b]!)
  const placed = [...wanted]
  let free = top
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, free)
    free = placed[index]! + gap
  }
  free = bottom
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, free)
    free = placed[index]! - gap
  }
  return placed
}
