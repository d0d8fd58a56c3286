import type { Company } from '#server/accounts/index.ts'
import type { Services } from './services.ts'

const REMEMBERED_MAX = 10_000

/**
 * Remembers what a reader finds out about a company. It never goes stale: every change of a company has a version of its
 * own, and what was found is forgotten with the version.
 */
export function perVersion<T>(
  read: (services: Services, company: Company) => Promise<T>,
): (services: Services, company: Company) => Promise<T> {
  const remembered = new Map<string, { version: number; found: Promise<T> }>()
  return (services, company) => {
    const known = remembered.get(company.id)
    if (known?.version === company.publishedVersion) return known.found
    const found = read(services, company)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(company.id, { version: company.publishedVersion, found })
    found.catch(() => remembered.delete(company.id))
    return found
  }
}
