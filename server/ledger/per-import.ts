import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import type { Services } from './services.ts'

/** Of what imports hold, all together. */
const ROWS_REMEMBERED_MAX = 1_000_000

/**
 * Remembers what a reader finds out about each import. What one holds never changes, but for what `placingOf` says of where and
 * when its rows are: so each is read once, and a sync of a few rows costs these rows. The reader is asked for all imports that
 * are not known.
 */
export function perImport<Row extends { importId: string }, Placing extends object>(
  placingOf: (services: Services, company: Company) => Promise<Placing>,
  read: (
    services: Services,
    company: Company,
    asked: { companyId: string; live: number[] } & Placing,
  ) => Promise<readonly Row[]>,
): (services: Services, company: Company) => Promise<Row[]> {
  const remembered = new LRUCache<string, readonly Row[]>({
    maxSize: ROWS_REMEMBERED_MAX,
    sizeCalculation: ({ length }) => 1 + length,
  })
  return async (services, company) => {
    const [live, placing] = await Promise.all([
      liveVersions(services.accounts, company),
      placingOf(services, company),
    ])
    const told = createHash('sha256').update(JSON.stringify(placing)).digest('base64')
    const keyOf = (attempt: number | string): string => `${company.id} ${attempt} ${told}`
    const known = new Map(live.map((attempt) => [String(attempt), remembered.get(keyOf(attempt))]))
    const unknown = live.filter((attempt) => !known.get(String(attempt)))
    if (unknown.length > 0) {
      const rows = await read(services, company, { companyId: company.id, live: unknown, ...placing })
      const byImport = new Map<string, Row[]>(unknown.map((attempt) => [String(attempt), []]))
      for (const row of rows) byImport.get(row.importId)?.push(row)
      for (const [attempt, held] of byImport) {
        known.set(attempt, held)
        // Where nothing was found rows may lie on another shard than the one that was asked.
        if (rows.length > 0) remembered.set(keyOf(attempt), held)
      }
    }
    return live.flatMap((attempt) => known.get(String(attempt)) ?? [])
  }
}
