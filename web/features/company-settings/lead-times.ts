import type { Replenishment } from '#contract/company-settings.ts'

/** Lead times as they stand in their fields; null is an empty field. */
export interface TypedDays {
  leadTimeDays: string | null
  safetyDays: string | null
  targetCoverDays: string | null
  /** In the order in which they were added. */
  marketplaces: { code: string; days: string | null }[]
  /** Only so that what is wrong with one of them has a name. */
  marketplaceLeadTimeDays?: undefined
}

export const typedDays = (saved: Replenishment): TypedDays => ({
  leadTimeDays: String(saved.leadTimeDays),
  safetyDays: String(saved.safetyDays),
  targetCoverDays: String(saved.targetCoverDays),
  marketplaces: Object.entries(saved.marketplaceLeadTimeDays)
    .map(([code, days]) => ({ code, days: String(days) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1)),
})

const meant = (days: string | null): number | null => (days === null ? null : Number(days))

/** What the fields mean, to be checked. */
export const meantDays = ({
  leadTimeDays,
  safetyDays,
  targetCoverDays,
  marketplaces,
}: TypedDays): unknown => ({
  leadTimeDays: meant(leadTimeDays),
  safetyDays: meant(safetyDays),
  targetCoverDays: meant(targetCoverDays),
  marketplaceLeadTimeDays: Object.fromEntries(marketplaces.map(({ code, days }) => [code, meant(days)])),
})
