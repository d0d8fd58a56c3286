/** Names that are fixed; every other one carries the name of the product before it. */
const FIXED = ['st-dashboard-filters']
const nameOf = (key: string): string => (FIXED.includes(key) ? key : `sextant.${key}`)

/** Local storage, which may be forbidden or hold what an older version wrote; both read as nothing stored. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null')
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Nothing depends on it: the address holds the view.
  }
}
