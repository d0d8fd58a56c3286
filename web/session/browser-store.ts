/** Outlive signing out: they belong to the browser rather than to who used it. */
const KEPT = ['sextant.theme', 'sextant.pre-release', 'sextant.reconciliation-id', 'sextant.detailed-logging']

const memory = new Map<string, string>()

function localStorageOrNull(): Storage | null {
  try {
    const probe = 'sextant.probe'
    localStorage.setItem(probe, probe)
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return null
  }
}

const local = localStorageOrNull()

/** Local storage; where the browser forbids it, memory, and then a session ends with its page. */
export const browserStore = {
  getItem: (key: string): string | null => (local ? local.getItem(key) : (memory.get(key) ?? null)),
  setItem: (key: string, value: string): void =>
    void (local ? local.setItem(key, value) : memory.set(key, value)),
  removeItem: (key: string): void => void (local ? local.removeItem(key) : memory.delete(key)),
  keys: (): string[] => (local ? Object.keys(local) : [...memory.keys()]),
  /** Everything that whoever was signed in has left behind. */
  clear: (): void => {
    for (const key of browserStore.keys()) if (!KEPT.includes(key)) browserStore.removeItem(key)
  },
}
