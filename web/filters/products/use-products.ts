import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ProductsInput } from '#contract/product-master.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { PRODUCTS_SELECTED_MAX } from '../selection-limit.ts'
import { coveredSkus, type ProductSelection } from './product-selection.ts'

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

const groupsInput = (companyId: string, { products, tags, categories }: ProductSelection) =>
  tags.length + categories.length > 0
    ? { companyId, customTags: tags, customCategories: categories, skusToExclude: products }
    : skipToken

/** How many products a selection comes to, those of its tags and categories included. */
export function useCoveredCount(companyId: string, selection: ProductSelection) {
  const { data, isFetching } = useQuery({
    ...trpc.productMaster.getProductsCount.queryOptions(groupsInput(companyId, selection)),
    placeholderData: keepPreviousData,
  })
  const hasGroups = selection.tags.length + selection.categories.length > 0
  return { count: selection.products.length + (hasGroups ? (data ?? 0) : 0), isReading: isFetching }
}

/**
 * The SKUs that a selection comes to. Those of tags and categories are read only where they are within the limit.
 * `coversNothing`: something is selected, and no product has it.
 */
export function useCoveredSkus(companyId: string, selection: ProductSelection) {
  const { count, isReading } = useCoveredCount(companyId, selection)
  const input = groupsInput(companyId, selection)
  const isWithin = !isReading && count <= PRODUCTS_SELECTED_MAX
  const { data } = useQuery(
    trpc.productMaster.getProductsByCustomTagsOrCategories.queryOptions(isWithin ? input : skipToken),
  )
  const isPending = input !== skipToken && data === undefined
  const skus = coveredSkus(selection, data ?? [])
  return { skus, isPending, coversNothing: input !== skipToken && !isPending && skus.length === 0 }
}
