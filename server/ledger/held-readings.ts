import { liveRequests } from '#server/accounts/index.ts'
import { readingMoments } from './derivation/reading-moments.ts'
import { perVersion } from './per-version.ts'

/** The imports that count of a company, and when Amazon made what they hold, as statements that choose among readings ask. */
export const heldReadings = perVersion(
  async ({ accounts }, company) => {
    const imports = await liveRequests(accounts, company)
    return { live: imports.map(({ attemptVersion }) => attemptVersion!), ...readingMoments(imports) }
  },
  ({ live }) => live.length,
)
