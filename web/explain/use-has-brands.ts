import { useQuery } from '@tanstack/react-query'
import { trpc } from '#web/trpc.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'

/** Whether any product of the company has a brand. */
export function useHasBrands({ companyId, asOf }: Pick<ExplainScope, 'companyId' | 'asOf'>): boolean {
  const { data: brands = [] } = useQuery(
    trpc.productMaster.getBrandNames.queryOptions({ companyId, ...(asOf !== undefined && { asOf }) }),
  )
  return brands.length > 0
}
