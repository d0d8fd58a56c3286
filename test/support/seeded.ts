import { seedDataDir } from '#server/accounts/testing.ts'
import { seedAnalytics } from '#server/analytics/testing.ts'
import { writeBundle } from '#server/ledger/currencies/rate-sets.ts'

/** Makes a data directory what it is after a first start, which takes seconds. */
export async function seedInstallation(dataDir: string): Promise<void> {
  await Promise.all([seedDataDir(dataDir), seedAnalytics(dataDir, writeBundle)])
}
