/** How many of the widths stand side by side in the room that there is, first ones first. */
export function fittingCount(widths: readonly number[], gap: number, room: number): number {
  let used = 0
  for (const [index, width] of widths.entries()) {
    used += width + gap
    // Widths are fractions of pixels.
    if (used > room + 0.5) return index
  }
  return widths.length
}
