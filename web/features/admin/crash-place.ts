/** Where a stack begins: its first frame, without the address of the installation. */
export function placeOf(stack: string): string | null {
  const frame = stack
    .split('\n')
    .slice(1)
    .find((line) => line.trim() !== '')
  return (
    frame
      ?.trim()
      .replace(/^at /, '')
      .replace(/https?:\/\/[^/\s)]+/, '') ?? null
  )
}
