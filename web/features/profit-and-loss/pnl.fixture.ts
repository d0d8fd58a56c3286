import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { readView } from '#web/dashboard/dashboard-view.ts'
import type { SearchParams } from '#web/search-params.ts'
import { pnlDashboard, type PnlView } from './pnl-view.ts'

/** What the tables and rows of the statement of transactions know of its basis. */
export const basis = { id: 'TRANSACTION', leavesOut: [], estimated: [], provisional: 'still coming' } as const

/** A column of the statement for tests: what is not named is zero. */
export function column(
  name: PnlRow['column'],
  [periodStart, periodEnd]: [string, string],
  cells: Partial<Record<PnlLine, Partial<PnlCell>>> = {},
): PnlRow {
  const zero: PnlCell = { value: '0', percentOfNetSales: null, growth: null, previous: null }
  return {
    column: name,
    periodStart,
    periodEnd,
    comparisonStart: null,
    comparisonEnd: null,
    partial: false,
    provisional: false,
    feeVatAdjusted: true,
    coverage: { share: 1, startDate: periodStart, endDate: periodEnd, missing: [], moreMissing: 0 },
    lines: Object.fromEntries(PNL_LINE_IDS.map((id) => [id, { ...zero, ...cells[id] }])) as PnlRow['lines'],
    flags: {
      unitsWithoutCost: 0,
      unmappedLines: 0,
      refundsWithoutQuantity: 0,
      missingFxRates: 0,
      advertisingSource: 'NONE',
    },
  }
}

/** The view of an address, for tests: data in euros to 19 November 2026, nothing in storage. */
export const viewOf = (params: SearchParams): PnlView =>
  readView(pnlDashboard, params, null, {
    today: '2026-11-20',
    window: { start: '2025-01-01', end: '2026-11-19' },
    currencyCode: 'EUR',
  }).values
