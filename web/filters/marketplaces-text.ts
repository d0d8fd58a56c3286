/** Up to three names, or the first two and how many more there are. */
export function marketplacesText<T extends string>(codes: readonly T[], nameOf: (code: T) => string): string {
  if (codes.length <= 3) return codes.map(nameOf).join(', ')
  return `${codes.slice(0, 2).map(nameOf).join(', ')} +${codes.length - 2}`
}
