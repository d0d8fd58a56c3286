import { readFilters } from '#web/filters/dashboard-filters.ts'
import type { SearchParams } from '#web/search-params.ts'
import { pnlDashboard, type PnlView } from './pnl-view.ts'

/** The view of an address, for tests: data in euros to 19 November 2026, nothing in storage. */
export const viewOf = (params: SearchParams): PnlView =>
  readFilters(pnlDashboard, params, null, {
    today: '2026-11-20',
    window: { start: '2025-01-01', end: '2026-11-19' },
    currencyCode: 'EUR',
  }).values
