import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ProductsInput } from '#contract/product-master.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { ownerOf, type ProductOwner } from './product-owner.ts'

/** Which products can be found. */
export type ProductScope = ProductOwner &
  Pick<ProductsInput, 'brandNames' | 'currencyCode' | 'marketplaceCodes'>

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

/** What is known about products that are selected; undefined until it is. */
export function useKnownProducts(owner: ProductOwner, skus: readonly string[]) {
  const { data } = useQuery(
    trpc.productMaster.getProducts.queryOptions(
      skus.length > 0 ? { ...ownerOf(owner), skus: [...skus].toSorted() } : skipToken,
    ),
  )
  return skus.length > 0 ? data?.products : []
}

export function useFoundGroups(kind: 'tags' | 'categories', owner: ProductOwner, searchText: string) {
  const asked = { ...ownerOf(owner), searchText }
  const { productMaster } = trpc
  const tags = useQuery({
    ...productMaster.getCustomTags.queryOptions(kind === 'tags' ? asked : skipToken),
    placeholderData: keepPreviousData,
  })
  const categories = useQuery({
    ...productMaster.getCustomCategories.queryOptions(kind === 'categories' ? asked : skipToken),
    placeholderData: keepPreviousData,
  })
  const { data, isFetching, error } = kind === 'tags' ? tags : categories
  return { found: data ?? [], isReading: isFetching, problem: error ? errorText(error) : undefined }
}
