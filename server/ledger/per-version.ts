import type { Company } from '#server/accounts/index.ts'
import type { Services } from './services.ts'

const REMEMBERED_MAX = 10_000

/**
 * Remembers what a reader finds out about a version of a company, which never changes. What was asked longest ago is
 * forgotten first, so somebody who reads an old version takes nothing from those who read the newest.
 */
export function perVersion<T>(
  read: (services: Services, company: Company) => Promise<T>,
): (services: Services, company: Company) => Promise<T> {
  const remembered = new Map<string, Promise<T>>()
  return (services, company) => {
    const key = `${company.id} ${company.publishedVersion}`
    const known = remembered.get(key)
    const found = known ?? read(services, company)
    remembered.delete(key)
    remembered.set(key, found)
    if (known) return known
    for (const oldest of remembered.keys()) {
      if (remembered.size <= REMEMBERED_MAX) break
      remembered.delete(oldest)
    }
    found.catch(() => remembered.delete(key))
    return found
  }
}
