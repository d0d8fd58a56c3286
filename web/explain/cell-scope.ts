import type { MarketplaceCode } from '#web/filters/filter-fields.ts'
import type { ExplainedCell } from './explained-cell.ts'

/** Of what the rows of a number are, within the scope of its page. */
export function scopeOfCell({ of, isLeftOut }: ExplainedCell) {
  if (of?.by === 'marketplace') return { marketplaces: [of.key] as MarketplaceCode[] }
  if (of?.by === 'parent') return { parentAsin: of.key }
  if (of?.by === 'brand') return { brandNames: [of.key] }
  if (of?.by === 'expense') return { expenseCategory: of.key }
  // Expenses may be of a brand, and of none of its products.
  if (of?.by === 'noBrand') return { brandNames: [''], skus: [''], notAllocated: 'ONLY' as const }
  // No product has an empty SKU: what is left out of it is what has none.
  if (of) return { skus: [of.key], ...(of.key === '' && { notAllocated: 'ONLY' as const }) }
  return isLeftOut ? { notAllocated: 'ONLY' as const } : {}
}
