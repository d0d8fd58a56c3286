/** Names that are fixed; every other one carries the name of the product before it. */
const FIXED = ['st-dashboard-filters']
const nameOf = (key: string): string => (FIXED.includes(key) ? key : `sextant.${key}`)

/** For ever, or until the tab is closed. */
type Kept = 'LOCAL' | 'SESSION'
const storageOf = (kept: Kept): Storage => (kept === 'LOCAL' ? localStorage : sessionStorage)

/** The browser's storage, which may be forbidden or hold what an older version wrote; both read as nothing stored. */
export function readStored(key: string, kept: Kept = 'LOCAL'): unknown {
  try {
    return JSON.parse(storageOf(kept).getItem(nameOf(key)) ?? 'null')
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown, kept: Kept = 'LOCAL'): void {
  try {
    storageOf(kept).setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Nothing depends on it: the address holds the view.
  }
}
