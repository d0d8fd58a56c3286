import { closedAt } from '#contract/closed-months.ts'
import type { DateRange } from '#contract/date-range.ts'
import { companiesAsClosed, liveImports, type Company, type ImportLine } from '#server/accounts/index.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

/** What is remembered counts as so many characters of a list of settings. */
const CHARACTERS_OF_A_ROW = 200

/** How much they hold, in what an answer holds of rows. */
export function sizeOfStates(states: ReadonlyMap<number, Company>): number {
  // States between which a list did not change have it together.
  const lists = new Set(
    [...states.values()].flatMap(({ lineMappings, vatRates, brandAliases, endedSales }) => [
      lineMappings,
      vatRates,
      brandAliases,
      endedSales,
    ]),
  )
  const characters = [...lists].reduce((sum, list) => sum + JSON.stringify(list).length, 0)
  return states.size + Math.ceil(characters / CHARACTERS_OF_A_ROW)
}

/** By version: the company as it was when months were closed at it. */
export const closedStates = perVersion(
  async ({ accounts }, company): Promise<ReadonlyMap<number, Company>> =>
    companiesAsClosed(
      accounts,
      company,
      company.closedMonths.map(({ version }) => version),
    ),
  sizeOfStates,
)

/**
 * Reads something about a company for whoever asks about periods: of a period whose months are all closed, as it was when
 * the last of them was.
 */
export const heldPerPeriod =
  <T>(read: (services: Services, company: Company) => Promise<T>) =>
  async (services: Services, company: Company): Promise<(period: DateRange) => T> => {
    const now = await read(services, company)
    if (company.closedMonths.length === 0) return () => now
    const states = await closedStates(services, company)
    const then = new Map<number, T>()
    // One after the other: each reads most of what the one before has.
    for (const [version, state] of states) then.set(version, await read(services, state))
    return (period) => {
      const version = closedAt(company.closedMonths, period)
      return version === null ? now : then.get(version)!
    }
  }

/** The company as it was when the months of a period were closed: what came later changes nothing in them. */
export const companyPerPeriod = heldPerPeriod(async (_services, state) => state)

/** The imports whose rows anybody reads: those that count, and those that did when a month was closed. */
export const heldImports = perVersion(
  async (services, company): Promise<ImportLine[]> => {
    const held = new Map<number, ImportLine>()
    // One state after the other: each has most of the imports of the one before.
    for (const state of [company, ...(await closedStates(services, company)).values()])
      for (const one of await liveImports(services.accounts, state)) held.set(one.id, one)
    return [...held.values()]
  },
  (imports) => imports.length,
)
