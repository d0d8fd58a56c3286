/** Local storage, which may be forbidden or hold what an older version wrote; both read as nothing stored. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`sextant.${key}`) ?? 'null')
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(`sextant.${key}`, JSON.stringify(value))
  } catch {
    // Nothing depends on it: the address holds the view.
  }
}
