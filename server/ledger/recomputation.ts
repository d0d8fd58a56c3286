import { companyBeside, type Company, type Import } from '#server/accounts/index.ts'
import { deriveAfresh } from '#server/ledger/changing/apply-change.ts'
import { settingsThatCount } from '#server/ledger/changing/work.ts'
import { removeHeldRows } from './dead-rows.ts'
import { forgetTables } from './held-tables.ts'
import { writing } from './journal.ts'
import { readAgain } from '#server/ledger/importing/read-again.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { forgetHoldings } from '#server/ledger/settlements/settlement-holdings.ts'
import type { Services } from './services.ts'

/** Where numbers of a company are worked out once more: rows of a name that no company has. */
const placeBeside = (companyId: string): string => `verification-${companyId}`

/** Removes what a recomputation left that never came to its end. */
export const removeRecomputed = (services: Services, companyId: string): Promise<void> =>
  removeHeldRows(services.analytics, placeBeside(companyId))

/**
 * Reads the kept files of a version again and makes every table from them, by the code that imports and rebuilds, in a
 * place that nobody reads. Rows keep the imports that they are of. What `use` is given reads that place as it would the
 * company; afterwards it is empty again.
 */
export async function withRecomputed<T>(
  services: Services,
  { company, live, signal }: { company: Company; live: readonly Import[]; signal: AbortSignal },
  onStep: () => void,
  use: (recomputed: Company) => Promise<T>,
): Promise<T> {
  const { analytics } = services
  const version = company.publishedVersion
  const place = companyBeside(company, placeBeside(company.id), 0)
  await removeRecomputed(services, company.id)
  try {
    for (const record of live) {
      signal.throwIfAborted()
      await writing({ analytics, company: place, version: record.attemptVersion!, signal }, (writer) =>
        readAgain(services, writer, record, company),
      )
      onStep()
    }
    await writing({ analytics, company: place, version, signal }, (writer) =>
      deriveAfresh(
        services,
        writer,
        {
          live: live.map(({ attemptVersion }) => attemptVersion!),
          moments: readingMoments(live),
          changed: [],
          settings: settingsThatCount(company),
          changedSettings: [],
        },
        { hasRates: false, accountsOf: company },
      ),
    )
    onStep()
    return await use(companyBeside(company, place.id, version))
  } finally {
    await removeRecomputed(services, company.id)
    // The next one has the same name, and reads everything.
    forgetTables(place.id)
    forgetHoldings(
      place.id,
      live.map(({ attemptVersion }) => attemptVersion!),
    )
  }
}
