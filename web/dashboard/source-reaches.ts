import type { Coverage } from '#contract/imports.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'

/** What people call a kind of file, and the tables that such files fill. */
const KINDS = [
  { label: 'Settlements', of: ['SETTLEMENT_V2', 'SETTLEMENT_WIDE', 'DATE_RANGE', 'FINANCES', 'FACTS'] },
  { label: 'Orders', of: ['order_items'] },
  { label: 'Returns', of: ['returns'] },
  { label: 'Sales and traffic', of: ['sales_traffic_date'] },
  { label: 'Traffic by product', of: ['sales_traffic_asin_day'] },
  { label: 'Advertising', of: ['ads_daily'] },
  { label: 'Stock', of: ['inventory_snapshots'] },
  { label: 'Stock movements', of: ['inventory_ledger'] },
  { label: 'Searches', of: ['search_query_performance'] },
] as const

export interface SourceReach {
  label: string
  /** The newest first, with whose day it is; one without names where all reach as far. None where nothing was imported. */
  days: { lastDay: string; names: string[] }[]
  /** When the newest of its files was read. */
  importedAt: string | null
}

/** Up to which day each kind of file reaches, by marketplace, or by account where files are of whole accounts. */
export const sourceReaches = (sources: Coverage['sources']): SourceReach[] =>
  KINDS.map(({ label, of }) => {
    const held = sources.filter(({ source }) => of.some((name) => name === source))
    const lastDays = new Map<string, string>()
    for (const { account, ranges, reaches } of held) {
      const end = ranges.at(-1)?.end
      const ofAccount = end === undefined ? [] : [{ name: account, lastDay: end }]
      const named = reaches.map(({ marketplace, lastDay }) => ({
        name: marketplaceOf(marketplace)?.label ?? marketplace,
        lastDay,
      }))
      for (const { name, lastDay } of named.length > 0 ? named : ofAccount)
        if (lastDay > (lastDays.get(name) ?? '')) lastDays.set(name, lastDay)
    }
    const days = [...new Set(lastDays.values())].toSorted().toReversed()
    return {
      label,
      days: days.map((lastDay) => ({
        lastDay,
        names:
          days.length === 1 ? [] : [...lastDays].filter(([, day]) => day === lastDay).map(([name]) => name),
      })),
      importedAt:
        held
          .flatMap(({ importedAt }) => importedAt ?? [])
          .toSorted()
          .at(-1) ?? null,
    }
  })
