/** What is no address for certain. Whether there is such a mailbox only a mail can tell. */
const LOOKS_LIKE_ONE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Addresses as people list them, each once, or the first that is none. */
export function addressesIn(text: string): { addresses: string[]; wrong: string | null } {
  const named = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  return { addresses: named, wrong: named.find((one) => !LOOKS_LIKE_ONE.test(one)) ?? null }
}
