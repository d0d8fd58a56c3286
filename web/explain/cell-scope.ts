import type { MarketplaceCode } from '#web/filters/filter-fields.ts'
import type { ExplainedCell } from './explained-cell.ts'

/** Of what the rows of a number are, within the scope of its page. */
export function scopeOfCell({ of, isLeftOut }: ExplainedCell) {
  if (of?.by === 'marketplace') return { marketplaces: [of.key] as MarketplaceCode[] }
  if (of?.by === 'parent') return { parentAsin: of.key }
  if (of?.by === 'brand') return { brandNames: [of.key] }
  if (of?.by === 'expense') return { expenseCategory: of.key }
  // Expenses may be of a brand, and of none of its products.
  if (of?.by === 'noBrand') return { brandNames: [''], skus: [''] }
  // An empty SKU is that of what has no product.
  if (of) return { skus: [of.key] }
  return isLeftOut ? { notAllocated: 'ONLY' as const } : {}
}
