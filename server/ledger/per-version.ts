import { LRUCache } from 'lru-cache'
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
  const remembered = new LRUCache<string, Promise<T>>({ max: REMEMBERED_MAX })
  return (services, company) => {
    const key = `${company.id} ${company.publishedVersion}`
    const known = remembered.get(key)
    if (known) return known
    const found = read(services, company)
    remembered.set(key, found)
    found.catch(() => remembered.delete(key))
    return found
  }
}
