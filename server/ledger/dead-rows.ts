import { FACT_TABLES } from '#amazon/index.ts'
import type { Company } from '#server/accounts/index.ts'
import { sweep } from './journal.ts'
import type { Services } from './services.ts'

/** Clears away what attempts left behind that were never published. */
export async function sweepDead({ analytics }: Services, company: Company): Promise<void> {
  await sweep(analytics, company.id, company.deadVersions, FACT_TABLES)
}
