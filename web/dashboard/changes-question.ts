import type { ChangesInput } from '#contract/as-it-was.ts'
import type { ExplainScope } from '#web/explain/ExplainDrawer.tsx'
import type { CommonView } from './dashboard-view.ts'

export type ChangesQuestion = Pick<
  ChangesInput,
  'companyId' | 'currencyCode' | 'startDate' | 'endDate' | 'since'
> &
  Partial<ChangesInput>

/** How the statement that the numbers of a page belong to has changed since a moment, in the scope of the page. */
export const changesQuestion = (
  scope: ExplainScope,
  { startDate, endDate }: Pick<CommonView, 'startDate' | 'endDate'>,
  since: string,
): ChangesQuestion => ({
  companyId: scope.companyId,
  currencyCode: scope.currencyCode,
  startDate,
  endDate,
  since,
  ...(scope.marketplaces && { marketplaces: scope.marketplaces }),
  ...(scope.skus && { skus: scope.skus }),
  ...(scope.brandNames && { brandNames: scope.brandNames }),
  ...(scope.basis && { basis: scope.basis }),
  ...(scope.notAllocated && { notAllocated: scope.notAllocated }),
  ...(scope.useAdjustedAdvertising !== undefined && {
    useAdjustedAdvertising: scope.useAdjustedAdvertising,
  }),
})
