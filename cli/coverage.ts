import type { Coverage } from '#contract/imports.ts'

type CoverageSource = Coverage['sources'][number]

/** A line for each source with gaps between its settlements. */
export const missingDays = ({ sources }: Coverage): string[] =>
  sources.filter(({ gaps }) => gaps.length > 0).map((source) => `${labelOf(source)}: days are missing.`)

export const labelOf = ({ label, account, marketplaces }: CoverageSource): string =>
  [label, account, marketplaces.join(', ')].filter(Boolean).join(' · ')
