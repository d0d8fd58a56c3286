/** Up to three names, or the first two and how many more there are. */
export function namesText(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ')
  return `${names.slice(0, 2).join(', ')} +${names.length - 2}`
}
