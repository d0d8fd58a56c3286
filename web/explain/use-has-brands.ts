import { useQuery } from '@tanstack/react-query'
import { trpc } from '#web/trpc.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'

/** Whether any product of the company has a brand; undefined until that is known. */
export function useHasBrands({
  companyId,
  asOf,
}: Pick<ExplainScope, 'companyId' | 'asOf'>): boolean | undefined {
  const { data: brands } = useQuery(
    trpc.productMaster.getBrandNames.queryOptions({ companyId, ...(asOf !== undefined && { asOf }) }),
  )
  return brands && brands.length > 0
}
