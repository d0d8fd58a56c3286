/** What a selection comes to; apart from the lists it is made in, which are loaded when they are opened. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { trpc } from '#web/trpc.ts'
import { PRODUCTS_SELECTED_MAX } from '../selection-limit.ts'
import { ownerOf, type ProductOwner } from './product-owner.ts'
import { coveredSkus, type ProductSelection } from './product-selection.ts'

const groupsInput = (owner: ProductOwner, { products, tags, categories }: ProductSelection) =>
  tags.length + categories.length > 0
    ? { ...ownerOf(owner), customTags: tags, customCategories: categories, skusToExclude: products }
    : skipToken

/** How many products a selection comes to, those of its tags and categories included. */
export function useCoveredCount(owner: ProductOwner, selection: ProductSelection) {
  const { data, isFetching } = useQuery({
    ...trpc.productMaster.getProductsCount.queryOptions(groupsInput(owner, selection)),
    placeholderData: keepPreviousData,
  })
  const hasGroups = selection.tags.length + selection.categories.length > 0
  return { count: selection.products.length + (hasGroups ? (data ?? 0) : 0), isReading: isFetching }
}

/**
 * The SKUs that a selection comes to. Those of tags and categories are read only where they are within the limit.
 * `coversNothing`: something is selected, and no product has it.
 */
export function useCoveredSkus(owner: ProductOwner, selection: ProductSelection) {
  const { count, isReading } = useCoveredCount(owner, selection)
  const input = groupsInput(owner, selection)
  const isWithin = !isReading && count <= PRODUCTS_SELECTED_MAX
  const { data } = useQuery(
    trpc.productMaster.getProductsByCustomTagsOrCategories.queryOptions(isWithin ? input : skipToken),
  )
  const isPending = input !== skipToken && data === undefined
  const skus = coveredSkus(selection, data ?? [])
  return { skus, isPending, coversNothing: input !== skipToken && !isPending && skus.length === 0 }
}
