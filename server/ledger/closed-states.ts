import { closedAt } from '#contract/closed-months.ts'
import type { DateRange } from '#contract/date-range.ts'
import { companyAsClosed, liveImports, type Company, type Import } from '#server/accounts/index.ts'
import { perVersion } from './per-version.ts'
import type { Services } from './services.ts'

/** By version: the company as it was when months were closed at it. */
export const closedStates = perVersion(
  async ({ accounts }, company): Promise<ReadonlyMap<number, Company>> =>
    new Map(
      await Promise.all(
        [...new Set(company.closedMonths.map(({ version }) => version))].map(
          async (version) => [version, await companyAsClosed(accounts, company, version)] as const,
        ),
      ),
    ),
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
    const then = new Map(
      await Promise.all(
        [...states].map(async ([version, state]) => [version, await read(services, state)] as const),
      ),
    )
    return (period) => {
      const version = closedAt(company.closedMonths, period)
      return version === null ? now : then.get(version)!
    }
  }

/** The imports whose rows anybody reads: those that count, and those that did when a month was closed. */
export async function heldImports(services: Services, company: Company): Promise<Import[]> {
  const states = await closedStates(services, company)
  const imports = await Promise.all(
    [company, ...states.values()].map((state) => liveImports(services.accounts, state)),
  )
  return [...new Map(imports.flat().map((one) => [one.id, one])).values()]
}
