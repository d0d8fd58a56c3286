import type { FactTable } from '#amazon/index.ts'
import { liveRequests, type Company } from '#server/accounts/index.ts'
import { readingMoments } from './derivation/reading-moments.ts'
import { heldTables } from './held-tables.ts'
import { perVersion } from './per-version.ts'
import type { Services } from './services.ts'

/** The imports that count of a company, and when Amazon made what they hold, as statements that choose among readings ask. */
export const heldReadings = perVersion(
  async ({ accounts }, company) => {
    const imports = await liveRequests(accounts, company)
    return { live: imports.map(({ attemptVersion }) => attemptVersion!), ...readingMoments(imports) }
  },
  ({ live }) => live.length,
)

/** Whether any import that counts has a row of a table. What none has need not be asked for, which costs planning a statement. */
export async function holdsRows(services: Services, company: Company, table: FactTable): Promise<boolean> {
  const { live } = await heldReadings(services, company)
  return (await heldTables(services.analytics, company.id, live)).has(table)
}
