import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ProductsInput } from '#contract/product-master.ts'
import { errorText, trpc } from '#web/trpc.ts'

/** Which products can be found. */
export type ProductScope = Pick<
  ProductsInput,
  'companyId' | 'brandNames' | 'currencyCode' | 'marketplaceCodes'
>

/** Products that a search finds. */
export function useFoundProducts(scope: ProductScope, searchText: string, isAsked = true) {
  const { data, isFetching, error } = useQuery({
    ...trpc.productMaster.getProducts.queryOptions(isAsked ? { ...scope, searchText } : skipToken),
    placeholderData: keepPreviousData,
  })
  return {
    found: data?.products ?? [],
    total: data?.total,
    isReading: isFetching,
    problem: error ? errorText(error) : undefined,
  }
}

/** What is known about products that are selected. */
export function useKnownProducts(companyId: string, skus: readonly string[]) {
  const { data } = useQuery(
    trpc.productMaster.getProducts.queryOptions(
      skus.length > 0 ? { companyId, skus: [...skus].toSorted() } : skipToken,
    ),
  )
  return data?.products ?? []
}

export function useFoundGroups(kind: 'tags' | 'categories', companyId: string, searchText: string) {
  const { productMaster } = trpc
  const tags = useQuery({
    ...productMaster.getCustomTags.queryOptions(kind === 'tags' ? { companyId, searchText } : skipToken),
    placeholderData: keepPreviousData,
  })
  const categories = useQuery({
    ...productMaster.getCustomCategories.queryOptions(
      kind === 'categories' ? { companyId, searchText } : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const { data, isFetching, error } = kind === 'tags' ? tags : categories
  return { found: data ?? [], isReading: isFetching, problem: error ? errorText(error) : undefined }
}
