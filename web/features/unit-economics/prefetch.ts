import type { QueryClient } from '@tanstack/react-query'
import { daysIn } from '#contract/date-range.ts'
import { UNIT_ECONOMICS_DAYS_MAX } from '#contract/dashboards/unit-economics.ts'
import { QUERIES } from '#web/area-guard.ts'
import { subjectOf } from '#web/dashboard/dashboard-subject.ts'
import { readView } from '#web/dashboard/dashboard-view.ts'
import { scopeOf } from '#web/dashboard/use-dashboard.ts'
import { preferredCurrency } from '#web/filters/currency-preference.ts'
import type { SearchParams } from '#web/search-params.ts'
import { readStored } from '#web/stored.ts'
import { trpc } from '#web/trpc.ts'
import { today } from '#web/ui/dates.ts'
import { unitEconomics, unitEconomicsInput } from './unit-economics-view.ts'

const MINUTE = 60_000

/**
 * Asks what the page will ask, while somebody points at its link. What tags and categories cover is worked out by the page
 * alone, so with any of them chosen nothing is asked.
 */
export async function prefetchUnitEconomics(
  queryClient: QueryClient,
  companyId: string,
  search: SearchParams,
): Promise<void> {
  // What was at a moment is seldom read, and other days may have been covered then.
  if (search['asOf'] !== undefined) return
  const [companies, coverage] = await Promise.all([
    queryClient.ensureQueryData(QUERIES.companies),
    queryClient.ensureQueryData(QUERIES.coverage(companyId)),
  ])
  const company = companies.find(({ id }) => id === companyId)
  const subject = company && subjectOf(company, coverage, 'ALL')
  if (!subject) return
  const { values: view } = readView(unitEconomics, search, readStored(unitEconomics.storageKey(companyId)), {
    today: today(),
    window: { start: subject.firstDay, end: subject.lastDay },
    currencyCode: subject.currencyCode,
    preferredCurrency: preferredCurrency(),
  })
  const isChosen = [view.products, view.tags, view.categories].some(({ length }) => length > 0)
  if (isChosen || daysIn({ start: view.startDate, end: view.endDate }) > UNIT_ECONOMICS_DAYS_MAX) return
  await queryClient.prefetchQuery({
    ...trpc.unitEconomics.getData.queryOptions(unitEconomicsInput(scopeOf(subject, view, []), view)),
    gcTime: 15 * MINUTE,
    staleTime: 60 * MINUTE,
    retry: 1,
    retryDelay: 2_500,
  })
}
